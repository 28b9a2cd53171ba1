import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { checkRollups } from "./check.ts";
import { toUnusable } from "./faults.ts";

/** A copy of a local database as it is at this moment; others go on reading and writing it. */
export async function copyBooks(source: string, target: string): Promise<void> {
  const client = createClient({ url: `file:${source}`, concurrency: 1, timeout: 10_000 });
  try {
    await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  } finally {
    client.close();
  }
}

/**
 * Reads a copy from end to end: its pages, its keys, and the days and months of every agency. Says what it
 * holds, `2 agencies with 1 transaction`.
 * @throws Error that says what is wrong with it.
 */
export async function proveCopy(path: string): Promise<string> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  try {
    const read = drizzle(client);
    const integrity = await read.all<{ integrity_check: string }>("PRAGMA integrity_check");
    if (integrity[0]?.integrity_check !== "ok") throw new Error(`${path} is damaged`);
    const strays = await read.all("PRAGMA foreign_key_check");
    if (strays.length > 0) throw new Error(`${path} has rows that point to nothing`);

    let transactions = 0;
    const agencies = await read.all<{ id: number; name: string }>("SELECT id, name FROM agencies");
    for (const { id, name } of agencies) {
      const { differences, checked } = await checkRollups(read, id);
      if (differences.length > 0)
        throw new Error(`the figures of ${name} in ${path} are not what its rows say`);
      transactions += checked.transactions;
    }
    const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
    const whose = count(agencies.length, "agency", "agencies");
    return `${whose} with ${count(transactions, "transaction", "transactions")}`;
  } catch (error) {
    throw toUnusable(path, error);
  } finally {
    client.close();
  }
}
