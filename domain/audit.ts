export const ACTIONS = ["CREATE", "UPDATE", "DELETE", "VIEW"] as const;
export type Action = (typeof ACTIONS)[number];

/** What the audit log speaks of: the specification's four, then the contract's. */
export const ENTITIES = [
  "Transaction",
  "Account",
  "Category",
  "Metadata",
  "Client",
  "Invoice",
  "Payment",
  "Receipt",
  "User",
  "InvoiceSettings",
  "ReceiptSettings",
  "Import",
] as const;
export type Entity = (typeof ENTITIES)[number];
