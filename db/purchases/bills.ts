import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import {
  formatDate,
  pickEarlier,
  today as todayInIndia,
  toFinancialYear,
} from "../../domain/dates.ts";
import type { Removed } from "../../domain/documents/removed.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { type CancelBill, NewBill } from "../../domain/purchases/billInput.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { insertRow } from "../documents/documents.ts";
import { findIssuer } from "../documents/issuer.ts";
import { assertSameYear, takeNumbers } from "../documents/numbering.ts";
import { sumSettled } from "../documents/rows.ts";
import { deleteApplication } from "../documents/settlements.ts";
import { assertOpen } from "../engine/locks.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { vendors } from "../schema/vendors.ts";
import { affectsTds, followTds, redateEarlyTds } from "../tds/follow.ts";
import { type BillRecord, billStore, findBill, type VendorRow } from "./billRows.ts";
import { applyCredit } from "./credits.ts";
import { toEntered } from "./enteredBill.ts";
import { computeBill } from "./figureBill.ts";
import { followMarks, selectMonthMarks } from "./supplierReturns.ts";

/** Enters a bill, or saves it as a draft. @throws Refusal "conflict" if it is already entered */
export const addBill = (tenant: Tenant, input: NewBill): Promise<Bill> =>
  billStore.add(tenant, (tx) => insertBill(tx, tenant, input));

/** Inserts a bill as part of a larger transaction, which logs it. Returns its id. */
export async function insertBill(tx: Write, tenant: Tenant, input: NewBill): Promise<string> {
  const vendor = await findVendor(tx, tenant, input.vendorId);
  const issuer = await findIssuer(tx, tenant, "SELF_INVOICE");
  const made = await computeBill(tx, tenant, { input, vendor, issuer });
  const isOwn = made.columns.kind === "SELF_INVOICE";
  const [own = ""] =
    isOwn && !input.number
      ? await takeNumbers(tx, tenant, "SELF_INVOICE", issuer, [input.date])
      : [];
  const number = own || input.number;
  const original = await findOriginal(tx, tenant, input);
  await assertNew(tx, tenant, { ...made.columns, number }, vendor);
  const columns = {
    ...made.columns,
    ...selectMonthMarks(tenant, made.columns),
    number,
    originalId: original?.id ?? null,
  };
  const { id } = (await insertRow(tx, tenant, columns, made.items)).invoice;
  await applyToOriginal(tx, tenant, id, input);
  const bill = { ...made.columns, vendorId: vendor.id };
  if (affectsTds(bill)) await followTds(tx, tenant, { ...bill, own: id });
  return id;
}

/** Settles the original bill's balance with an entered credit note. */
async function applyToOriginal(tx: Write, tenant: Tenant, id: string, input: NewBill) {
  if (input.kind !== "CREDIT_NOTE" || input.status !== "OPEN" || !input.billId) return;
  const { bill } = await findBill(tx, tenant, input.billId);
  const { bill: note } = await findBill(tx, tenant, id);
  const amount = Math.min(bill.toPayPaise ?? 0, note.grandTotalPaise) as Paise;
  const takes = bill.status === "SENT" || bill.status === "PARTIALLY_PAID";
  if (takes && amount > 0) await applyCredit(tenant, note.id, { billId: bill.id, amount });
}

async function findOriginal(tx: Write, tenant: Tenant, { billId, vendorId }: NewBill) {
  if (!billId) return undefined;
  const isIt = forAgency(
    tenant,
    documents,
    eq(documents.id, billId),
    eq(documents.family, "BILLS"),
    eq(documents.vendorId, vendorId),
    ne(documents.kind, "VENDOR_CREDIT"),
  );
  const [bill] = await tx.select({ id: documents.id }).from(documents).where(isIt);
  if (!bill) throw invalid("billId", "Choose a bill of the same vendor");
  return bill;
}

/**
 * Changes the given fields; an entered bill keeps its kind. TDS is computed again if its input changed and no
 * one typed an amount.
 * @throws Refusal "conflict" if it is paid or cancelled, or the total would be below its settlements
 */
