import { type Client, createClient, type Transaction } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { isLocal, toClientConfig } from "../remote/primary.ts";
import type { Books, Read } from "./books.ts";
import { openReader } from "./connect.ts";

// A server forgets who asks for nothing for 10 s, and whoever takes a long file may be slow.
const AWAKE_MS = 3_000;

/** What `work` reads of the books is of one moment, for something that is over soon. */
export async function withSnapshot<T>(books: Books, work: (read: Read) => Promise<T>): Promise<T> {
  if (books.moments) return books.moments.read(work);
  const moment = streamSnapshot(books, async function* (read) {
    yield await work(read);
  });
  const { value } = await moment.next();
  await moment.return(undefined); // It ends, and its connection is closed.
  return value as T;
}

/**
 * The books as they are now, on a connection of its own: what `work` yields is of one moment, however
 * long it takes, and others go on reading and writing.
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
    // Not by executing BEGIN: the client rolls back what it finds open after each statement (0.18.0).
    const open = await client.transaction("deferred");
    moment = open;
    const stayAwake = () => void open.execute("SELECT 1").catch(() => {}); // The work will meet it too.
    if (!isLocal(path)) timer = setInterval(stayAwake, AWAKE_MS);
    // All that drizzle asks of a client to read is execute, which a transaction has as well.
    yield* work(drizzle(open as unknown as Client));
  } finally {
    clearInterval(timer);
    // A closed connection looks at its moment until its statements are collected (libsql 0.5), and as long
    // the write-ahead log grows.
    moment?.close();
    client.close();
  }
}
