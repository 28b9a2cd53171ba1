import type { RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import type { Row } from "./replay.ts";

// Words for a difference in a row: the noun, name and field that people know it by.

/** By table. Parts of a record are named after it. */
const NOUNS: Record<string, string> = {
  accounts: "Account",
  agencies: "Metadata",
  api_tokens: "Token",
  approval_limits: "ApprovalLimit",
  approvals: "Approval",
  attachments: "Attachment",
  bank_accounts: "BankAccount",
  bank_lines: "Bank transaction",
  bank_rules: "BankRule",
  categories: "Category",
  clients: "Client",
  closings: "Closing",
  credit_openings: "Credit brought forward",
  credit_reversals: "Credit reversal",
  declined_proposals: "Declined suggestion",
  document_lines: "Document line",
  document_settings: "Numbering",
  documents: "Document",
  einvoices: "E-invoice",
  filed_documents: "Filed document",
  filings: "Filing",
  gstr2b_files: "Gstr2b",
  gstr2b_rows: "GSTR-2B row",
  imports: "Import",
  invitations: "Invitation",
  invoice_settings: "InvoiceSettings",
  items: "Item",
  journal_lines: "Journal line",
  journals: "Journal",
  ledger_openings: "Opening balance",
  lock_exceptions: "Exception",
  locks: "Lock",
  logos: "Logo",
  mail_settings: "MailSettings",
  mails: "Mail",
  match_entries: "Match entry",
  matches: "Match",
  number_series: "Numbering",
  occurrences: "Series date",
  receipts: "Receipt",
  reminder_rules: "ReminderRules",
  reminder_settings: "ReminderRules",
  tax_books: "TaxBook",
  reminder_switches: "ReminderSwitch",
  reminders: "Reminder",
  required_factors: "Required second factor",
  row_images: "Row journal",
  series: "Series",
  settlements: "Payment",
  share_links: "ShareLink",
  statement_lines: "Statement line",
  statements: "Statement",
  tally_days: "Tally file",
  tally_names: "Tally name",
  partner_payments: "PartnerPayment",
  tds_deposits: "Deposit",
  tds_statements: "TdsStatement",
  transactions: "Transaction",
  users: "User",
  vendor_advances: "VendorAdvance",
  vendors: "Vendor",
};

const FAMILIES: Record<string, string> = {
  INVOICES: "Invoice",
  NOTES: "Note",
  VOUCHERS: "Voucher",
  ESTIMATES: "Estimate",
  BILLS: "Bill",
};

/** Columns that name a row, best first. */
const NAMES = [
  ...["display_name", "number", "name", "title", "description", "narration", "file", "label"],
  ...["reason", "period", "month", "email", "stem", "date"],
];

/** Converts a row's difference for `bahi verify`. */
export function toDifference(
  table: string,
  record: string,
  row: Row,
  { seq, field, logged, now }: { seq: number; field: string; logged?: unknown; now: unknown },
): RecordDifference {
  const noun = FAMILIES[String(row.family)] ?? NOUNS[table];
  if (!noun) throw new Error(`Table ${table} has no noun`);
  const called = NAMES.map((column) => row[column]).find((value) => value);
  return {
    seq,
    entity: noun,
    _id: record,
    name: String(called ?? record),
    field: field.replace(/_paise$/, "").replaceAll("_", " "),
    logged: formatValue(field, logged),
    now: formatValue(field, now),
  };
}

const formatValue = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return "";
  if (field.endsWith("_paise")) return (Number(value) / 100).toFixed(2);
  return SECRET.test(field) ? "(not shown)" : String(value).slice(0, CHARACTERS_SHOWN);
};

const CHARACTERS_SHOWN = 200;
const SECRET = /digest|password|secret|mark/;
