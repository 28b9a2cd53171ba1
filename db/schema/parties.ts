import type { Recipient, Supplier } from "../../domain/documents/invoices.ts";

/** Who bills and who is billed, as a document shows them. */
export interface Parties {
  supplier: Supplier;
  recipient: Recipient;
}