export function changeBill(tenant: Tenant, id: string, changes: object): Promise<Bill> {
  return billStore.edit(tenant, id, changes, async (tx, record, before) => {
    const { bill: row } = record;
    if (row.status === "PAID" || row.status === "CANCELLED") {
      throw new Refusal("conflict", `A ${row.status.toLowerCase()} bill cannot be changed`);
    }
    const input = parse(NewBill, { ...toEntered(before, changes), ...changes, kind: before.kind });
    const vendor = await assertVendor(tx, tenant, record, input.vendorId);
    const issuer = await findIssuer(tx, tenant, "SELF_INVOICE");
    if (row.status !== "DRAFT" && input.status === "DRAFT") {
      throw new Refusal(
        "conflict",
        "An entered bill cannot become a draft again; cancel it instead",
      );
    }
    const isSame = ["items", "placeOfSupply", "vendorId"].every((field) => !(field in changes));
    const elsewhere = isSame ? "keep" : "refuse";
    const toFigure = { input, vendor, issuer, own: row.id, elsewhere } as const;
    const { columns, items } = await computeBill(tx, tenant, toFigure);
    if (columns.grandTotalPaise < Math.max(sumSettled(row), row.usedPaise + row.refundedPaise)) {
      throw new Refusal("conflict", "The total cannot be less than the amount already paid");
    }
    const number = row.kind === "SELF_INVOICE" ? row.number : input.number;
    if (row.kind === "SELF_INVOICE") assertSameYear(row.date, input.date, "A self-invoice");
    await assertNew(tx, tenant, { ...columns, number }, vendor, id);
    const sentAt = row.sentAt ?? columns.sentAt;
    const creditChangedOn =
      row.status !== "DRAFT" && isOtherCredit(before.items, items)
        ? todayInIndia()
        : row.creditChangedOn;
    const isMoved = row.date.slice(0, 7) !== columns.date.slice(0, 7) || row.vendorId !== vendor.id;
    return {
      columns: { ...columns, number, sentAt, creditChangedOn },
      items,
      async follow() {
        if (isMoved) await followMarks(tx, tenant, id, columns);
        if (row.status === "DRAFT") await applyToOriginal(tx, tenant, id, input);
        if (input.date !== row.date) await redateEarlyTds(tx, tenant, id, input.date);
        const date = pickEarlier(row.date, input.date);
        const isCounted = affectsTds(row) || affectsTds(columns);
        for (const vendorId of isCounted ? new Set([row.vendorId ?? "", vendor.id]) : []) {
          await followTds(tx, tenant, { vendorId, date, own: id });
        }
      },
    };
  });
}

type Credited = Pick<Bill["items"][number], "itc">;

/** Whether the credit of an existing line changes, which a return may have claimed. */
const isOtherCredit = (before: Credited[], after: { itc?: string | undefined }[]): boolean =>
  before.some(({ itc }, n) => after[n] !== undefined && after[n].itc !== itc);

async function assertVendor(tx: Write, tenant: Tenant, { bill, vendor }: BillRecord, id: string) {
  if (id === vendor.id) return vendor;
  if (sumSettled(bill) + bill.usedPaise + bill.refundedPaise > 0) {
    throw new Refusal("conflict", "You cannot change the vendor of a partly paid bill");
  }
  return findVendor(tx, tenant, id);
}

/**
 * Cancels a bill. If a filed GSTR-3B reported it, or a day is given, it stays in the ledgers until that day.
 * Otherwise it leaves them entirely. Payments become an advance to the vendor, and credits and advances are
 * released. A vendor's number becomes free. A self-invoice keeps its number, but a draft that can return it
 * is deleted.
 * @throws Refusal "conflict" while a credit note settles bills, "invalid" if the day is not allowed
 */
