import { type Api, createApi } from "./api.ts";
import { watchingHead } from "./heads.ts";
import { createOutput, type Output, type OutputOptions } from "./output.ts";
import { findSession, type Who } from "./session.ts";

/** The options that every command takes. */
export interface GlobalOptions extends OutputOptions, Who {}

/** What a command works with: the server it was told to ask, and a place for what it has to say. */
export function open(options: GlobalOptions): { api: Api; output: Output } {
  const session = findSession(options);
  const api = createApi(session);
  const { agency } = session;
  return { api: agency ? watchingHead(api, agency) : api, output: createOutput(options) };
}
