import { and, eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import {
  type Bill,
  type BillItem,
  type BillRow,
  type BookedKind,
  computeSmallEnterpriseDue,
  type InputCredit,
  toApiKind,
  toApiStatus,
} from "../../domain/purchases/bills.ts";
import { billWarnings } from "../../domain/purchases/billWarnings.ts";
import type { Itc } from "../../domain/purchases/credit.ts";
import { Refusal } from "../../domain/refusal.ts";
import { documentStore } from "../documents/documentStore.ts";
import { findIssuer } from "../documents/issuer.ts";
import { listPayments } from "../documents/readPayments.ts";
import { computeBalance, findLines, type ItemRow, taxIn, toSummed } from "../documents/rows.ts";
import { type PendingPayment, pendingPayments } from "../engine/approvalSums.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { vendors } from "../schema/vendors.ts";
import { listCreditUses } from "./creditUses.ts";

type From = Pick<Write, "all" | "select">;
export type Row = typeof documents.$inferSelect;
export type VendorRow = typeof vendors.$inferSelect;

/** A bill with its current vendor and the user who entered it. */
export interface BillRecord {
  bill: Row;
  vendor: VendorRow;
  author: string;
}

/** @throws Refusal "missing" */
export async function findBill(from: From, tenant: Tenant, id: string): Promise<BillRecord> {
  const [record] = await from
    .select({ bill: documents, vendor: vendors, author: users.name })
    .from(documents)
    .innerJoin(
      vendors,
      and(eq(vendors.agencyId, documents.agencyId), eq(vendors.id, documents.vendorId)),
    )
    .innerJoin(
      users,
      and(eq(users.agencyId, documents.agencyId), eq(users.id, documents.createdBy)),
    )
    .where(forAgency(tenant, documents, eq(documents.id, id), eq(documents.family, "BILLS")));
  if (!record) throw new Refusal("missing", "Bill not found");
  return record;
}

export const billStore = documentStore<BillRecord, Bill>({
  entity: "Bill",
  read: findBill,
  getRow: ({ bill }) => bill,
  toDocument: toBill,
});

export const getBill = billStore.get;

/** Converts a bill to its API form. */
export async function toBill(from: From, tenant: Tenant, record: BillRecord): Promise<Bill> {
  const { bill, author } = record;
  const lines = (await findLines(from, tenant, [bill.id])).get(bill.id) ?? [];
  const parties = bill.issued ?? (await presentParties(from, tenant, record.vendor));
  const isOwnTax = bill.reverseCharge;
  const pending = await pendingPayments(from, tenant, [bill.id]);
  const view = {
    ...toBillRow(record, creditIn(lines), pending.get(bill.id)),
    receivedDate: bill.receivedDate,
    placeOfSupply: bill.placeOfSupply,
    supplyPlace: { text: bill.supplyText, stateCode: bill.supplyCode },
    gstMode: bill.gstMode,
    reverseCharge: bill.reverseCharge,
    import: bill.import,
    reverseChargeTax: taxIn(isOwnTax ? lines : []),
    items: lines.map(toItem),
    roundOff: toRupees(bill.roundOffPaise),
    tdsRule: bill.tdsRule,
    tdsKept: toRupees(bill.tdsPaise),
    tdsByRule: bill.isTdsByRule,
    tdsCertificate: bill.tdsCertificate,
    rentMonths: bill.rentMonths,
    creditChangedOn: bill.creditChangedOn,
    cancelledOn: bill.cancelledOn,
    supplierUnfiledOn: bill.supplierUnfiledOn,
    supplierFiledOn: bill.supplierFiledOn,
    earlier: bill.isEarlier,
    billId: bill.originalId ?? "",
    notes: bill.notes,
    payments: await listPayments(from, tenant, bill.id),
    credits: await listCreditUses(from, tenant, bill.id),
    ...parties,
    createdBy: { _id: bill.createdBy, fullName: author },
    createdAt: bill.createdAt,
  };
  return { ...view, warnings: billWarnings(view, today()) };
}

/** Returns the current agency and vendor. */
export async function presentParties(
  from: From,
  tenant: Tenant,
  vendor: VendorRow,
): Promise<Parties> {
  const { supplier } = await findIssuer(from, tenant, "SELF_INVOICE");
  return { supplier, recipient: toParty(vendor) };
}

/** Converts a vendor to the party that a document shows. */
export function toParty(vendor: Omit<VendorRow, "importId" | "searched">): Parties["recipient"] {
  const { city, pin, gstin, state, stateCode, email, phone, kind, country } = vendor;
  const { isAssociated } = vendor;
  return {
    name: vendor.billingName || vendor.displayName,
    address: vendor.billingAddress,
    city,
    pin,
    gstin,
    state,
    stateCode,
    email,
    phone,
    kind,
    country,
    isAssociated,
  };
}

/** Returns a bill's total TDS in paise; once it is paid, the amount deducted. */
const computeBillTds = ({
  status,
  tdsPaise,
  tdsDuePaise,
}: Pick<Row, "status" | "tdsDuePaise" | "tdsPaise">) =>
  (status === "PAID" ? tdsPaise : Math.max(tdsPaise, tdsDuePaise)) as Paise;

/**
 * Returns the unused payments of a cancelled bill, including the TDS deducted; for a draft, the amount due.
 */
export const computeAdvance = (bill: Row): Paise =>
  bill.status === "CANCELLED"
    ? ((bill.receivedPaise + bill.tdsPaise - bill.usedPaise - bill.refundedPaise) as Paise)
    : computeBalance(bill);

/** Converts a bill to its row in a list. */
export function toBillRow(
  { bill, vendor }: Pick<BillRecord, "bill" | "vendor">,
  credit: Credit,
  pending: PendingPayment | undefined,
): BillRow {
  const { id, number, date, dueDate, isOnHold, reverseCharge } = bill;
  const isCredit = bill.kind === "VENDOR_CREDIT";
  const held = isCredit ? bill.toPayPaise : 0;
  const isDead = bill.status === "CANCELLED" || bill.status === "DRAFT";
  return {
    _id: id,
    kind: toApiKind(bill.kind as BookedKind),
    number,
    date,
    dueDate,
    onHold: isOnHold,
    vendorId: { _id: vendor.id, displayName: vendor.displayName },
    status: toApiStatus({ status: bill.status, held: held ?? 0 }),
    ...toSummed(bill),
    cess: toRupees(bill.cessPaise),
    grandTotal: toRupees(bill.grandTotalPaise),
    paid: toRupees(bill.receivedPaise),
    creditApplied: toRupees(bill.creditPaise),
    tds: toRupees(computeBillTds(bill)),
    balance: toRupees(
      (isCredit ? held : isDead ? computeAdvance(bill) : computeBalance(bill)) as Paise,
    ),
    toPay: toRupees((isCredit || isDead ? 0 : bill.toPayPaise) as Paise),
    inputCredit: toInputCredit(credit, reverseCharge),
    credit: toRupees(credit.eligiblePaise),
    approval: pending ? { _id: pending.id, amount: toRupees(pending.amountPaise) } : null,
    smallEnterpriseBy:
      vendor.isSmallEnterprise && !isCredit
        ? computeSmallEnterpriseDue(bill, vendor.agreedDays)
        : "",
  };
}

/** Tax of a bill's lines and the part that is credit, in paise. */
export interface Credit {
  taxPaise: Paise;
  eligiblePaise: Paise;
}

function toInputCredit({ taxPaise, eligiblePaise }: Credit, isReverseCharge: boolean): InputCredit {
  if (eligiblePaise === 0) return "NONE";
  if (isReverseCharge) return "REVERSE_CHARGE";
  return eligiblePaise === taxPaise ? "ALL" : "PART";
}

function creditIn(lines: ItemRow[]): Credit {
  const sum = (of: ItemRow[]) =>
    of.reduce(
      (all, line) => all + line.cgstPaise + line.sgstPaise + line.igstPaise + line.cessPaise,
      0,
    ) as Paise;
  return {
    taxPaise: sum(lines),
    eligiblePaise: sum(lines.filter(({ itc }) => itc === "ELIGIBLE")),
  };
}

/** Returns tax and credit of several bills, by id. */
export async function listCredits(
  from: Pick<Write, "all">,
  { agencyId }: Tenant,
  ids: string[],
): Promise<Map<string, Credit>> {
  const tax = sql`cgst_paise + sgst_paise + igst_paise + cess_paise`;
  const rows = await from.all<
    Credit & { id: string }
  >(sql`SELECT document_id AS id, sum(${tax}) AS "taxPaise",
      sum(iif(itc = 'ELIGIBLE', ${tax}, 0)) AS "eligiblePaise"
    FROM document_lines WHERE agency_id = ${agencyId}
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY 1`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Converts a line to its API form. */
export const toItem = (row: ItemRow): BillItem => ({
  description: row.description,
  hsnSac: row.hsnSac,
  categoryId: row.categoryId ?? "",
  taxable: toRupees(row.taxablePaise),
  taxPct: fromHundredths(row.taxPct),
  treatment: row.treatment as BillItem["treatment"],
  cgst: toRupees(row.cgstPaise),
  sgst: toRupees(row.sgstPaise),
  igst: toRupees(row.igstPaise),
  cess: toRupees(row.cessPaise),
  itc: row.itc as Itc,
  blockedBy: row.blockedBy,
  use: row.isCommon ? "COMMON" : "",
});
