import { and, asc, eq, sql } from "drizzle-orm";
import {
  type Invoice,
  type InvoiceItem,
  type InvoiceRow,
  type InvoiceStatus,
  type Registration,
  type Summed,
  toDocumentTitle,
} from "../../domain/documents/invoices.ts";
import { FAMILY_NAMES, type Family } from "../../domain/documents/kinds.ts";
import { invoiceWarnings } from "../../domain/documents/warnings.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { clients, documentLines, documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { einvoices } from "../schema/returns.ts";
import type { Issuer } from "./issuer.ts";

type From = Pick<Write, "select">;

/** An invoice with its current client and its author. */
export interface InvoiceRecord {
  invoice: typeof documents.$inferSelect;
  client: typeof clients.$inferSelect;
  author: string;
  /** Its registration with the Invoice Registration Portal, if any. */
  einvoice?: Registration | null;
}

/** Returns invoices in the order of the ids. @throws Refusal "missing" */
export async function findInvoices(
  from: From,
  tenant: Tenant,
  ids: string[],
  family: Family = "INVOICES",
): Promise<InvoiceRecord[]> {
  const found = await from
    .select({ invoice: documents, client: clients, author: users.name, einvoice: REGISTRATION })
    .from(documents)
    .innerJoin(
      clients,
      and(eq(clients.agencyId, documents.agencyId), eq(clients.id, documents.clientId)),
    )
    .innerJoin(
      users,
      and(eq(users.agencyId, documents.agencyId), eq(users.id, documents.createdBy)),
    )
    .leftJoin(
      einvoices,
      and(
        eq(einvoices.agencyId, documents.agencyId),
        eq(einvoices.id, documents.id),
        eq(einvoices.status, "ACT"),
      ),
    )
    .where(forAgency(tenant, documents, isIn(documents.id, ids), eq(documents.family, family)));
  const byId = new Map(found.map((record) => [record.invoice.id, record]));
  return ids.map((id) => {
    const record = byId.get(id);
    if (!record) throw new Refusal("missing", `${FAMILY_NAMES[family]} not found`);
    return record;
  });
}

const { irn, ackNo, ackDate, signedQr } = einvoices;
const REGISTRATION = { irn, ackNo, ackDate, signedQr };

export type ItemRow = typeof documentLines.$inferSelect & { rate: Paise };

/** Returns the lines of invoices in order, as input of the GST engine, by invoice id. */
export async function findLines(
  from: From,
  tenant: Tenant,
  ids: string[],
): Promise<Map<string, ItemRow[]>> {
  const rows = await from
    .select()
    .from(documentLines)
    .where(forAgency(tenant, documentLines, isIn(documentLines.documentId, ids)))
    .orderBy(asc(documentLines.documentId), asc(documentLines.line));
  const lines = rows.map((row) => ({ ...row, rate: row.ratePaise }));
  return Map.groupBy(lines, ({ documentId }) => documentId);
}

/** An invoice with its lines and the parties it shows. */
export interface WholeInvoice {
  record: InvoiceRecord;
  lines: ItemRow[];
  parties: Parties;
  /** The agency and settings that a draft follows. */
  issuer?: Issuer | undefined;
}

export function toInvoice(whole: WholeInvoice): Invoice {
  const { invoice, client } = whole.record;
  const view = {
    ...toInvoiceRow({ invoice, client }),
    ...toDocumentView(whole),
    ...toRegistered(whole),
    placeOfSupply: invoice.placeOfSupply,
    foreignCurrency: invoice.foreignCurrency,
    deliveryAddress: invoice.deliveryAddress,
    serviceDate: invoice.serviceDate,
    exchangeRate: invoice.exchangeRate / 1_000_000,
    advancesUsed: toRupees(invoice.advancesPaise),
    writtenOff: toRupees(invoice.writtenOffPaise),
    terms: invoice.terms,
  };
  return { ...view, title: toDocumentTitle(view), warnings: invoiceWarnings(view) };
}

