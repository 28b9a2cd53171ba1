import { type Api, createApi } from "./api.ts";
import { createOutput, type Output, type OutputOptions } from "./output.ts";
import { findSession, type Who } from "./session.ts";

/** The options that every command takes. */
export interface GlobalOptions extends OutputOptions, Who {}

/** What a command works with: the server it was told to ask, and a place for what it has to say. */
export function open(options: GlobalOptions): { api: Api; output: Output } {
  return { api: createApi(findSession(options)), output: createOutput(options) };
}
