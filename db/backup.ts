import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { proveDocuments, proveMonths } from "./check.ts";
import { toUnusable } from "./faults.ts";
import { isOfToday } from "./migrate.ts";

/**
 * Reads a copy from end to end: its pages, its keys, and the figures of every agency; those of documents only
 * where it has today's schema. Says what it holds, `2 agencies with 1 transaction`.
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

    const isToday = await isOfToday(read);
    let transactions = 0;
    const agencies = await read.all<{ id: number; name: string }>("SELECT id, name FROM agencies");
    for (const { id, name } of agencies) {
      const { differences, checked } = await proveMonths(read, id);
      if (isToday) differences.push(...(await proveDocuments(read, id)).differences);
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
