import { type SQL, sql } from "drizzle-orm";
import { addDays, type DateRange, monthsAndDays } from "../../domain/dates.ts";
import type { Chart, Ledger } from "../../domain/ledger/chart.ts";
import type { Moved } from "../../domain/ledger/statements.ts";
import type { Read } from "../engine/books.ts";
import { cellsSql, selectAccountCells } from "../ledger/rollup.ts";
import { readSum, sumOfKept, sumOfMoves } from "../ledger/sums.ts";

// Movements of ledgers from stored sums: `monthly` for transactions, `ledger_months` for the additional
// postings of documents, settlements and journals. Days of both cover the ends of a period.

/** In paise. */
export interface Sums {
  debitPaise: bigint;
  creditPaise: bigint;
}

/** The basis: `cash` excludes documents and accrual-only journals. */
export type Counted = "all" | "cash";

interface SumsRow {
  id: string;
  debit: string;
  credit: string;
}

/** Returns the movements of each account, category and system ledger, by id. */
export async function readMoves(
  read: Read,
  agencyId: number,
  period: Partial<DateRange>,
  counted: Counted = "all",
): Promise<Map<string, Sums>> {
  const rows = await read.all<SumsRow>(sql`
    SELECT account_id AS id, ${sumOfMoves(["income", "transfer_in"], [])} AS debit,
      ${sumOfMoves(["expense", "transfer_out"], [])} AS credit
    FROM ${selectAccountCells(agencyId, period)} GROUP BY account_id
    UNION ALL SELECT category_id, ${sumOfKept("expense")}, ${sumOfKept("income")}
    FROM ${cellsSql(agencyId, period)} WHERE category_id <> '' GROUP BY category_id
    UNION ALL SELECT ledger, ${sumOfKept("debit")}, ${sumOfKept("credit")}
    FROM ${selectLedgerCells(agencyId, period)}
    WHERE ${counted === "cash" ? sql`origin IN ('M', 'V', 'J')` : sql`true`} GROUP BY ledger`);
  const moves = new Map<string, Sums>();
  for (const { id, ...sums } of rows) addTo(moves, id, readSum(sums.debit), readSum(sums.credit));
  return moves;
}

function addTo<Key>(moves: Map<Key, Sums>, key: Key, debit: bigint, credit: bigint): void {
  const known = moves.get(key);
  if (known) {
    known.debitPaise += debit;
    known.creditPaise += credit;
  } else moves.set(key, { debitPaise: debit, creditPaise: credit });
}

/** Selects a period's ledger sums as a table: month, ledger, origin and the sums. */
export function selectLedgerCells(agencyId: number, period: Partial<DateRange>): SQL {
  const { months, days } = monthsAndDays(period);
  const figures = sql.raw(
    "ledger, origin, debit_paise, debit_crores, credit_paise, credit_crores, entries",
  );
  const parts = days.map(
    ({ dateFrom, dateTo }) => sql`SELECT substr(date, 1, 7) AS month, ${figures} FROM ledger_days
      WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}`,
  );
  if (months) {
    parts.push(sql`SELECT month, ${figures} FROM ledger_months
      WHERE agency_id = ${agencyId} AND month BETWEEN ${months.from} AND ${months.to}`);
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/** Sums movements by ledger. */
export function groupByLedger(chart: Chart, moves: Map<string, Sums>): Map<Ledger, Sums> {
  const all = new Map<Ledger, Sums>();
  for (const [id, { debitPaise, creditPaise }] of moves) {
    const ledger = chart.of(id);
    if (ledger) addTo(all, ledger, debitPaise, creditPaise);
  }
  return all;
}

/**
 * Returns every ledger with movements or a balance, including its balance before the period. Openings count
 * as before.
 */
export async function readMoved(
  read: Read,
  agencyId: number,
  chart: Chart,
  { dateFrom, dateTo }: DateRange,
  openings: Map<string, number>,
): Promise<Moved[]> {
  const before = await readMoves(read, agencyId, { dateTo: addDays(dateFrom, -1) });
  let equity = 0n;
  for (const [id, paise] of openings) {
    addTo(before, id, BigInt(paise), 0n);
    equity += BigInt(paise);
  }
  if (equity !== 0n) addTo(before, "opening", 0n, equity);
  const held = groupByLedger(chart, before);
  const during = groupByLedger(chart, await readMoves(read, agencyId, { dateFrom, dateTo }));
  const ledgers = chart.ledgers.filter((ledger) => held.has(ledger) || during.has(ledger));
  return ledgers.map((ledger) => {
    const was = held.get(ledger) ?? NOTHING;
    return {
      ledger,
      openingPaise: was.debitPaise - was.creditPaise,
      ...(during.get(ledger) ?? NOTHING),
    };
  });
}

const NOTHING: Sums = { debitPaise: 0n, creditPaise: 0n };
