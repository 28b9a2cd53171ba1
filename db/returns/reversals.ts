import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { addDays, laterOf } from "../../domain/dates.ts";
import { type Period, periodOf } from "../../domain/gst/returns/periods.ts";
import { monthAfter } from "../../domain/months.ts";
import { HEADS, type Taxes } from "../../domain/purchases/inward.ts";
import type { Pair } from "../../domain/purchases/pairs.ts";
import { paidAgainIn, RULE_37_DAYS, reversalOf } from "../../domain/purchases/rule37.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { creditReversals } from "../schema/gstr2b.ts";
import { owed, readBills, readPaid, withIds } from "./bills.ts";
import { rowKey } from "./gstr2b.ts";

// Credit that a return gives back, and that a later one takes again: what each filed return said is kept, so
// that nothing is taken twice.

type Who = Pick<Tenant, "agencyId">;
export type Reversal = typeof creditReversals.$inferSelect;

/** What an open return gives back, of a row or of a bill. */
export interface Reversed {
  rowKey?: string;
  billId?: string;
  taxes: Taxes;
}

export const toTaxes = ({ igstPaise, cgstPaise, sgstPaise, cessPaise }: Reversal): Taxes => ({
  ...{ igst: igstPaise, cgst: cgstPaise, sgst: sgstPaise, cess: cessPaise },
});

export const toTaxColumns = ({ igst, cgst, sgst, cess }: Taxes) => ({
  ...{ igstPaise: igst, cgstPaise: cgst, sgstPaise: sgst, cessPaise: cess },
});

/** Those of a period's return, those that it took again, and earlier ones that wait. */
export function readReversals(read: Read, tenant: Who, label: string): Promise<Reversal[]> {
  const { period, reclaimedIn } = creditReversals;
  const isOpen = and(isNull(reclaimedIn), lt(period, label));
  const isMeant = or(eq(period, label), eq(reclaimedIn, label), isOpen);
  return read
    .select()
    .from(creditReversals)
    .where(owned(tenant, creditReversals, isMeant));
}

/**
 * Bills whose 180 days ended in the month before, unpaid (Rule 37), and whose credit was taken: before bahi,
 * by a row of GSTR-2B, or by the books alone where no file of their time was loaded.
 */
export async function findOverdue(
  read: Read,
  tenant: Who,
  home: string,
  period: Period,
): Promise<Reversed[]> {
  const first = `${monthAfter(period.dateFrom.slice(0, 7), -1)}-01`;
  const last = addDays(`${period.label}-01`, -1);
  const wasTaken = sql`(d.is_earlier OR r.id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM gstr2b_files f
    WHERE f.agency_id = d.agency_id AND f.period >= substr(d.date, 1, 7)))`;
  const ended = sql`d.date BETWEEN ${addDays(first, -RULE_37_DAYS)} AND ${addDays(last, -RULE_37_DAYS)}`;
  const bills = await readBills(
    read,
    tenant,
    home,
    sql`${ended} AND d.kind <> 'VENDOR_CREDIT' AND ${wasTaken}`,
  );
  const some = bills.filter(({ eligible }) => HEADS.some((head) => eligible[head] > 0));
  const paid = await readPaid(
    read,
    tenant,
    some.map(({ id }) => id),
  );
  return some.flatMap((bill) => {
    const reversal = reversalOf(owed(bill, paid.get(bill.id)));
    return reversal ? { billId: bill.id, taxes: reversal.taxes } : [];
  });
}

interface Waiting {
  period: Period;
  reversals: Reversal[];
  pairs: Pair[];
  /** The labels of returns that are filed. */
  filed: Map<string, string>;
}

/**
 * What an open return takes again: a row that has met its bill, a bill that was paid, in the first return
 * after that which is not filed yet.
 */
export async function findReclaimed(
  read: Read,
  tenant: Who,
  home: string,
  { period, reversals, pairs, filed }: Waiting,
): Promise<Reversal[]> {
  const open = reversals.filter((one) => one.period < period.label && one.reclaimedIn === null);
  const ids = open.flatMap(({ billId }) => billId ?? []);
  const bills = new Map(
    ids.length === 0
      ? []
      : (await readBills(read, tenant, home, withIds(ids))).map((bill) => [bill.id, bill]),
  );
  const paid = await readPaid(read, tenant, ids);
  const met = new Map(
    pairs.flatMap(({ row, bill, counts }) =>
      row && bill && counts && HEADS.some((head) => bill.eligible[head] > 0)
        ? [[rowKey(row), row.link?.in ?? period.label] as const]
        : [],
    ),
  );
  const clearedIn = ({ rowKey: key, billId }: Reversal) => {
    const bill = billId && bills.get(billId);
    return bill ? paidAgainIn(owed(bill, paid.get(bill.id))) : met.get(key ?? "");
  };
  return open.filter((one) => {
    const cleared = clearedIn(one);
    return cleared !== undefined && isFirstOpen(period, cleared, one.period, filed);
  });
}

/** Whether no return since something was cleared is open before this one. */
function isFirstOpen(
  { label, dateFrom, dateTo, filing }: Period,
  cleared: string,
  reversed: string,
  filed: Map<string, string>,
): boolean {
  if (cleared > dateTo.slice(0, 7)) return false;
  const since = laterOf(cleared, monthAfter(reversed));
  for (let month = since; month < dateFrom.slice(0, 7); month = monthAfter(month)) {
    const isDue = periodOf(month, filing)?.return === "GSTR1";
    if (isDue && month !== label && !filed.has(month)) return false;
  }
  return true;
}

/** Keeps what a return that is filed now gave back and took again. */
export async function keepReversals(
  tx: Write,
  tenant: Tenant,
  label: string,
  { reversed, reclaimed }: { reversed: Reversed[]; reclaimed: Reversal[] },
): Promise<void> {
  const rows = reversed
    .filter(({ taxes }) => HEADS.some((head) => taxes[head] !== 0))
    .map(({ rowKey = null, billId = null, taxes }) => ({
      ...{ agencyId: tenant.agencyId, id: newId(), period: label, rowKey, billId },
      ...toTaxColumns(taxes),
    }));
  await insertRows(tx, creditReversals, rows);
  const ids = JSON.stringify(reclaimed.map(({ id }) => id));
  await tx
    .update(creditReversals)
    .set({ reclaimedIn: label })
    .where(owned(tenant, creditReversals, sql`id IN (SELECT value FROM json_each(${ids}))`));
}

/** Forgets what a return gave back and took again that is open once more. */
export async function forgetReversals(tx: Write, tenant: Tenant, label: string): Promise<void> {
  const { period, reclaimedIn } = creditReversals;
  await tx.delete(creditReversals).where(owned(tenant, creditReversals, eq(period, label)));
  await tx
    .update(creditReversals)
    .set({ reclaimedIn: null })
    .where(owned(tenant, creditReversals, eq(reclaimedIn, label)));
}
