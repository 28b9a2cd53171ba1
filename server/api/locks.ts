import * as v from "valibot";
import {
  addLockException,
  changeLocks,
  countOpen,
  endLockException,
  getLocks,
} from "../../db/agencies/locks.ts";
import {
  LockChange,
  type LockException,
  LockedChangesQuery,
  type Locks,
  NewLockException,
  OpenQuery,
  type ProfitEffect,
} from "../../domain/agencies/locks.ts";
import { today } from "../../domain/dates.ts";
import { findClientAddress, resolveOrigin } from "../http/address.ts";
import { findSite } from "../http/site.ts";
import { readInWorker } from "../http/workerReads.ts";
import { auditEntry } from "./audit.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createPageShape,
  createShape,
  dayIfAny,
  deleted,
  id,
  moment,
  rupeeSum,
  text,
} from "./shapes.ts";

const person = v.object({ _id: id, name: text });
const setting = v.nullable(v.object({ at: moment, by: person }));

const exception = createShape<LockException>()(
  v.object({
    _id: id,
    user: person,
    until: moment,
    reason: text,
    createdAt: moment,
    createdBy: person,
  }),
);

const answer = createShape<Locks>()(
  v.object({
    lockedTo: dayIfAny,
    finalTo: dayIfAny,
    filedTo: v.pipe(
      text,
      v.description('Last day covered by a filed GSTR-1, or ""; does not lock the books'),
    ),
    set: v.pipe(
      v.object({ lockedTo: setting, finalTo: setting, filedTo: setting }),
      v.description("Who set each date, and when"),
    ),
    exceptions: v.pipe(v.array(exception), v.description("Exceptions in force")),
  }),
);

const lockedChange = v.object({
  ...auditEntry.entries,
  exception: v.nullable(v.object({ _id: id, createdBy: person })),
});

const effectOnProfit = v.pipe(
  v.nullable(
    createShape<ProfitEffect>()(
      v.object({
        amount: rupeeSum,
        dateFrom: v.pipe(
          dayIfAny,
          v.description('First day it applies to; "" for all of the books'),
        ),
      }),
    ),
  ),
  v.description("Null if nothing was closed since bahi records it"),
);

/** Relative to now, because a fixed time would soon be in the past. */
const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000).toISOString();

export const locks: Group = {
  title: "Locks",
  about:
    "The books are closed up to `lockedTo`: any call or import that would change them returns 409 " +
    "with that date. `finalTo` does the same, permanently. You can still create and update drafts " +
    "in closed books, and later payments can settle documents in them.",
  schemas: { Locks: answer, LockException: exception, NewLockException },
  calls: [
    call({
      name: "getLocks",
      method: "GET",
      path: "/api/locks",
      summary: "Get the locks",
      who: "members",
      answer: { status: 200, schema: answer },
      run: ({ tenant }) => getLocks(tenant),
    }),
    call({
      name: "changeLocks",
      method: "PUT",
      path: "/api/locks",
      summary: "Close the books or make them final",
      about:
        'Omitted dates stay as they are; "" reopens the books. No date can be after today. ' +
        "Moving `lockedTo` back needs a `reason`, which is e-mailed to the accountants if the " +
        "server can send e-mail. `finalTo` needs your `password` or a `passkey`, moves " +
        "`lockedTo` along, and never goes back; drafts dated up to it return 409.",
      who: "close books",
      body: {
        schema: LockChange,
        example: { lockedTo: "2025-03-31", reason: "The year is audited" },
      },
      answer: { status: 200, schema: answer },
      also: [409],
      run: async ({ context, tenant, user, input, request, server }) => {
        const { settings, sender } = context;
        const address = findClientAddress(request, server, settings);
        const visitor = { email: user.email, address, signal: request.signal };
        const link = `${resolveOrigin(request, settings)}/settings/locks`;
        const mail = { link, server: settings.mail };
        const site = findSite(request, context);
        const locks = await changeLocks(tenant, input, visitor, mail, site);
        sender.wake();
        return locks;
      },
    }),
    call({
      name: "countOpenTasks",
      method: "GET",
      path: "/api/locks/open",
      summary: "Count open items up to a day",
      about:
        "Drafts, bank lines without an entry, and documents of the day's month that the GST " +
        "portal would reject, until its GSTR-1 is filed.",
      who: "close books",
      query: { schemas: [OpenQuery], example: "to=2025-03-31" },
      answer: {
        status: 200,
        schema: v.object({ drafts: count, bankLines: count, gstErrors: count }),
      },
      run: async ({ context, tenant, query: { to = today() } }) => {
        const gstErrors = await context.readers.call("countGstErrors", tenant, to.slice(0, 7));
        return { ...(await countOpen(tenant, to)), gstErrors };
      },
    }),
    call({
      name: "listLockedChanges",
      method: "GET",
      path: "/api/locks/changes",
      summary: "List changes in closed books",
      about:
        "Changes under an exception, or while the lock was moved back, newest first. " +
        "`effectOnProfit` is the current profit of the closed periods minus their profit when " +
        "they were closed.",
      who: "view audit log",
      query: { schemas: [LockedChangesQuery], example: "limit=20" },
      answer: { status: 200, schema: createPageShape(lockedChange, { effectOnProfit }) },
      run: ({ context, caller, query }) =>
        readInWorker(context, caller, "listLockedChanges", query),
    }),
    call({
      name: "addLockException",
      method: "POST",
      path: "/api/locks/exceptions",
      summary: "Let a member change closed books for a limited time",
      about: "For one member, for at most 24 hours. Final periods stay closed.",
      who: "give exceptions",
      body: {
        schema: NewLockException,
        example: {
          userId: ID.member,
          until: IN_AN_HOUR,
          reason: "The bank charge of 28 March was entered twice",
        },
      },
      answer: { status: 201, schema: v.object({ exception }) },
      run: async ({ tenant, input }) => ({ exception: await addLockException(tenant, input) }),
    }),
    call({
      name: "endLockException",
      method: "DELETE",
      path: "/api/locks/exceptions/:id",
      summary: "End an exception",
      who: "give exceptions",
      id: ID.exception,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await endLockException(tenant, id);
        return { message: "Exception ended" };
      },
    }),
  ],
};
