import type { Entity } from "../../domain/agencies/audit.ts";

// The columns of each record that the log describes. Derived values, such as balances and statuses, are left
// out: `bahi check` recomputes them.

/** The log's format of a column. */
export type Kind = "flag" | "json" | "paise" | "text";

export interface Shape {
  /** Queried with the agency's key. */
  table: string;
  /** The column of its id; "" if an agency has only one row. */
  id: string;
  agency?: string;
  /** Condition for rows that count as existing. */
  where?: string;
  /** Fields of an entry's `after` (dotted if nested), the SQL of the row's value, and its format. */
  fields: readonly (readonly [field: string, column: string, kind?: Kind])[];
  /** Condition for rows without a log entry of their own. All other rows must be in the log. */
  unlogged?: string;
}

const AMOUNT = ["amount", "amount_paise", "paise"] as const;
const DATED = ["date", "date"] as const;
const PLACE = [
  ["city", "city"],
  ["pin", "pin"],
  ["gstin", "gstin"],
  ["state", "state"],
  ["email", "email"],
  ["phone", "phone"],
] as const;

/** Selects a value of each line, as a JSON list. */
const lines = (column: string) => `(SELECT json_group_array(value) FROM (SELECT ${column} AS value
  FROM document_lines l WHERE l.agency_id = t.agency_id AND l.document_id = t.id ORDER BY line))`;

const document = (family: string, more: Shape["fields"] = []): Shape => ({
  table: "documents",
  id: "id",
  where: `family = '${family}'`,
  unlogged: "import_id IS NOT NULL",
  fields: [
    ["number", "number"],
    DATED,
    ["dueDate", "due_date"],
    ["notes", "notes"],
    ["taxableValue", "taxable_paise", "paise"],
    ["items.description", lines("description"), "json"],
    ["items.taxable", lines("taxable_paise"), "json"],
    ...more,
  ],
});
const TOTAL = ["grandTotal", "grand_total_paise", "paise"] as const;
const CLIENT = ["clientId", "client_id"] as const;