/** Returns the e-invoice registration of an invoice or note. */
export const toRegistered = ({ record: { einvoice } }: WholeInvoice) => ({
  irn: einvoice?.irn ?? "",
  ...(einvoice && { einvoice }),
});

/** Converts the fields shared by all document kinds to their API form. */
export function toDocumentView({ record, lines, parties }: WholeInvoice) {
  const { invoice, author } = record;
  const { gstMode, supply, supplyText, supplyCode, reverseCharge, notes, createdAt } = invoice;
  return {
    number: invoice.number,
    gstMode,
    supply,
    reverseCharge,
    supplyPlace: { text: supplyText, stateCode: supplyCode },
    items: lines.map(toItem),
    subTotal: toRupees(invoice.subTotalPaise),
    discountTotal: toRupees(invoice.discountPaise),
    ...toSummed(invoice),
    reverseChargeTax: taxIn(reverseCharge ? lines : []),
    roundOff: toRupees(invoice.roundOffPaise),
    notes,
    ...parties,
    createdBy: { _id: invoice.createdBy, fullName: author },
    createdAt,
  };
}

/** Returns a document's amounts other than the total. */
export const toSummed = (document: Taxed & { taxablePaise: Paise }): Summed => ({
  taxableValue: toRupees(document.taxablePaise),
  tax: taxIn([document]),
});

type Taxed = Record<"cgstPaise" | "igstPaise" | "sgstPaise", Paise>;

/** Sums the taxes of rows, in rupees. */
export function taxIn(rows: Taxed[]) {
  const sum = (column: keyof Taxed) =>
    toRupees(rows.reduce((total, row) => total + row[column], 0) as Paise);
  return { cgst: sum("cgstPaise"), sgst: sum("sgstPaise"), igst: sum("igstPaise") };
}

/** Converts an invoice to its row in a list. */
export function toInvoiceRow({
  invoice,
  client,
}: Pick<InvoiceRecord, "client" | "invoice">): InvoiceRow {
  const { id, number, date, dueDate, status, receivedPaise, tdsPaise, grandTotalPaise } = invoice;
  return {
    _id: id,
    kind: invoice.kind as InvoiceRow["kind"],
    invoiceNumber: number,
    number,
    date,
    dueDate,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status: status as InvoiceStatus,
    ...toSummed(invoice),
    grandTotal: toRupees(grandTotalPaise),
    received: toRupees(receivedPaise),
    tds: toRupees(tdsPaise),
    creditApplied: toRupees(invoice.creditPaise),
    balance: toRupees(computeBalance(invoice)),
    seriesId: invoice.seriesId ?? "",
  };
}

const SETTLED = [
  "receivedPaise",
  "tdsPaise",
  "advancesPaise",
  "creditPaise",
  "writtenOffPaise",
] as const;
type Settled = Pick<typeof documents.$inferSelect, "grandTotalPaise" | (typeof SETTLED)[number]>;

/** The outstanding amount in SQL. */
export const OPEN = sql`(grand_total_paise - received_paise - tds_paise - advances_paise - credit_paise
  - written_off_paise)`;

/** Returns the outstanding amount, in paise. */
export const computeBalance = (document: Settled): Paise =>
  (document.grandTotalPaise - sumSettled(document)) as Paise;

/** Returns the settled amount: money, TDS, advances, credit and write-offs. */
export const sumSettled = (document: Settled): number =>
  SETTLED.reduce((sum, column) => sum + document[column], 0);

function toItem(row: ItemRow): InvoiceItem {
  const { description, hsnSac, qty, unit, rate, discountPct, taxPct } = row;
  const { treatment, pureAgent } = row;
  return {
    description,
    hsnSac,
    qty: fromHundredths(qty),
    unit,
    rate: toRupees(rate),
    discountPct: fromHundredths(discountPct),
    taxPct: fromHundredths(taxPct),
    treatment,
    pureAgent,
    taxable: toRupees(row.taxablePaise),
    cgst: toRupees(row.cgstPaise),
    sgst: toRupees(row.sgstPaise),
    igst: toRupees(row.igstPaise),
  };
}
