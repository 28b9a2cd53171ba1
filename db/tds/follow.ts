import { eq, sql } from "drizzle-orm";
import { type CalendarDate, pickEarlier, toFinancialYear, yearRange } from "../../domain/dates.ts";
import type { Paise } from "../../domain/money.ts";
import { deductTds } from "../../domain/tds/sums.ts";
import { recordChanges } from "../engine/audit.ts";
import { readLocks } from "../engine/locks.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { getBill, type Row } from "../purchases/billRows.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { type BillRow, readTdsEvents } from "./events.ts";

/**
 * Recomputes the TDS of a vendor's bills after a bill, payment or credit note changed. Skips bills with typed
 * TDS, paid bills and locked months. So the result does not depend on the order in which bills were entered.
 * @param date of the change
 * @param own the bill being written, which logs its own change
 */
export async function followTds(
  tx: Write,
  tenant: Tenant,
  { vendorId, date, own }: { vendorId: string; date: CalendarDate; own?: string },
): Promise<void> {
  const { lockedTo } = await readLocks(tx, tenant);
  const stored = new Map<string, { due: number; before: number }>();
  const parties = await readTdsEvents(tx, tenant, {
    from: yearRange(toFinancialYear(date)).dateFrom,
    vendorId,
    isMovable(bill, before) {
      const is = mayFollow(bill, lockedTo);
      if (is) stored.set(bill.id, { due: bill.tdsPaise, before });
      return is;
    },
  });
  for (const party of parties) {
    const { paiseByEvent: byEvent } = deductTds(party, party.events);
    for (const { id } of party.events) {
      const before = stored.get(id);
      if (!before) continue;
      const due = ((byEvent.get(id) ?? 0) + before.before) as Paise;
      if (due !== before.due) await setTds(tx, tenant, id, due, id !== own);
    }
  }
}

/** Whether a bill’s TDS follows its rule: not typed, not paid in full, month not locked. */
export function mayFollow(
  { isByRule, status, date }: Pick<BillRow, "date" | "isByRule" | "status">,
  lockedTo: CalendarDate | "" | null,
): boolean {
  const isOpen = status === "SENT" || status === "PARTIALLY_PAID";
  return isByRule === 1 && isOpen && date > (lockedTo || "");
}

/** Whether a bill or credit note affects the TDS of the vendor's other bills. */
export const affectsTds = ({ tdsRule, kind }: Pick<Row, "kind" | "tdsRule">): boolean =>
  tdsRule !== "" || kind === "VENDOR_CREDIT";

/**
 * Recomputes TDS after a payment of a bill.
 * @param isLogged whether the write logs the bill itself, not just the payment
 */
export async function followBillTds(
  tx: Write,
  tenant: Tenant,
  billId: string,
  paidOn: CalendarDate,
  isLogged = false,
): Promise<void> {
  const [bill] = await tx
    .select()
    .from(documents)
    .where(forAgency(tenant, documents, eq(documents.id, billId)));
  if (!bill?.vendorId || bill.tdsRule === "") return;
  const date = pickEarlier(paidOn, bill.date);
  await followTds(tx, tenant, { vendorId: bill.vendorId, date, ...(isLogged && { own: billId }) });
}

/** Moves the TDS of payments that are now before their bill, or no longer, to the right date. */
export async function redateEarlyTds(
  tx: Write,
  tenant: Tenant,
  billId: string,
  date: CalendarDate,
): Promise<void> {
  const of = forAgency(
    tenant,
    settlements,
    eq(settlements.documentId, billId),
    eq(settlements.kind, "PAYMENT"),
  );
  for (const row of await tx.select().from(settlements).where(of)) {
    const isTdsEarly = row.tdsPaise > 0 && row.date < date;
    if (isTdsEarly === row.isTdsEarly) continue;
    await tx.delete(settlements).where(forAgency(tenant, settlements, eq(settlements.id, row.id)));
    await tx.insert(settlements).values({ ...row, isTdsEarly });
  }
}

async function setTds(tx: Write, tenant: Tenant, id: string, due: Paise, isLogged: boolean) {
  const before = isLogged ? await getBill(tenant, id) : undefined;
  await tx.run(sql`UPDATE documents SET tds_due_paise = ${due}
    WHERE agency_id = ${tenant.agencyId} AND id = ${id}`);
  if (!before) return;
  const after = await getBill(tenant, id);
  const payload = { before, after };
  await recordChanges(tx, tenant, [{ action: "UPDATE", entity: "Bill", payload, follows: true }]);
}
