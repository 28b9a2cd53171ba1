import { type Client, createClient, type Transaction } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { isLocal, toClientConfig } from "../remote/primary.ts";
import type { Books, Read } from "./books.ts";
import { openReader } from "./connect.ts";

// A server drops connections idle for 10 s, and a client may download a large file slowly.
const AWAKE_MS = 3_000;

/** Runs a short read on a consistent snapshot of the books. */
export async function withSnapshot<T>(books: Books, work: (read: Read) => Promise<T>): Promise<T> {
  if (books.moments) return books.moments.read(work);
  const moment = streamSnapshot(books, async function* (read) {
    yield await work(read);
  });
  const { value } = await moment.next();
  await moment.return(undefined); // Ends the snapshot and closes its connection.
  return value as T;
}

/**
 * Streams from a consistent snapshot on a connection of its own, however long that takes. Others can read and
 * write in the meantime.
 */
export async function* streamSnapshot<T>(
  { place, isCopy, primary }: Books,
  work: (read: Books["read"]) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const path = isCopy ? `file:${place.replica}` : place.url;
  const client = isLocal(path)
    ? await openReader(path)
    : createClient({ ...toClientConfig(place), ...(primary && { fetch: primary.fetch }) });
  let timer: ReturnType<typeof setInterval> | undefined;
  let moment: Transaction | undefined;
  try {
    // Not with a BEGIN statement: the client rolls back open transactions after each statement (0.18.0).
    const open = await client.transaction("deferred");
    moment = open;
    const stayAwake = () => void open.execute("SELECT 1").catch(() => {}); // The work fails likewise.
    if (!isLocal(path)) timer = setInterval(stayAwake, AWAKE_MS);
    // drizzle only calls execute to read, and a transaction has it too.
    yield* work(drizzle(open as unknown as Client));
  } finally {
    clearInterval(timer);
    // A closed connection holds its snapshot until its statements are collected (libsql 0.5), and the
    // write-ahead log grows until then.
    moment?.close();
    client.close();
  }
}
