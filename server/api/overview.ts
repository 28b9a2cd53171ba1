import * as v from "valibot";
import { listOwnAgencies, type OwnAgency } from "../../db/agencies/users.ts";
import { changeResponsible } from "../../db/closing/overview.ts";
import {
  type AgencyOverview,
  ResponsibleChange,
  sortByDue,
} from "../../domain/closing/overview.ts";
import { Refusal } from "../../domain/refusal.ts";
import { ROLES } from "../../domain/roles.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { call, type Group } from "./call.ts";
import { count, createShape, day, id, isTrue, text } from "./shapes.ts";

const member = v.object({ _id: id, name: text });
const agency = createShape<AgencyOverview>()(
  v.object({
    agencySlug: text,
    agencyName: text,
    role: v.picklist(ROLES),
    userId: v.pipe(id, v.description("Your id in this agency")),
    state: v.pipe(
      v.nullable(
        v.object({
          place: text,
          month: v.pipe(text, v.description("Last month, or the current one once that is closed")),
          steps: v.object({ done: count, all: count }),
          closed: v.nullable(v.object({ month: text, on: day })),
          open: v.object({
            tasks: v.pipe(count, v.description("Open tasks of the month, without bank lines")),
            lines: v.pipe(count, v.description("Bank lines to review, of all months")),
          }),
          waitingFor: v.pipe(
            v.nullable(member),
            v.description("The member who has the next task; null if nothing is open"),
          ),
          dues: v.array(v.object({ date: day, title: text, isLate: isTrue })),
          responsible: v.nullable(member),
          members: v.array(member),
        }),
      ),
      v.description("Null if it could not be read, or needs a second factor that you did not use"),
    ),
  }),
);

/** Reads the state of an agency. One that cannot be read does not affect the others. */
async function readOne(
  { readers }: AppContext,
  { tenant, ...seat }: OwnAgency,
): Promise<AgencyOverview> {
  const state =
    tenant && (await readers.call("getAgencyState", tenant, undefined).catch(() => null));
  return { ...seat, state };
}

const listOwn = async ({ tenant, user, session, isReadOnly }: Who): Promise<OwnAgency[]> => {
  const all = await listOwnAgencies(tenant.books, user.email, session?.isMultiFactor === true);
  // An access token belongs to one agency.
  return isReadOnly ? all.filter(({ agencySlug }) => agencySlug === user.agencySlug) : all;
};

interface Who {
  tenant: Caller["tenant"];
  user: { email: string; agencySlug: string };
  session?: { isMultiFactor?: boolean | undefined } | undefined;
  isReadOnly: boolean;
}

export const overview: Group = {
  title: "Overview",
  about: "All agencies of a person, for accountants with several.",
  schemas: { AgencyOverview: agency, ResponsibleChange },
  calls: [
    call({
      name: "getOverview",
      method: "GET",
      path: "/api/overview",
      summary: "Get the month, open items and due dates of each of your agencies",
      about: "Sorted by the earliest due date. An access token lists only its own agency.",
      who: "members",
      answer: { status: 200, schema: v.object({ agencies: v.array(agency) }) },
      run: async ({ context, caller, ...who }) => {
        const own = await listOwn(who);
        return context.scanLimit.admit(caller, async () => {
          const agencies = await Promise.all(own.map((one) => readOne(context, one)));
          return { agencies: sortByDue(agencies) };
        });
      },
    }),
    call({
      name: "changeResponsible",
      method: "PUT",
      path: "/api/overview/responsible",
      summary: "Set who is responsible for one of your agencies",
      about: "A member of that agency. For its owners and accountants.",
      who: "everyone",
      body: {
        schema: ResponsibleChange,
        example: { agencySlug: "indigo-studio", userId: "" },
      },
      answer: { status: 200, schema: v.object({ message: text }) },
      also: [403, 404],
      run: async ({ input, ...who }) => {
        const own = (await listOwn(who)).find(({ agencySlug }) => agencySlug === input.agencySlug);
        if (!own?.tenant) {
          throw new Refusal("missing", "You are not a member of an agency with that name");
        }
        await changeResponsible(own.tenant, input);
        return { message: "Responsible person changed" };
      },
    }),
  ],
};
