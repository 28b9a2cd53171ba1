import { createClient, type InValue } from "@libsql/client";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { selectSums } from "../db/ledger/rollup.ts";
import { matching, selectRows } from "../db/ledger/rows.ts";
import { openBooks } from "../db/open/open.ts";
import { MONTH } from "./books.ts";

// A month's list without sign-in, query validation, headers and log, as a baseline for the list
// endpoint. /same runs the same statements over @libsql/client and returns the rows as they come. /plain
// runs the simplest SQL for the same response, from one table with one index and one agency.

const url = process.argv[2] ?? "";
const books = await openBooks({ url });
const AGENCY = 1;

const plain = createClient({ url: `${url}.plain` });
const everything = sql`${matching(AGENCY, {}, sql`entry, date`)}`;
const rows = await books.read.all<Record<string, InValue>>(
  selectRows(AGENCY, everything, "newest"),
);
const names = Object.keys(rows[0] ?? {});
await plain.batch([
  `CREATE TABLE entries (${names.join(", ")})`,
  "CREATE INDEX entries_by_date ON entries (date)",
]);
const values = names.map((_, n) => `value ->> ${n}`).join(", ");
const add = `INSERT INTO entries SELECT ${values} FROM json_each(?)`;
for (let from = 0; from < rows.length; from += 5_000) {
  const some = rows.slice(from, from + 5_000).map((row) => names.map((name) => row[name]));
  await plain.execute({ sql: add, args: [JSON.stringify(some)] });
}
const OF_MONTH = "FROM entries WHERE date BETWEEN ? AND ?";

new Elysia()
  .get("/same", async () => {
    const keys = sql`${matching(AGENCY, MONTH, sql`entry, date`)}
      ORDER BY date DESC, entry DESC LIMIT 10 OFFSET 0`;
    const [sums, items] = await books.read.batch([
      books.read.all(selectSums(AGENCY, MONTH)),
      books.read.all(selectRows(AGENCY, keys, "newest")),
    ]);
    return { sums, items };
  })
  .get("/plain", async () => {
    const args = [MONTH.dateFrom, MONTH.dateTo];
    const [sums, items] = await plain.batch([
      { sql: `SELECT type, count(*), sum(amount_paise) ${OF_MONTH} GROUP BY type`, args },
      { sql: `SELECT * ${OF_MONTH} ORDER BY date DESC LIMIT 10`, args },
    ]);
    return { sums: sums?.rows, items: items?.rows };
  })
  .listen({ port: 0, hostname: "127.0.0.1" }, ({ url }) => console.log(url.origin));
