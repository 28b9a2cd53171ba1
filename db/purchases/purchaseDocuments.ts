import { eq } from "drizzle-orm";
import { TITLES } from "../../domain/documents/kinds.ts";
import { toRupees } from "../../domain/money.ts";
import type { PurchaseDocument } from "../../domain/purchases/purchasePaper.ts";
import { Refusal } from "../../domain/refusal.ts";
import { findLines } from "../documents/rows.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { vendors } from "../schema/vendors.ts";
import { presentParties, taxIn, toItem } from "./billRows.ts";

/** @throws Refusal "missing", also for a bill that the vendor issued */
export async function getSelfInvoice(tenant: Tenant, id: string): Promise<PurchaseDocument> {
  const paper = await readPurchaseDocument(tenant, id);
  if (!paper) throw new Refusal("missing", "The vendor issues this bill, so bahi has no PDF of it");
  return paper;
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
    .select({ paper: documents, vendor: vendors })
    .from(documents)
    .innerJoin(vendors, forAgency(tenant, vendors, eq(vendors.id, documents.vendorId)))
    .where(forAgency(tenant, documents, eq(documents.id, id)));
  if (!row) throw new Refusal("missing", "Bill not found");
  const { paper, vendor } = row;
  if (paper.kind !== "SELF_INVOICE" && paper.kind !== "PAYMENT_VOUCHER") return undefined;
  const lines = (await findLines(read, tenant, [id])).get(id) ?? [];
  return {
    ...{ _id: id, title: TITLES[paper.kind], number: paper.number, date: paper.date },
    ...{ createdAt: paper.createdAt, isCancelled: paper.status === "CANCELLED" },
    ...(paper.issued ?? (await presentParties(read, tenant, vendor))),
    ...{ gstMode: paper.gstMode, items: lines.map(toItem) },
    supplyPlace: { text: paper.supplyText, stateCode: paper.supplyCode },
    ...{ total: toRupees(paper.grandTotalPaise), tax: taxIn(lines), notes: paper.notes },
    ...(paper.original && {
      against: { number: paper.original.number, date: paper.original.date },
    }),
  };
}
