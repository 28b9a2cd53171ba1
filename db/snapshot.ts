import { type Client, createClient } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import type { Books } from "./books.ts";
import { openReader } from "./connect.ts";
import { addressOf, isLocal } from "./primary.ts";

// A server forgets who asks for nothing for 10 s, and whoever takes a long file may be slow.
const AWAKE_MS = 3_000;

/**
 * The books as they are now, on a connection of its own: what `work` yields is of one moment, however
 * long it takes, and others go on reading and writing.
 */
export async function* inSnapshot<T>(
  { place, isCopy, primary }: Books,
  work: (read: Pick<LibSQLDatabase, "all">) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const path = isCopy ? `file:${place.replica}` : place.url;
  const client = isLocal(path)
    ? await openReader(path)
    : createClient({ ...addressOf(place), ...(primary && { fetch: primary.fetch }) });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    // Not by executing BEGIN: the client rolls back what it finds open after each statement (0.18.0).
    const moment = await client.transaction("deferred");
    const stayAwake = () => void moment.execute("SELECT 1").catch(() => {}); // The work will meet it too.
    if (!isLocal(path)) timer = setInterval(stayAwake, AWAKE_MS);
    // All that drizzle asks of a client for `all` is execute, which a transaction has as well.
    yield* work(drizzle(moment as unknown as Client));
  } finally {
    clearInterval(timer);
    client.close();
  }
}