export function cancelBill(
  tenant: Tenant,
  id: string,
  { date: requestedDate }: CancelBill = {},
): Promise<Bill | Removed> {
  const date = requestedDate ?? todayInIndia();
  return billStore.cancel(
    tenant,
    id,
    async (tx, { bill }) => {
      if (bill.usedPaise + bill.refundedPaise > 0) {
        throw new Refusal("conflict", "This credit note settles bills; undo that first");
      }
      await assertOpenDate(tx, tenant, bill, date);
    },
    async (tx) => {
      const credits = forAgency(
        tenant,
        settlements,
        eq(settlements.documentId, id),
        inArray(settlements.kind, ["ADVANCE", "CREDIT"]),
      );
      for (const { id: use } of await tx.select().from(settlements).where(credits)) {
        await deleteApplication(tenant, use);
      }
      const isDated = requestedDate !== undefined || (await isInFiledReturn(tx, tenant, id));
      return { cancelledAt: nowFor(tenant), cancelledOn: isDated ? date : "" };
    },
    async (tx, { bill }) => {
      if (affectsTds(bill)) {
        await followTds(tx, tenant, { vendorId: bill.vendorId ?? "", date: bill.date });
      }
    },
  );
}

/** Whether a filed GSTR-3B reported a bill. */
async function isInFiledReturn(tx: Write, { agencyId }: Tenant, id: string): Promise<boolean> {
  const [found] = await tx.all(sql`
    SELECT 1 FROM filed_documents f JOIN filings g ON g.agency_id = f.agency_id AND g.id = f.filing_id
      WHERE f.agency_id = ${agencyId} AND f.document_id = ${id} AND g.return = 'GSTR3B'
    UNION ALL SELECT 1 FROM tax_entries e LEFT JOIN tax_links l
        ON l.agency_id = e.agency_id AND l.row_id = e.document
      WHERE e.agency_id = ${agencyId} AND e.filing_id IS NOT NULL AND coalesce(l.bill_id, e.document) = ${id}
    LIMIT 1`);
  return found !== undefined;
}

/** @throws Refusal "invalid" at date if it is in the future, before the bill, or in closed books */
export async function assertOpenDate(
  tx: Write,
  tenant: Tenant,
  bill: BillRecord["bill"],
  date: string,
): Promise<void> {
  if (date > todayInIndia()) throw invalid("date", "The date must not be in the future");
  if (date < bill.date && bill.date <= todayInIndia()) {
    throw invalid("date", `The bill is dated ${formatDate(bill.date)}, which is later`);
  }
  await assertOpen(tx, tenant, [{ path: "date", date }]);
}

/** @throws Refusal "invalid" if the agency has no such vendor */
export async function findVendor(
  tx: Pick<Write, "select">,
  tenant: Tenant,
  id: string,
): Promise<VendorRow> {
  const [vendor] = await tx
    .select()
    .from(vendors)
    .where(forAgency(tenant, vendors, eq(vendors.id, id)));
  if (!vendor) throw invalid("vendorId", "Choose one of your vendors");
  return vendor;
}

type Numbered = Pick<
  typeof documents.$inferInsert,
  "date" | "kind" | "number" | "numberKey" | "vendorKey"
>;

/** @throws Refusal "conflict" that names the bill, if the vendor's number is already entered */
async function assertNew(tx: Write, tenant: Tenant, bill: Numbered, vendor: VendorRow, own = "") {
  const { kind, numberKey = "", vendorKey = "", number, date } = bill;
  const year = toFinancialYear(date);
  const isSame = numberKey
    ? and(
        eq(documents.numberKey, numberKey),
        or(eq(documents.vendorKey, vendorKey), eq(documents.vendorId, vendor.id)),
        ne(documents.status, "CANCELLED"),
      )
    : eq(documents.number, number);
  const [first] = await tx
    .select()
    .from(documents)
    .where(
      forAgency(
        tenant,
        documents,
        and(
          eq(documents.kind, kind),
          eq(documents.financialYear, year),
          isSame,
          ne(documents.id, own),
        ),
      ),
    )
    .limit(1);
  if (!first) return;
  const total = formatPaise(first.grandTotalPaise);
  const which = `${first.number} of ${vendor.displayName}`;
  const message = `${which} is already entered: ${formatDate(first.date)}, ${total}`;
  throw new Refusal("conflict", message, [{ path: "number", message }]);
}
