import type { User } from "../domain/agencies/team.ts";
import { type Api, createApi } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { watchHead } from "./heads.ts";
import { createOutput, type Output, type OutputOptions } from "./output.ts";
import { findSession, isNamed, namedPerson, type Who } from "./session.ts";

/** The options of every command. */
export interface GlobalOptions extends OutputOptions, Who {}

/** Returns the API of the chosen server, and the output of a command. */
export function open(options: GlobalOptions): { api: Api; output: Output } {
  const session = findSession(options);
  const who = process.env.BAHI_TOKEN ? namedPerson(options) : undefined;
  const api = who ? asNamed(createApi(session), who) : createApi(session);
  const { agency } = session;
  return { api: agency ? watchHead(api, agency) : api, output: createOutput(options) };
}

/**
 * Returns an API that first checks that BAHI_TOKEN belongs to the user or agency named by `--as` or
 * BAHI_AS. Ignoring the name could change another agency's books.
 */
function asNamed(api: Api, who: string): Api {
  let checked: Promise<void> | undefined;
  const check = async () => {
    const { user } = await api.json<{ user: User }>("/auth/me", "user");
    const { email, agencySlug: agency } = user;
    if (isNamed(who, { email, agency })) return;
    throw new Failure(
      EXIT.notAllowed,
      `BAHI_TOKEN belongs to ${email} in ${agency}, not to ${who}`,
      "unset BAHI_TOKEN, or leave --as and BAHI_AS out",
    );
  };
  const first = () => {
    checked ??= check();
    return checked;
  };
  return {
    ...api,
    json: async (...call) => first().then(() => api.json(...call)),
    file: async (...call) => first().then(() => api.file(...call)),
  };
}
