import { eq } from "drizzle-orm";
import type { Invoice, Recipient, Supplier } from "../../domain/invoices.ts";
import type { Write } from "../atomically.ts";
import type { clients, Parties } from "../invoiceSchema.ts";
import { findLogoUrl } from "../logos.ts";
import { agencies } from "../schema.ts";
import type { Tenant } from "../tenant.ts";
import { findInvoiceDefaults } from "./defaults.ts";
import { findInvoice, findLines, type InvoiceRecord, toInvoice } from "./rows.ts";

type From = Pick<Write, "select">;

/** The agency and a client as they are now. */
export async function findParties(
  from: From,
  tenant: Tenant,
  client: typeof clients.$inferSelect,
): Promise<Parties> {
  return { supplier: await findSupplier(from, tenant), recipient: toRecipient(client) };
}

/** Those that an invoice shows: of its time, but for a draft. */
export async function findShownParties(
  from: From,
  tenant: Tenant,
  { invoice, client }: InvoiceRecord,
): Promise<Parties> {
  const isIssued = invoice.issued && invoice.status !== "DRAFT";
  return isIssued ? (invoice.issued as Parties) : findParties(from, tenant, client);
}

/** The agency as it is now. */
export async function findSupplier(from: From, tenant: Tenant): Promise<Supplier> {
  const [agency] = await from.select().from(agencies).where(eq(agencies.id, tenant.agencyId));
  if (!agency) throw new Error("The tenant's agency is gone");
  const { name: agencyName, location, contactNumber, gstNumber: gstin } = agency;
  const logoUrl = await findLogoUrl(from, tenant);
  const { bankDetails } = await findInvoiceDefaults(from, tenant);
  return { agencyName, location, contactNumber, gstin, logoUrl, bankDetails };
}

/** A client as an invoice shows them. */
export function toRecipient(client: typeof clients.$inferSelect): Recipient {
  const { city, pin, gstin, state, stateCode, email, phone } = client;
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
  };
}

export async function getInvoiceIn(from: From, tenant: Tenant, id: string): Promise<Invoice> {
  return wholeOf(from, tenant, await findInvoice(from, tenant, id));
}

/** An invoice with its items, and the parties that it shows. */
export async function wholeOf(from: From, tenant: Tenant, found: InvoiceRecord): Promise<Invoice> {
  const items = await findLines(from, tenant, found.invoice.id);
  return toInvoice(found, items, await findShownParties(from, tenant, found));
}
