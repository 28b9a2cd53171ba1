import { sql } from "drizzle-orm";
import type { BooksCheck, Difference } from "../domain/check.ts";
import { checkInvoices } from "./checks/invoices.ts";
import { checkReceipts } from "./checks/receipts.ts";
import { compare, countEntries, derive, type Read, type Rollup } from "./checks/rollups.ts";
import { inSnapshot } from "./snapshot.ts";
import type { Tenant } from "./tenant.ts";

const SHOWN = 100;

/**
 * Derives the agency's rollups and invoices again from its rows, holds receipts and payments against what
 * they booked, and says where they differ: all as of one moment. For a reader thread.
 */
export async function checkBooks({ agencyId, books }: Tenant): Promise<BooksCheck> {
  const moment = inSnapshot(books, async function* (read) {
    const rollups = await checkRollups(read, agencyId);
    const receipts = await checkReceipts(read, agencyId);
    const { invoices, payments, ...bills } = await checkInvoices(read, agencyId);
    const differences = [...rollups.differences, ...receipts.differences, ...bills.differences];
    yield {
      ok: differences.length === 0,
      checked: { ...rollups.checked, receipts: receipts.count, invoices, payments },
      differences: differences.slice(0, SHOWN),
    };
  });
  const { value } = await moment.next();
  await moment.return(undefined); // It ends, and its connection is closed.
  return value as BooksCheck;
}

type RollupsCheck = Omit<BooksCheck, "checked"> & {
  checked: Omit<BooksCheck["checked"], "invoices" | "payments" | "receipts">;
};

/** The rollups alone, of any open database, also one from before there were receipts. */
export async function checkRollups(read: Read, agencyId: number): Promise<RollupsCheck> {
  const accounts = await namesOf(read, agencyId, "accounts");
  const categories = await namesOf(read, agencyId, "categories");
  const differences: Difference[] = [];
  const months: Rollup = new Map();
  let days = 0;

  for (const { from, until } of await partsOf(read, agencyId)) {
    const dates = sql`agency_id = ${agencyId} AND date >= ${from} AND date < ${until}`;
    const derived = await derive(read, dates, months);
    const daily = sql`SELECT date AS period, * FROM daily WHERE ${dates}`;
    const found = await compare(read, "day", daily, derived);
    days += found.count;
    differences.push(...found.differences);
  }
  const transactions = countEntries(months);
  const monthly = sql`SELECT month AS period, * FROM monthly WHERE agency_id = ${agencyId}`;
  const found = await compare(read, "month", monthly, months);
  differences.push(...found.differences);

  const named = differences.slice(0, SHOWN).map((difference) => ({
    ...difference,
    account: accounts.get(difference.account) ?? "",
    category: categories.get(difference.category) ?? "",
  }));
  const checked = { transactions, days, months: found.count, accounts: accounts.size };
  return { ok: named.length === 0, checked, differences: named };
}

async function namesOf(read: Read, agencyId: number, table: "accounts" | "categories") {
  const rows = await read.all<{ id: string; name: string }>(
    sql`SELECT id, name FROM ${sql.raw(table)} WHERE agency_id = ${agencyId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

// Up to here a month is read at once: some megabytes, which a database server answers, too.
const ROWS_AT_ONCE = 100_000;

/**
 * All dates, in parts: months, or days where a month is large. A part ends where the next begins, for that
 * nothing lies between is to be proved.
 */
async function partsOf(read: Read, agencyId: number): Promise<{ from: string; until: string }[]> {
  const parts = await read.all<{ start: string }>(sql`
    WITH large AS (SELECT month FROM monthly WHERE agency_id = ${agencyId}
      GROUP BY month HAVING sum(entries) > ${ROWS_AT_ONCE})
    SELECT month AS start FROM monthly WHERE agency_id = ${agencyId} AND month NOT IN large
    UNION SELECT date FROM daily WHERE agency_id = ${agencyId} AND substr(date, 1, 7) IN large
    ORDER BY start`);
  const starts = ["", ...parts.slice(1).map(({ start }) => start)];
  return starts.map((from, at) => ({ from, until: starts[at + 1] ?? "~" }));
}
