import { and, asc, eq } from "drizzle-orm";
import { fromHundredths } from "../../domain/gst.ts";
import type { Invoice, InvoiceItem, InvoiceRow } from "../../domain/invoices.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Write } from "../atomically.ts";
import { clients, invoiceItems, invoices, type Parties } from "../invoiceSchema.ts";
import { users } from "../schema.ts";
import { owned, type Tenant } from "../tenant.ts";

type From = Pick<Write, "select">;

/** An invoice, its client as they are now, and who made it. */
export interface InvoiceRecord {
  invoice: typeof invoices.$inferSelect;
  client: typeof clients.$inferSelect;
  author: string;
}

export async function findInvoice(from: From, tenant: Tenant, id: string): Promise<InvoiceRecord> {
  const [found] = await from
    .select({ invoice: invoices, client: clients, author: users.name })
    .from(invoices)
    .innerJoin(
      clients,
      and(eq(clients.agencyId, invoices.agencyId), eq(clients.id, invoices.clientId)),
    )
    .innerJoin(users, and(eq(users.agencyId, invoices.agencyId), eq(users.id, invoices.createdBy)))
    .where(owned(tenant, invoices, eq(invoices.id, id)));
  if (!found) throw new Refusal("missing", "Invoice not found");
  return found;
}

export type ItemRow = typeof invoiceItems.$inferSelect & { rate: Paise };

/** The items of an invoice in their order, as the engine of GST takes them. */
export async function findLines(from: From, tenant: Tenant, id: string): Promise<ItemRow[]> {
  const rows = await from
    .select()
    .from(invoiceItems)
    .where(owned(tenant, invoiceItems, eq(invoiceItems.invoiceId, id)))
    .orderBy(asc(invoiceItems.line));
  return rows.map((row) => ({ ...row, rate: row.ratePaise }));
}

export function toInvoice(
  { invoice, client, author }: InvoiceRecord,
  items: ItemRow[],
  { supplier, recipient }: Parties,
): Invoice {
  const { gstMode, placeOfSupply, supplyText, supplyCode, notes, terms, createdAt } = invoice;
  return {
    ...toInvoiceRow({ invoice, client }),
    gstMode,
    placeOfSupply,
    supplyPlace: { text: supplyText, stateCode: supplyCode },
    items: items.map(toItem),
    subTotal: toRupees(invoice.subTotalPaise),
    discountTotal: toRupees(invoice.discountPaise),
    taxableValue: toRupees(invoice.taxablePaise),
    tax: {
      cgst: toRupees(invoice.cgstPaise),
      sgst: toRupees(invoice.sgstPaise),
      igst: toRupees(invoice.igstPaise),
    },
    roundOff: toRupees(invoice.roundOffPaise),
    notes,
    terms,
    supplier,
    recipient,
    createdBy: { _id: invoice.createdBy, fullName: author },
    createdAt,
  };
}

/** An invoice as lists show it. */
export function toInvoiceRow({
  invoice,
  client,
}: Pick<InvoiceRecord, "client" | "invoice">): InvoiceRow {
  const { id, number, date, dueDate, status, receivedPaise, tdsPaise, grandTotalPaise } = invoice;
  return {
    _id: id,
    invoiceNumber: number,
    date,
    dueDate,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status,
    grandTotal: toRupees(grandTotalPaise),
    received: toRupees(receivedPaise),
    tds: toRupees(tdsPaise),
    balance: toRupees(balanceOf(invoice)),
  };
}

type Settled = Pick<typeof invoices.$inferSelect, "grandTotalPaise" | "receivedPaise" | "tdsPaise">;

/** What is still to be settled, in paise. */
export const balanceOf = ({ grandTotalPaise, receivedPaise, tdsPaise }: Settled): Paise =>
  (grandTotalPaise - receivedPaise - tdsPaise) as Paise;

function toItem({ description, hsnSac, qty, rate, discountPct, taxPct }: ItemRow): InvoiceItem {
  return {
    description,
    hsnSac,
    qty: fromHundredths(qty),
    rate: toRupees(rate),
    discountPct: fromHundredths(discountPct),
    taxPct: fromHundredths(taxPct),
  };
}
