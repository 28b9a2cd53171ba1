import { type SQL, sql } from "drizzle-orm";
import { addDays, type DateRange, toFinancialYear } from "../../domain/dates.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import type { LedgerQuery, LedgerReport } from "../../domain/ledger/reports.ts";
import { isOfProfit } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import { isIn } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { cellsSql } from "../ledger/rollup.ts";
import { readSum, sumOfKept, sumOfMoves } from "../ledger/sums.ts";
import { type Posting, readPostings, toRow } from "./entries.ts";
import { type Sums, selectLedgerCells } from "./moves.ts";
import { type Opened, openStatements } from "./opened.ts";

const LEDGER_PAGE = 1_000;

/**
 * Returns a page of a ledger, oldest first, with the balance after each row. The balance before the page
 * comes from stored sums, so the last page costs as much as the first. @throws Refusal "invalid" if the
 * ledger does not exist
 */
export function getLedger(tenant: Tenant, query: LedgerQuery): Promise<LedgerReport> {
  return openStatements(tenant, async (opened) => {
    const { chart, booksBegin } = opened;
    const ledger = chart.find(query.ledger);
    if (!ledger) throw invalid("ledger", "Choose one of your ledgers");
    const { dateFrom, dateTo, page } = query;
    // Income and expenses start each financial year at 0.
    const since = isOfProfit(ledger) ? firstOfYear(dateFrom) : undefined;
    const opening = await readHeld(opened, ledger, dateFrom, since);
    const moved = await readOwn(opened, ledger, { dateFrom, dateTo });
    const { days, skip, entries } = await findDays(opened, ledger, query);
    const first = days[0];
    let balance = first ? await readHeld(opened, ledger, first, since) : opening;
    const all = first
      ? await readPostings(opened.read, opened.agencyId, chart, ledger, { days })
      : [];
    for (const { paise } of all.slice(0, skip)) balance += BigInt(paise);
    const rows = oneEachSplit(all.slice(skip, skip + LEDGER_PAGE)).map((row) => {
      balance += BigInt(row.paise);
      return toRow(row, balance);
    });
    const { _id, name, kind, section, line } = ledger;
    return {
      ledger: { _id, name, kind, section, line },
      dateFrom,
      dateTo,
      booksBegin,
      opening: toRupees(opening),
      debit: toRupees(moved.debitPaise),
      credit: toRupees(moved.creditPaise),
      closing: toRupees(opening + moved.debitPaise - moved.creditPaise),
      rows,
      entries,
      page,
      totalPages: Math.ceil(entries / LEDGER_PAGE),
    };
  });
}

/** Merges the parts of a split in their account. */
function oneEachSplit(rows: Posting[]): Posting[] {
  const merged: Posting[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (row.split !== null && last?.split === row.split) {
      merged[merged.length - 1] = { ...last, paise: last.paise + row.paise, contra: "Split" };
    } else merged.push(row);
  }
  return merged;
}

const firstOfYear = (day: string) => `${toFinancialYear(day)}-04-01`;

/** Returns a ledger's balance before a day, with its opening; or from a day on. Paise, debit positive. */
async function readHeld(
  opened: Opened,
  ledger: Ledger,
  day: string,
  since: string | undefined,
): Promise<bigint> {
  if (since !== undefined && since >= day) return 0n;
  const before = { dateTo: addDays(day, -1), ...(since && { dateFrom: since }) };
  const { debitPaise, creditPaise } = await readOwn(opened, ledger, before);
  const { openings, chart } = opened;
  const total = [...openings.values()].reduce((sum, paise) => sum - BigInt(paise), 0n);
  const own = chart.idsOf(ledger).reduce((sum, id) => sum + BigInt(openings.get(id) ?? 0), 0n);
  return debitPaise - creditPaise + (ledger._id === "opening" ? total : own);
}

