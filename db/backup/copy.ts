import { createClient } from "@libsql/client";

/** A copy of a local database as it is at this moment; others go on reading and writing it. */
export async function copyBooks(source: string, target: string): Promise<void> {
  const client = createClient({ url: `file:${source}`, concurrency: 1, timeout: 10_000 });
  try {
    await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  } finally {
    client.close();
  }
}
