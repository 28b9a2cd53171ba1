import "./statements.ts";
import { type Client, createClient } from "@libsql/client";
import { withDescriptors } from "./descriptors.ts";

// The mutex keeps this process from waiting for itself; the timeout is for another one (a backup).
const BUSY_MS = 5_000;

/** The one connection that a local file is written by. A commit is on the disk when it ends. */
export async function openWriter(url: string): Promise<Client> {
  // A pragma holds for one connection, and a client of concurrency 1 has one for good (@libsql/client 0.18).
  const writer = createClient({ url, concurrency: 1, timeout: BUSY_MS });
  await set(writer, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON");
  // Without a larger cache a bulk insert spills its pages; more than this gains nothing.
  await set(writer, "cache_size = -16384");
  return writer;
}

/** A connection to a local file that cannot write it. */
export function openReader(url: string): Promise<Client> {
  return withDescriptors(async () => {
    const reader = createClient({ url, concurrency: 1, timeout: BUSY_MS });
    await set(reader, "query_only = ON", "cache_size = -16384");
    return reader;
  });
}

/** For the making of a copy: it waits while another copy is made, or closed. */
export const openForCopy = (path: string): Client =>
  createClient({ url: `file:${path}`, concurrency: 1, timeout: 2 * BUSY_MS });

async function set(client: Client, ...pragmas: string[]): Promise<void> {
  for (const pragma of pragmas) await client.execute(`PRAGMA ${pragma}`);
}
