import { eq, type SQL } from "drizzle-orm";
import type { Invoice, Recipient, Supplier } from "../../domain/documents/invoices.ts";
import type { Family } from "../../domain/documents/kinds.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { type clients, documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { findIssuer } from "./issuer.ts";
import {
  findInvoices,
  findLines,
  type InvoiceRecord,
  toInvoice,
  type WholeInvoice,
} from "./rows.ts";

type From = Pick<Write, "select">;

/** Returns a client as an invoice shows them. */
export function toRecipient(client: typeof clients.$inferSelect): Recipient {
  const { city, pin, gstin, state, stateCode, email, phone, kind, country } = client;
  return {
    name: client.billingName || client.displayName,
    address: client.billingAddress,
    city,
    pin,
    gstin,
    state,
    stateCode,
    email,
    phone,
    kind,
    country,
  };
}

/** Fills in fields that did not exist when older documents were issued. */
function ofItsTime(issued: Parties | false | null): Parties | undefined {
  if (!issued) return undefined;
  const { supplier, recipient } = issued;
  const kind = recipient.gstin ? "REGULAR" : "UNREGISTERED";
  const before = { legalName: "", city: "", pin: "", lut: [], isComposition: false };
  return {
    supplier: { ...before, ...supplier },
    recipient: { ...({ kind, country: "IN" } as const), ...recipient },
  };
}

/** @throws Refusal "missing" */
export async function getInvoice(tenant: Tenant, id: string): Promise<Invoice> {
  return toInvoice(await readInvoice(tenant.books.read, tenant, id));
}

export async function readInvoice(
  from: From,
  tenant: Tenant,
  id: string,
  family: Family = "INVOICES",
): Promise<WholeInvoice> {
  const [read] = await readInvoices(from, tenant, [id], family);
  return read as WholeInvoice;
}

/** Returns a client named in a request. @throws Refusal "invalid" if the agency has no such client */
export async function readNamed(
  from: From,
  tenant: Tenant,
  path: string,
  id: string,
): Promise<WholeInvoice> {
  const [row] = await from
    .select({ id: documents.id })
    .from(documents)
    .where(forAgency(tenant, documents, eq(documents.id, id), eq(documents.family, "INVOICES")));
  if (!row) throw invalid(path, "Choose one of your invoices");
  return readInvoice(from, tenant, id);
}

/**
 * Returns invoices in the order of the ids, with the parties as issued; drafts have the current ones.
 * @throws Refusal "missing"
 */
export async function readInvoices(
  from: From,
  tenant: Tenant,
  ids: string[],
  family: Family = "INVOICES",
): Promise<WholeInvoice[]> {
  const records = await findInvoices(from, tenant, ids, family);
  const lines = await findLines(from, tenant, ids);
  // Even a draft note keeps the parties of its original.
  const issued = ({ invoice }: InvoiceRecord) =>
    (invoice.status !== "DRAFT" || family === "NOTES") && invoice.issued;
  const issuer = records.every(issued) ? undefined : await findIssuer(from, tenant, "INVOICE");
  return records.map((record) => {
    const supplier = issuer?.supplier as Supplier;
    const parties = ofItsTime(issued(record)) || {
      supplier,
      recipient: toRecipient(record.client),
    };
    return { record, lines: lines.get(record.invoice.id) ?? [], parties, issuer };
  });
}

/** Whether a document meets a condition, such as that it names a client or vendor. */
export async function hasDocuments(from: Read, tenant: Tenant, condition: SQL): Promise<boolean> {
  const [found] = await from
    .select({ id: documents.id })
    .from(documents)
    .where(forAgency(tenant, documents, condition))
    .limit(1);
  return found !== undefined;
}
