import { eq } from "drizzle-orm";
import { TITLES } from "../../domain/documents/kinds.ts";
import { toRupees } from "../../domain/money.ts";
import type { PurchaseDocument } from "../../domain/purchases/purchasePaper.ts";
import { Refusal } from "../../domain/refusal.ts";
import { findLines, taxIn } from "../documents/rows.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { vendors } from "../schema/vendors.ts";
import { presentParties, toItem } from "./billRows.ts";

/** @throws Refusal "missing", also for a bill that the vendor issued */
export async function getSelfInvoice(tenant: Tenant, id: string): Promise<PurchaseDocument> {
  const document = await readPurchaseDocument(tenant, id);
  if (!document)
    throw new Refusal("missing", "The vendor issues this bill, so bahi has no PDF of it");
  return document;
}

/**
 * Returns a payment's voucher; undefined for a client's payment. @throws Refusal "missing" if there is none
 */
export async function findPaymentVoucher(
  tenant: Tenant,
  paymentId: string,
): Promise<PurchaseDocument | undefined> {
  const { read } = tenant.books;
  const [paid] = await read
    .select({ sourceId: settlements.sourceId, documentId: settlements.documentId })
    .from(settlements)
    .where(forAgency(tenant, settlements, eq(settlements.id, paymentId)));
  if (paid?.sourceId) return readPurchaseDocument(tenant, paid.sourceId);
  const isOfBill = forAgency(
    tenant,
    documents,
    eq(documents.id, paid?.documentId ?? ""),
    eq(documents.family, "BILLS"),
  );
  const [bill] = await read.select({ id: documents.id }).from(documents).where(isOfBill);
  if (bill) throw new Refusal("missing", "Only a payment under reverse charge has a voucher");
  return undefined;
}

async function readPurchaseDocument(
  tenant: Tenant,
  id: string,
): Promise<PurchaseDocument | undefined> {
  const { read } = tenant.books;
  const [row] = await read
    .select({ document: documents, vendor: vendors })
    .from(documents)
    .innerJoin(vendors, forAgency(tenant, vendors, eq(vendors.id, documents.vendorId)))
    .where(forAgency(tenant, documents, eq(documents.id, id)));
  if (!row) throw new Refusal("missing", "Bill not found");
  const { document, vendor } = row;
  if (document.kind !== "SELF_INVOICE" && document.kind !== "PAYMENT_VOUCHER") return undefined;
  const lines = (await findLines(read, tenant, [id])).get(id) ?? [];
  return {
    _id: id,
    title: TITLES[document.kind],
    number: document.number,
    date: document.date,
    createdAt: document.createdAt,
    isCancelled: document.status === "CANCELLED",
    ...(document.issued ?? (await presentParties(read, tenant, vendor))),
    gstMode: document.gstMode,
    items: lines.map(toItem),
    supplyPlace: { text: document.supplyText, stateCode: document.supplyCode },
    total: toRupees(document.grandTotalPaise),
    tax: taxIn(lines),
    notes: document.notes,
    ...(document.original && {
      against: { number: document.original.number, date: document.original.date },
    }),
  };
}
