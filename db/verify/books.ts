import { sql } from "drizzle-orm";
import type { BooksCheck, Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { accounts as accountsTable, categories as categoriesTable } from "../schema/ledger.ts";
import { verifyBanking } from "./banking.ts";
import { verifyInvoices } from "./invoices.ts";
import { verifyLedgers } from "./ledgers.ts";
import { verifyAgencyLog } from "./log.ts";
import { verifyProof } from "./proof.ts";
import { verifyReceipts } from "./receipts.ts";
import { cellColumns, compare, countEntries, derive, type Rollup } from "./rollups.ts";
import { verifySettlements } from "./settlements.ts";
import { verifySums } from "./sums.ts";
import { verifyTaxBook } from "./taxBook.ts";
import { verifyTdsByRule } from "./tdsByRule.ts";

const SHOWN = 100;

/**
 * Recomputes the agency's rollups, invoices and sums from its rows, compares receipts and payments with their
 * entries, and reports differences. Documents are read from one snapshot, and each month with its days from
 * another: no total depends on both.
 */
export async function verifyBooks(tenant: Tenant, reader: Prover): Promise<BooksCheck> {
  const periods = await splitMonths(tenant);
  const [documents, ...rollups] = await Promise.all([
    reader.call("verifyDocuments", tenant, undefined),
    ...periods.map((period) => reader.call("verifyMonths", tenant, period)),
  ]);
  const sum = (count: "transactions" | "days" | "months") =>
    rollups.reduce((all, { checked }) => all + checked[count], 0);
  const differences = [...rollups, documents].flatMap((part) => part.differences);
  return {
    ok: differences.length === 0,
    checked: {
      transactions: sum("transactions"),
      days: sum("days"),
      months: sum("months"),
      accounts: rollups[0]?.checked.accounts ?? 0,
      ...documents.checked,
    },
    differences: differences.slice(0, SHOWN),
  };
}

/** Runs a part of the check in a reader thread. */
interface Prover {
  call(
    part: "verifyDocuments",
    tenant: Tenant,
    input: undefined,
  ): ReturnType<typeof verifyDocuments>;
  call(part: "verifyMonths", tenant: Tenant, months: Months): ReturnType<typeof verifyMonths>;
}

type Part<Counts extends keyof BooksCheck["checked"]> = Pick<BooksCheck, "differences"> & {
  checked: Pick<BooksCheck["checked"], Counts>;
};

/** A range of months, `2026-04`, without the last one. */
export interface Months {
  from: string;
  until: string;
}

const ALL_MONTHS: Months = { from: "", until: "~" };

// Fewer rows are summed faster than shared out.
const ROWS_WORTH_SHARING = 50_000;

/** Splits all months where half of the rows are. */
async function splitMonths({ agencyId, books }: Tenant): Promise<Months[]> {
  const months = await books.read.all<{ month: string; until_then: number; rows: number }>(sql`
    SELECT month, sum(sum(entries)) OVER (ORDER BY month) AS until_then, sum(sum(entries)) OVER () AS rows
    FROM monthly WHERE agency_id = ${agencyId} GROUP BY month`);
  const middle = months.find(({ until_then, rows }) => until_then > rows / 2);
  if (!middle || middle.rows < ROWS_WORTH_SHARING) return [ALL_MONTHS];
  return [
    { ...ALL_MONTHS, until: middle.month },
    { ...ALL_MONTHS, from: middle.month },
  ];
}

type Documents = Part<"receipts" | "invoices" | "payments">;
type Rollups = Part<"transactions" | "days" | "months" | "accounts">;

/** For a reader thread: checks receipts, invoices, payments, and the sums other than rollups. */
export function verifyDocuments({ agencyId, books }: Tenant): Promise<Documents> {
  return withSnapshot(books, (read) => proveDocuments(read, agencyId));
}

/** For a reader thread: checks the rollups of these months. */
export function verifyMonths({ agencyId, books }: Tenant, months: Months): Promise<Rollups> {
  return withSnapshot(books, (read) => proveMonths(read, agencyId, months));
}

/** Checks documents of any open database with the current schema. */
export async function proveDocuments(read: Read, agencyId: number): Promise<Documents> {
  const receipts = await verifyReceipts(read, agencyId);
  const { invoices, payments, differences } = await verifyInvoices(read, agencyId);
  return {
    checked: { receipts: receipts.count, invoices, payments },
    differences: [
      ...receipts.differences,
      ...differences,
      ...(await verifySums(read, agencyId)),
      ...(await verifyBanking(read, agencyId)),
      ...(await verifyLedgers(read, agencyId)),
      ...(await verifyTaxBook(read, agencyId)),
      ...(await verifyProof(read, agencyId)),
      ...(await verifySettlements(read, agencyId)),
      ...(await verifyTdsByRule(read, agencyId)),
      ...(await verifyAgencyLog(read, agencyId)),
    ],
  };
}

/** Checks months of any open database, including one older than receipts. */
export async function proveMonths(
  read: Read,
  agencyId: number,
  { from, until } = ALL_MONTHS,
): Promise<Rollups> {
  const accounts = await readNames(read, agencyId, accountsTable);
  const categories = await readNames(read, agencyId, categoriesTable);
  const cells = await cellColumns(read);
  const differences: Difference[] = [];
  const derivedMonths: Rollup = new Map();
  let days = 0;

  for (const part of await splitPeriod(read, agencyId, { from, until })) {
    const dates = sql`agency_id = ${agencyId} AND date >= ${part.from} AND date < ${part.until}`;
    const derived = await derive(read, dates, derivedMonths);
    const daily = sql`SELECT date AS period, ${cells} FROM daily WHERE ${dates}`;
    const found = await compare(read, "day", daily, derived);
    days += found.count;
    differences.push(...found.differences);
    await Bun.sleep(0); // Yields to other calls, and lets the thread be stopped.
  }
  const transactions = countEntries(derivedMonths);
  const monthly = sql`SELECT month AS period, ${cells} FROM monthly
    WHERE agency_id = ${agencyId} AND month >= ${from} AND month < ${until}`;
  const found = await compare(read, "month", monthly, derivedMonths);
  differences.push(...found.differences);

  const named = differences.slice(0, SHOWN).map((difference) => ({
    ...difference,
    account: accounts.get(difference.account) ?? "",
    category: categories.get(difference.category) ?? "",
  }));
  const checked = { transactions, days, months: found.count, accounts: accounts.size };
  return { checked, differences: named };
}

async function readNames(
  read: Read,
  agencyId: number,
  table: typeof accountsTable | typeof categoriesTable,
) {
  const { id, name } = table;
  const rows = await read.select({ id, name }).from(table).where(forAgency({ agencyId }, table));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

// A month with up to this many rows is read at once: some megabytes, which a database server also returns.
const ROWS_AT_ONCE = 100_000;

/**
 * Splits months into parts: months, or days of a large month. The parts are contiguous, because gaps must be
 * checked too.
 */
async function splitPeriod(read: Read, agencyId: number, { from, until }: Months) {
  const parts = await read.all<{ start: string }>(sql`
    WITH large AS (SELECT month FROM monthly WHERE agency_id = ${agencyId}
      GROUP BY month HAVING sum(entries) > ${ROWS_AT_ONCE})
    SELECT month AS start FROM monthly WHERE agency_id = ${agencyId} AND month NOT IN large
      AND month >= ${from} AND month < ${until}
    UNION SELECT date FROM daily WHERE agency_id = ${agencyId} AND substr(date, 1, 7) IN large
      AND date >= ${from} AND date < ${until}
    ORDER BY start`);
  const starts = [from, ...parts.slice(1).map(({ start }) => start)];
  return starts.map((start, at) => ({ from: start, until: starts[at + 1] ?? until }));
}
