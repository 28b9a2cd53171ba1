import type { Reads } from "../files/reads.ts";
import type { Caller } from "./concurrency.ts";
import type { AppContext } from "./context.ts";

/**
 * Has a file read in a process of its own when it is the agency's turn, one file of an agency at a time.
 * @throws as Admission's `admit` and FileReaders' `read`
 */
export const readFile = <Kind extends keyof Reads>(
  { files, fileLimit: fileTurns }: AppContext,
  asker: Caller,
  kind: Kind,
  input: Parameters<Reads[Kind]>[0],
): Promise<Awaited<ReturnType<Reads[Kind]>>> =>
  fileTurns.admit(asker, ({ signal }) => files.read(kind, input, signal));
