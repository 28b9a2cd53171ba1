import { eq, sql } from "drizzle-orm";
import { buildChecklist } from "../../domain/closing/checklist.ts";
import type { BoundMonth, Checklist, DoneBy } from "../../domain/closing/closing.ts";
import type { MonthFacts } from "../../domain/closing/facts.ts";
import {
  type DateRange,
  readMonth,
  today,
  toFinancialYear,
  yearRange,
} from "../../domain/dates.ts";
import { listMonths, monthName, toLastOfMonth } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { findDoneBy, listAccountants } from "../agencies/members.ts";
import { readLikelyPayments } from "../documents/likelyPayments.ts";
import type { Read } from "../engine/books.ts";
import { findHelperName } from "../engine/locks.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant, todayFor } from "../engine/tenant.ts";
import { readReversals } from "../ledger/reversals.ts";
import { readSmallEnterprises } from "../reports/smallEnterprises.ts";
import { closings } from "../schema/closings.ts";
import { locks } from "../schema/locks.ts";
import { readBanks } from "./banks.ts";
import { findClosing } from "./closings.ts";
import { readBills, readDrafts } from "./documents.ts";
import { readDates, readFigures, readLedgers, readSuspense } from "./figures.ts";
import { readGst } from "./gst.ts";
import { mayClose } from "./mayClose.ts";
import { readOwn } from "./ownItems.ts";
import { readShares } from "./share.ts";

type Who = Pick<Tenant, "agencyId" | "at">;

/** For a reader thread: returns the checklist of a month. @throws as `readFacts` */
export async function getChecklist(tenant: Tenant, month: string): Promise<Checklist> {
  const found = await withSnapshot(tenant.books, async (read) => {
    const facts = await readFacts(read, tenant, month);
    return { facts, year: await readYear(read, tenant, month, facts.lockedTo) };
  });
  const { facts, year } = found;
  const view = toChecklistView(facts);
  const maySee = isPermitted(tenant.role, "view statements");
  return {
    ...view,
    mayClose: await mayClose(tenant.books.read, tenant),
    closer: await findHelperName(tenant.books.read, tenant.agencyId),
    closing: view.closing && (maySee ? view.closing : { ...view.closing, figures: null }),
    figures: maySee ? facts.figures : null,
    dates: await readDates(tenant, month, facts.gst),
    year,
  };
}

/** Converts a month's facts to its checklist. */
export const toChecklistView = (facts: MonthFacts) => ({
  month: facts.month,
  name: monthName(facts.month),
  items: buildChecklist(facts),
  closing: facts.closing ?? null,
  share: facts.share ?? null,
  accountants: facts.accountants,
  firstMonth: facts.booksBegin.slice(0, 7),
});

/**
 * Reads the facts that a month's checklist is computed from. @throws Refusal "missing" if it is not a month
 */
export async function readFacts(read: Read, tenant: Who, month: string): Promise<MonthFacts> {
  const range = readMonth(month);
  if (!range) throw new Refusal("missing", "Month must be written YYYY-MM");
  const gst = await readGst(read, tenant, month);
  const ledgers = await readLedgers(read, tenant, range);
  return {
    month,
    range,
    gst,
    today: todayFor(tenant),
    booksBegin: ledgers.booksBegin,
    banks: await readBanks(read, tenant, range, ledgers.booksBegin),
    receipts: (await readLikelyPayments(read, tenant, range)).size,
    invoices: await readDrafts(read, tenant, "INVOICES", range),
    notes: await readDrafts(read, tenant, "NOTES", range),
    bills: await readBills(read, tenant, range),
    ...(await readSmall(read, tenant, range)),
    own: await readOwn(read, tenant, range),
    reversals: await readReversals(read, tenant, range),
    suspense: await readSuspense(read, tenant, ledgers, range),
    ...(await readLock(read, tenant)),
    closing: await findClosing(read, tenant, month),
    share: (await readShares(read, tenant, { dateFrom: month, dateTo: month })).get(month),
    accountants: (await listAccountants(read, tenant)).map(({ name }) => name),
    figures: await readFigures(read, tenant, ledgers, { range, gst }),
  };
}

async function readLock(
  read: Read,
  tenant: Who,
): Promise<{ lockedTo: string; locked: DoneBy | null }> {
  const [lock] = await read.select().from(locks).where(forAgency(tenant, locks));
  if (!lock?.lockedTo) return { lockedTo: "", locked: null };
  return {
    lockedTo: lock.lockedTo,
    locked: await findDoneBy(read, tenant, lock.lockedBy, lock.lockedAt),
  };
}

/** Returns the months of the financial year with the day each was closed, or at least locked. */
async function readYear(
  read: Read,
  tenant: Who,
  month: string,
  lockedTo: string,
): Promise<BoundMonth[]> {
  const months = listMonths(yearRange(toFinancialYear(`${month}-01`)));
  const [from, to] = [months[0], months.at(-1)];
  const rows = await read
    .select({ month: closings.month, at: closings.createdAt })
    .from(closings)
    .where(
      forAgency(
        tenant,
        closings,
        sql`month BETWEEN ${from} AND ${to}`,
        eq(closings.reopenedAt, ""),
      ),
    );
  const shares = await readShares(read, tenant, { dateFrom: from ?? "", dateTo: to ?? "" });
  const closed = new Map(rows.map((row) => [row.month, today(new Date(row.at))]));
  return months.map((one) => ({
    month: one,
    isLocked: lockedTo >= toLastOfMonth(one),
    closedOn: closed.get(one) ?? "",
    changes: shares.get(one)?.changes ?? 0,
  }));
}

/** Only in the last month of a financial year. */
async function readSmall(read: Read, tenant: Who, { dateTo }: DateRange) {
  if (!dateTo.endsWith("-03-31")) return {};
  const { rows, late: amount } = await readSmallEnterprises(read, tenant, dateTo);
  return { small: { late: rows.filter(({ isLate }) => isLate).length, amount } };
}
