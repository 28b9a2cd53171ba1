import type { Reads } from "../files/reads.ts";
import type { Caller } from "./concurrency.ts";
import type { AppContext } from "./context.ts";

/**
 * Parses a file in its own process, one file per agency at a time.
 * @throws as `admit` of ConcurrencyLimit and `read` of FileReaders
 */
export const readFile = <Kind extends keyof Reads>(
  { files, fileLimit: fileTurns }: AppContext,
  caller: Caller,
  kind: Kind,
  input: Parameters<Reads[Kind]>[0],
): Promise<Awaited<ReturnType<Reads[Kind]>>> =>
  fileTurns.admit(caller, ({ signal }) => files.read(kind, input, signal));
