import "./statements.ts";
import { type Client, createClient } from "@libsql/client";
import { withDescriptors } from "./descriptors.ts";

// The mutex orders writes within this process. The timeout is for other processes, such as a backup.
const BUSY_MS = 5_000;

/** Opens the only connection that writes to a local file. A commit is on disk when it returns. */
export async function openWriter(url: string): Promise<Client> {
  // A pragma applies to one connection, and a client with concurrency 1 always uses the same (@libsql/client
  // 0.18).
  const writer = createClient({ url, concurrency: 1, timeout: BUSY_MS });
  await set(writer, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON");
  // With a smaller cache a bulk insert spills pages to disk. A larger one gains nothing.
  await set(writer, "cache_size = -16384");
  return writer;
}

/** Opens a read-only connection to a local file. */
export function openReader(url: string): Promise<Client> {
  return withDescriptors(async () => {
    const reader = createClient({ url, concurrency: 1, timeout: BUSY_MS });
    await set(reader, "query_only = ON", "cache_size = -16384");
    return reader;
  });
}

/** Opens a connection for copying, which waits for other copies and for connections being closed. */
export const openForCopy = (path: string): Client =>
  createClient({ url: `file:${path}`, concurrency: 1, timeout: 2 * BUSY_MS });

async function set(client: Client, ...pragmas: string[]): Promise<void> {
  for (const pragma of pragmas) await client.execute(`PRAGMA ${pragma}`);
}
