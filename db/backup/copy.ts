import { openForCopy } from "../engine/connect.ts";

/** A copy of a local database as it is at this moment; others go on reading and writing it. */
export async function copyBooks(source: string, target: string): Promise<void> {
  const client = openForCopy(source);
  try {
    await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  } finally {
    client.close();
  }
}
