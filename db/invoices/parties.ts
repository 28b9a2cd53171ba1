import { eq } from "drizzle-orm";
import type { Invoice, Recipient, Supplier } from "../../domain/invoices.ts";
import type { Write } from "../atomically.ts";
import type { clients, Parties } from "../invoiceSchema.ts";
import { findLogoUrl } from "../logos.ts";
import { agencies } from "../schema.ts";
import type { Tenant } from "../tenant.ts";
import { findInvoiceDefaults } from "./defaults.ts";
import {
  findInvoices,
  findLines,
  type InvoiceRecord,
  toInvoice,
  type WholeInvoice,
} from "./rows.ts";

type From = Pick<Write, "select">;

/** The agency and a client as they are now. */
export async function findParties(
  from: From,
  tenant: Tenant,
  client: typeof clients.$inferSelect,
): Promise<Parties> {
  return { supplier: await findSupplier(from, tenant), recipient: toRecipient(client) };
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
  return toInvoice(await readInvoice(from, tenant, id));
}

export async function readInvoice(from: From, tenant: Tenant, id: string): Promise<WholeInvoice> {
  const [read] = await readInvoices(from, tenant, [id]);
  return read as WholeInvoice;
}

/** In the order of the ids. The parties are those of its time, but for a draft. @throws Refusal "missing" */
export async function readInvoices(
  from: From,
  tenant: Tenant,
  ids: string[],
): Promise<WholeInvoice[]> {
  const records = await findInvoices(from, tenant, ids);
  const lines = await findLines(from, tenant, ids);
  const issued = ({ invoice }: InvoiceRecord) => invoice.status !== "DRAFT" && invoice.issued;
  const supplier = records.every(issued) ? undefined : await findSupplier(from, tenant);
  return records.map((record) => {
    const parties = { supplier: supplier as Supplier, recipient: toRecipient(record.client) };
    const own = lines.get(record.invoice.id) ?? [];
    return { record, lines: own, parties: issued(record) || parties };
  });
}
