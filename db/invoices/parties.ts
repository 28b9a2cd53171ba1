import type { Invoice, Recipient } from "../../domain/invoices.ts";
import type { Write } from "../atomically.ts";
import type { clients, Parties } from "../invoiceSchema.ts";
import { findIssuer, type Issuer } from "../issuer.ts";
import type { Tenant } from "../tenant.ts";
import { findInvoice, findLines, type InvoiceRecord, toInvoice } from "./rows.ts";

type From = Pick<Write, "select">;

/** Those that an invoice shows: of its time, but for a draft. */
export function shownParties(
  { invoice, client }: InvoiceRecord,
  { supplier }: Pick<Issuer, "supplier">,
): Parties {
  const isIssued = invoice.issued && invoice.status !== "DRAFT";
  return isIssued ? (invoice.issued as Parties) : { supplier, recipient: toRecipient(client) };
}

/** The same, where the agency as it is now is looked up if it is needed. */
export async function findShownParties(
  from: From,
  tenant: Tenant,
  found: InvoiceRecord,
): Promise<Parties> {
  const isOfItsTime = found.invoice.issued && found.invoice.status !== "DRAFT";
  if (isOfItsTime) return found.invoice.issued as Parties;
  return shownParties(found, await findIssuer(from, tenant, "invoice"));
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
  const found = await findInvoice(from, tenant, id);
  const items = await findLines(from, tenant, id);
  return toInvoice(found, items, await findShownParties(from, tenant, found));
}