export const SHAPES: { [E in Entity]?: Shape } = {
  Transaction: {
    table: "transactions",
    id: "id",
    // An imported payment created its own entry.
    unlogged: `import_id IS NOT NULL OR (source IS NOT NULL AND EXISTS (SELECT 1 FROM settlements s
      WHERE s.agency_id = t.agency_id AND s.transaction_id = t.id AND s.import_id IS NOT NULL))`,
    fields: [
      DATED,
      ["type", "type"],
      AMOUNT,
      ["description", "description"],
      ["notes", "notes"],
      ["accountId", "account_id"],
      ["transfer.toAccountId", "to_account_id"],
      ["categoryId", "category_id"],
    ],
  },
  Account: {
    table: "accounts",
    id: "id",
    fields: [
      ["name", "name"],
      ["type", "type"],
      ["openingBalance", "opening_paise", "paise"],
      ["isActive", "is_active", "flag"],
    ],
  },
  Category: {
    table: "categories",
    id: "id",
    fields: [
      ["name", "name"],
      ["type", "type"],
      ["ledger", "ledger"],
      ["isActive", "is_active", "flag"],
    ],
  },
  Client: {
    table: "clients",
    id: "id",
    unlogged: "import_id IS NOT NULL",
    fields: [["displayName", "display_name"], ["billingName", "billing_name"], ...PLACE],
  },
  Vendor: {
    table: "vendors",
    id: "id",
    unlogged: "import_id IS NOT NULL",
    fields: [["displayName", "display_name"], ["pan", "pan"], ["tdsRule", "tds_rule"], ...PLACE],
  },
  Invoice: document("INVOICES", [TOTAL, CLIENT]),
  Note: document("NOTES", [TOTAL, CLIENT]),
  Estimate: document("ESTIMATES", [TOTAL, CLIENT]),
  Voucher: document("VOUCHERS", [CLIENT]),
  Bill: document("BILLS", [TOTAL, ["vendorId", "vendor_id"]]),
  Payment: {
    table: "settlements",
    id: "id",
    fields: [
      DATED,
      AMOUNT,
      [
        "tdsAmount",
        "tds_paise - gst_tds_igst_paise - gst_tds_cgst_paise - gst_tds_sgst_paise",
        "paise",
      ],
      ["gstTds.igst", "gst_tds_igst_paise", "paise"],
      ["gstTds.cgst", "gst_tds_cgst_paise", "paise"],
      ["gstTds.sgst", "gst_tds_sgst_paise", "paise"],
      ["mode", "mode"],
      ["reference", "reference"],
      ["notes", "notes"],
      ["accountId", "account_id"],
    ],
  },
  Application: { table: "settlements", id: "id", fields: [DATED, AMOUNT] },
  Receipt: {
    table: "receipts",
    id: "id",
    unlogged: "false",
    fields: [
      ["receiptNumber", "number"],
      DATED,
      AMOUNT,
      ["purpose", "purpose"],
      ["mode", "mode"],
      ["reference", "reference"],
      ["client.name", "client_name"],
      ["accountId", "account_id"],
    ],
  },
  Journal: {
    table: "journals",
    id: "id",
    unlogged: "false",
    fields: [
      DATED,
      ["reason", "reason"],
      ["basis", "basis"],
      [
        "total",
        `(SELECT sum(paise) FROM journal_lines l WHERE l.agency_id = t.agency_id
          AND l.journal_id = t.id AND paise > 0)`,
        "paise",
      ],
    ],
  },
  Deposit: {
    table: "tds_deposits",
    id: "id",
    fields: [
      ["month", "month"],
      DATED,
      AMOUNT,
      ["reference", "reference"],
      ["accountId", "account_id"],
    ],
  },
  TdsStatement: {
    table: "tds_statements",
    id: "id",
    unlogged: "false",
    fields: [["quarter", "quarter"], ["form", "form"], DATED, ["fee", "fee_paise", "paise"]],
  },
  PartnerPayment: {
    table: "partner_payments",
    id: "id",
    unlogged: "false",
    fields: [DATED, AMOUNT, ["partner", "partner"], ["tdsAmount", "tds_paise", "paise"]],
  },
  VendorAdvance: {
    table: "vendor_advances",
    id: "id",
    unlogged: "false",
    fields: [DATED, AMOUNT, ["vendorId", "vendor_id"], ["tdsAmount", "tds_paise", "paise"]],
  },
  Filing: {
    table: "filings",
    id: "id",
    unlogged: "false",
    fields: [["period", "period"], ["return", "return"], DATED, ["arn", "arn"]],
  },
  Attachment: {
    table: "attachments",
    id: "id",
    where: "deleted_at IS NULL",
    unlogged: "false",
    fields: [
      ["name", "name"],
      ["sha256", "sha256"],
      ["entity", "entity"],
      ["id", "entity_id"],
    ],
  },
  Comment: {
    table: "comments",
    id: "id",
    where: "deleted_at IS NULL",
    unlogged: "false",
    fields: [
      ["text", "text"],
      ["entity", "entity"],
      ["id", "entity_id"],
      ["question", "question"],
    ],
  },
  BankRule: {
    table: "bank_rules",
    id: "id",
    fields: [
      ["name", "name"],
      ["isActive", "is_active", "flag"],
    ],
  },
  Lock: {
    table: "locks",
    id: "",
    fields: [
      ["lockedTo", "locked_to"],
      ["finalTo", "final_to"],
    ],
  },
  Metadata: {
    table: "agencies",
    id: "",
    agency: "id",
    fields: [
      ["agencyName", "name"],
      ["location", "location"],
      ["gstNumber", "gst_number"],
      ["legalName", "legal_name"],
    ],
  },
  InvoiceSettings: {
    table: "invoice_settings",
    id: "",
    fields: [["bankDetails", "bank_details", "json"]],
  },
  ApprovalLimit: { table: "approval_limits", id: "", fields: [["limit", "limit_paise", "paise"]] },
  User: {
    table: "users",
    id: "id",
    where: "removed_at IS NULL",
    fields: [
      ["name", "name"],
      ["email", "email"],
      ["role", "role"],
    ],
  },
};
