import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { openBooks } from "../db/engine/open.ts";
import { sumsOf } from "../db/ledger/rollup.ts";
import { matching, rowsOf } from "../db/ledger/rows.ts";
import { MONTH } from "./books.ts";

// A month's list with nothing around it: the same statements over @libsql/client, answered as they come.
// No sign-in, no check of the query, no headers, no log. What the list call is held against.

const books = await openBooks({ url: process.argv[2] ?? "" });
const AGENCY = 1;

new Elysia()
  .get("/", async () => {
    const keys = sql`${matching(AGENCY, MONTH, sql`entry, date`)}
      ORDER BY date DESC, entry DESC LIMIT 10 OFFSET 0`;
    const [sums, items] = await books.read.batch([
      books.read.all(sumsOf(AGENCY, MONTH)),
      books.read.all(rowsOf(AGENCY, keys, "newest")),
    ]);
    return { sums, items };
  })
  .listen({ port: 0, hostname: "127.0.0.1" }, ({ url }) => console.log(url.origin));
