import type { Recipient, Supplier } from "../../domain/documents/invoices.ts";

/** Supplier and recipient, as printed on a document. */
export interface Parties {
  supplier: Supplier;
  recipient: Recipient;
}
