import { openForCopy } from "./connect.ts";

/** Copies a local database as of now, while others read and write it. */
export async function copyBooks(source: string, target: string): Promise<void> {
  const client = openForCopy(source);
  try {
    await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  } finally {
    client.close();
  }
}