async function readOwn(
  { read, agencyId, chart }: Opened,
  ledger: Ledger,
  period: Partial<DateRange>,
): Promise<Sums> {
  const ids = chart.idsOf(ledger);
  const cells = cellsSql(agencyId, period);
  const rows = await read.all<{ debit: string; credit: string }>(
    ledger.kind === "account"
      ? sql`SELECT ${sumOfMoves(["income", "transfer_in"], [])} AS debit,
          ${sumOfMoves(["expense", "transfer_out"], [])} AS credit
        FROM ${cells} WHERE account_id = ${ledger._id}`
      : sql`SELECT ${sumOfKept("expense")} AS debit, ${sumOfKept("income")} AS credit
        FROM ${cells} WHERE ${isIn(sql`category_id`, ids)}
        UNION ALL SELECT ${sumOfKept("debit")}, ${sumOfKept("credit")}
        FROM ${selectLedgerCells(agencyId, period)} WHERE ${isIn(sql`ledger`, ids)}`,
  );
  const sum = (side: "credit" | "debit") => rows.reduce((all, row) => all + readSum(row[side]), 0n);
  return { debitPaise: sum("debit"), creditPaise: sum("credit") };
}

interface Count {
  period: string;
  entries: number;
}

/** Finds the days of a page, oldest first, and the rows to skip on the first. */
async function findDays(opened: Opened, ledger: Ledger, { dateFrom, dateTo, page }: LedgerQuery) {
  const count = (unit: "date" | "month", from: string, to: string) =>
    opened.read.all<Count>(selectCounts(opened, ledger, unit, from, to));
  const months = await count("month", dateFrom.slice(0, 7), dateTo.slice(0, 7));
  // The first and last months may have days outside the period.
  const ends = [...new Set([dateFrom.slice(0, 7), dateTo.slice(0, 7)])];
  const cut = new Map<string, number>();
  for (const month of ends) {
    const days = await count(
      "date",
      later(`${month}-01`, dateFrom),
      earlier(`${month}-31`, dateTo),
    );
    cut.set(
      month,
      days.reduce((sum, { entries }) => sum + entries, 0),
    );
  }
  const whole = months.map((one) => ({ ...one, entries: cut.get(one.period) ?? one.entries }));
  const entries = whole.reduce((sum, one) => sum + one.entries, 0);
  const start = (page - 1) * LEDGER_PAGE;
  const within = findWindow(whole, start);
  const [first, last] = [within.periods[0], within.periods.at(-1)];
  if (!first || !last) return { days: [], skip: 0, entries };
  const days = await count("date", later(`${first}-01`, dateFrom), earlier(`${last}-31`, dateTo));
  const { periods, skip } = findWindow(days, within.skip);
  return { days: periods, skip, entries };
}

/** Finds the periods of a page that starts at a row, and the rows to skip in the first. */
function findWindow(counts: Count[], start: number): { periods: string[]; skip: number } {
  const periods: string[] = [];
  let before = 0;
  let skip = 0;
  for (const { period, entries } of counts) {
    if (entries > 0 && before + entries > start && before < start + LEDGER_PAGE) {
      if (periods.length === 0) skip = start - before;
      periods.push(period);
    }
    before += entries;
  }
  return { periods, skip };
}

/** Selects the number of a ledger's postings by day or month, oldest first. */
function selectCounts(
  { agencyId, chart }: Opened,
  ledger: Ledger,
  unit: "date" | "month",
  from: string,
  to: string,
): SQL<Count> {
  const ids = chart.idsOf(ledger);
  const column = sql.raw(unit);
  const range = sql`agency_id = ${agencyId} AND ${column} BETWEEN ${from} AND ${to}`;
  const cells = sql.raw(unit === "date" ? "daily" : "monthly");
  if (ledger.kind === "account") {
    return sql`SELECT ${column} AS period, sum(entries + arrivals) AS entries FROM ${cells}
      WHERE ${range} AND account_id = ${ledger._id} GROUP BY 1 ORDER BY 1`;
  }
  const own = sql.raw(unit === "date" ? "ledger_days" : "ledger_months");
  return sql`SELECT period, sum(entries) AS entries FROM (
      SELECT ${column} AS period, entries FROM ${cells} WHERE ${range} AND ${isIn(sql`category_id`, ids)}
      UNION ALL SELECT ${column}, entries FROM ${own} WHERE ${range} AND ${isIn(sql`ledger`, ids)})
    GROUP BY period HAVING sum(entries) > 0 ORDER BY period`;
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
