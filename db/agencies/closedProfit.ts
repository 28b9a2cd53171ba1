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

// When days are closed for the first time, the log stores their profit. The difference from today's profit is
// the effect of every later change there, however it was made. The hash chain protects the stored value.

/** Days closed for the first time. */
interface Closed {
  /** "" for the first in the books. */
  dateFrom: CalendarDate | "";
  dateTo: CalendarDate;
  /** Rupees as plain decimal text. */
  profit: string;
}

/**
 * Returns the days that a lock up to `lockedTo` closes for the first time, with their profit; undefined if
 * there are none.
 * @param furthestTo the latest earlier lock date
 * @param day the current day; later days have no profit yet
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

/** In paise, without opening balances, which are not profit. */
async function profitIn(read: Read, agencyId: number, days: Partial<DateRange>): Promise<bigint> {
  const { chart } = await readChart(agencyId, read);
  const moved = groupByLedger(chart, await readMoves(read, agencyId, days));
  return computeProfit(
    new Map([...moved].map(([ledger, sums]) => [ledger, sums.debitPaise - sums.creditPaise])),
  );
}

/**
 * Computes how much the profit of all closed days has changed since they were closed; null if it was never
 * stored. For a reader thread.
 */
export async function computeEffectOnProfit(tenant: Tenant): Promise<ProfitEffect | null> {
  const closed = await listClosed(tenant);
  const [last] = closed;
  if (!last) return null;
  let [dateFrom, was] = [last.dateTo, 0n];
  for (const one of closed) {
    // Before a gap, no profit was stored.
    if (one !== last && addDays(one.dateTo, 1) !== dateFrom) break;
    dateFrom = one.dateFrom;
    was += BigInt(one.profit.replace(".", ""));
  }
  const days = { ...(dateFrom && { dateFrom }), dateTo: last.dateTo };
  const now = await withSnapshot(tenant.books, (read) => profitIn(read, tenant.agencyId, days));
  return { amount: toRupees(now - was), dateFrom };
}

const AT_ONCE = 200;

/** Newest first. */
async function listClosed(tenant: Tenant): Promise<Closed[]> {
  const all: Closed[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listAudit(tenant, { entity: "Lock", page, limit: AT_ONCE });
    pages = found.totalPages;
    all.push(...found.items.flatMap(({ payload }) => (payload.closed as Closed | undefined) ?? []));
  }
  return all;
}
