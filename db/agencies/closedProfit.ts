import type { ProfitEffect } from "../../domain/agencies/locks.ts";
import { addDays, type CalendarDate, type DateRange } from "../../domain/dates.ts";
import { computeProfit } from "../../domain/ledger/statements.ts";
import { toDecimal, toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart } from "../ledger/chart.ts";
import { groupByLedger, readMoves } from "../reports/moves.ts";
import { listAudit } from "./auditLog.ts";

// The entry of the log that closes days for the first time keeps what their profit was: what it is now beside
// that is what was done there since, by whatever way. Nobody can change the log, nor what is held against it.

/** Days that were closed for the first time. */
interface Closed {
  /** "" for the first of the books. */
  dateFrom: CalendarDate | "";
  dateTo: CalendarDate;
  /** Rupees as plain decimal text. */
  profit: string;
}

/**
 * What a lock up to `lockedTo` closes for the first time, with its profit now; undefined where that is
 * nothing. `furthestTo` is the furthest that it has been before; it is moved on `day`, and no day after that
 * has a profit yet.
 */
export async function findNewlyClosed(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  { furthestTo, lockedTo, day }: Record<"furthestTo" | "lockedTo" | "day", CalendarDate | "">,
): Promise<Closed | undefined> {
  const dateTo = lockedTo < day ? lockedTo : day;
  if (dateTo <= furthestTo) return undefined;
  const dateFrom = furthestTo && addDays(furthestTo, 1);
  const profit = await profitIn(read, agencyId, { ...(dateFrom && { dateFrom }), dateTo });
  return { dateFrom, dateTo, profit: toDecimal(profit) };
}

/** In paise, without openings, which are of no profit. */
async function profitIn(read: Read, agencyId: number, days: Partial<DateRange>): Promise<bigint> {
  const { chart } = await readChart(agencyId, read);
  const moved = groupByLedger(chart, await readMoves(read, agencyId, days));
  return computeProfit(
    new Map([...moved].map(([ledger, sums]) => [ledger, sums.debit - sums.credit])),
  );
}

/**
 * By how much the profit of all that was ever closed is another now than when it was; null where that is
 * kept of no day. For a reader thread.
 */
export async function computeEffectOnProfit(tenant: Tenant): Promise<ProfitEffect | null> {
  const closed = await listClosed(tenant);
  const [last] = closed;
  if (!last) return null;
  let [dateFrom, was] = [last.dateTo, 0n];
  for (const one of closed) {
    // Before a gap nobody kept what profit was.
    if (one !== last && addDays(one.dateTo, 1) !== dateFrom) break;
    dateFrom = one.dateFrom;
    was += BigInt(one.profit.replace(".", ""));
  }
  const days = { ...(dateFrom && { dateFrom }), dateTo: last.dateTo };
  const now = await withSnapshot(tenant.books, (read) => profitIn(read, tenant.agencyId, days));
  return { amount: toRupees(now - was), dateFrom };
}

const AT_ONCE = 200;

/** The newest first. */
async function listClosed(tenant: Tenant): Promise<Closed[]> {
  const all: Closed[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listAudit(tenant, { entity: "Lock", page, limit: AT_ONCE });
    pages = found.totalPages;
    all.push(...found.items.flatMap(({ payload }) => (payload.closed as Closed | undefined) ?? []));
  }
  return all;
}
