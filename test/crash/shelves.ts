import type { Entity } from "../../domain/agencies/audit.ts";

// Where the writes of the crash test are found again. Every write carries a mark of its own, `mark-17`, in
// one field, and where there is an amount it is 17 paise: so a row says which write it is, and whether it is
// whole. A new noun of the app is one entry here and one in kinds.ts.

/** Where the marks of an entity are found in the file, and in the audit log's records of it. */
interface Shelf {
  /** id, mark and paise (or null) of every row that writers made. */
  rows: string;
  /** The fields of the audit log's record of which one holds the mark. */
  fields: string[];
  /** What each of them books, logged beside it under the same mark. */
  books?: Entity;
}

const shelves = {
  Transaction: {
    rows: `SELECT id, description AS mark, amount_paise AS paise FROM transactions
      WHERE source IS NULL AND import_id IS NULL`,
    // The second is that of what a receipt books.
    fields: ["description", "notes"],
  },
  Receipt: {
    rows: "SELECT id, purpose AS mark, amount_paise AS paise FROM receipts",
    fields: ["purpose"],
    books: "Transaction",
  },
  Import: {
    rows: "SELECT id, file AS mark, income_paise / rows AS paise FROM imports",
    fields: ["file"],
  },
  Account: {
    rows: "SELECT id, name AS mark, opening_paise AS paise FROM accounts WHERE name LIKE 'mark-%'",
    fields: ["name"],
  },
  Category: {
    rows: "SELECT id, name AS mark, NULL AS paise FROM categories WHERE name LIKE 'mark-%'",
    fields: ["name"],
  },
  Metadata: {
    rows: `SELECT 'metadata' AS id, location AS mark, NULL AS paise FROM agencies
      WHERE location <> ''`,
    fields: ["location"],
  },
  Client: {
    rows: "SELECT id, display_name AS mark, NULL AS paise FROM clients WHERE display_name LIKE 'mark-%'",
    fields: ["displayName"],
  },
  Invoice: {
    rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM invoices
      WHERE notes LIKE 'mark-%' AND cancelled_at IS NULL`,
    fields: ["notes"],
  },
  Payment: {
    rows: "SELECT id, reference AS mark, amount_paise AS paise FROM payments",
    fields: ["reference"],
    books: "Transaction",
  },
  InvoiceSettings: {
    rows: `SELECT 'invoice settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
      WHERE kind = 'invoice' AND prefix LIKE 'mark-%'`,
    fields: ["prefix"],
  },
  ReceiptSettings: {
    rows: `SELECT 'receipt settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
      WHERE kind = 'receipt' AND prefix LIKE 'mark-%'`,
    fields: ["prefix"],
  },
} satisfies Partial<Record<Entity, Shelf>>;

export type ShelfName = keyof typeof shelves;
export const SHELVES: Record<ShelfName, Shelf> = shelves;

/** What must find nothing, once imports are settled: half of something. */
export const HALVES = [
  `SELECT id FROM imports WHERE state <> 'done' OR added <> rows OR rows <>
    (SELECT count(*) FROM transactions t WHERE t.agency_id = imports.agency_id AND t.import_id = imports.id)`,
  "SELECT id FROM transactions WHERE import_id IS NOT NULL AND import_id NOT IN (SELECT id FROM imports)",
  "SELECT import_id FROM import_slices UNION ALL SELECT import_id FROM import_names",
  `SELECT id FROM transactions WHERE source = 'Receipt'
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, id FROM receipts)`,
  `SELECT id FROM transactions WHERE source = 'Invoice'
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, invoice_id FROM payments)`,
  `SELECT id FROM invoices WHERE received_paise <> (SELECT coalesce(sum(amount_paise), 0) FROM payments
    WHERE payments.agency_id = invoices.agency_id AND invoice_id = invoices.id)`,
  `SELECT id FROM invoices WHERE sub_total_paise <> (SELECT coalesce(sum(rate_paise), 0) FROM invoice_items
    WHERE invoice_items.agency_id = invoices.agency_id AND invoice_id = invoices.id)`,
];
