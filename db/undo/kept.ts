// What undo gives back: of each table what its triggers keep, or why they keep nothing. A test walks the
// tables of the schema, so each new one has to be told here; its triggers: `bun db/undo/triggers.ts TABLE`.

export interface Kept {
  /** The column of what a row is a part of; "" where an agency has one row. */
  record: string;
  /** Columns that tell rows of one record apart. */
  parts?: string[];
  /** What other triggers keep, and follows from other rows. */
  derived?: string[];
  /** Rows come and go with files that are not undone row by row; only changes of these are. */
  isChangedOnly?: boolean;
  /** Stands in the trash when it is deleted. */
  isTrashed?: boolean;
  /** The column of the agency, where that is not agency_id. */
  agency?: string;
}

export const KEPT: Record<string, Kept> = {
  accounts: { record: "id", isTrashed: true },
  agencies: { record: "", agency: "id" },
  approval_limits: { record: "" },
  approvals: { record: "id" },
  attachments: { record: "id" },
  bank_accounts: { record: "account_id" },
  bank_lines: { record: "id", isChangedOnly: true },
  bank_rules: { record: "id", isTrashed: true },
  categories: { record: "id", isTrashed: true },
  clients: { record: "id", isTrashed: true },
  credit_openings: { record: "period" },
  credit_reversals: { record: "id" },
  declined_proposals: { record: "line_id", parts: ["proposal"] },
  document_lines: { record: "document_id", parts: ["line"] },
  document_settings: { record: "kind" },
  documents: {
    record: "id",
    derived: [
      ...["received_paise", "tds_paise", "advances_paise", "credit_paise", "written_off_paise"],
      ...["used_paise", "refunded_paise"],
    ],
    isTrashed: true,
  },
  filed_documents: { record: "filing_id", parts: ["document_id"] },
  filings: { record: "id", isTrashed: true },
  gstr2b_rows: { record: "id", isChangedOnly: true },
  invoice_settings: { record: "" },
  journal_lines: { record: "journal_id", parts: ["line"] },
  journals: { record: "id", isTrashed: true },
  ledger_openings: { record: "id" },
  match_entries: { record: "match_id", parts: ["transaction_id"] },
  matches: { record: "id" },
  receipts: { record: "id", isTrashed: true },
  settlements: { record: "id", isTrashed: true },
  tally_names: { record: "id" },
  tds_deposits: { record: "id", isTrashed: true },
  transactions: { record: "id", isTrashed: true },
  vendors: { record: "id", isTrashed: true },
};

const FOLLOWS = "Triggers keep it, or an undo does: it follows from rows that are kept.";
const SUMS =
  "bill_dues client_dues document_days receipt_days vendor_dues audit_days daily monthly";
const MORE_SUMS = "account_months ledger_days ledger_months party_months bank_memory trash";
const SEARCH = "search_state transactions_search";

const each = (names: string, why: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, why]));

/** Tables of which nothing is kept. */
export const NOT_KEPT: Record<string, string> = {
  ...each(`${SUMS} ${MORE_SUMS} ${SEARCH}`, FOLLOWS),
  ...each("audit_log locked_changes", "The log only grows."),
  ...each("row_images undo_states undos", "It is what undo works by."),
  ...each("users people api_tokens invitations", "Who may sign in, and as what, is changed again."),
  ...each("ended_sessions", "A log-out is final; the person signs in again."),
  ...each("password_attempts idempotency_keys", "It says what was asked, and is forgotten."),
  ...each("locks lock_exceptions lock_passes", "A lock is moved back with a reason, or is final."),
  ...each("number_series", "Numbers never go back."),
  ...each("clock", "Time goes on."),
  ...each("logos", "Papers that were printed show them; another is chosen instead."),
  ...each(
    "statements statement_files statement_lines",
    "A file of the bank is removed as a whole.",
  ),
  ...each("imports import_slices import_names", "An import is undone as a batch."),
  ...each("einvoices", "What the portal has registered stays registered."),
  ...each("gstr2b_files", "The portal's file is loaded again."),
  ...each("share_links", "A link that was given away is ended, not undone."),
  ...each("mails", "A mail is taken back while it waits, and what was handed over has gone."),
  ...each("mail_settings", "A password is not kept twice; the account is changed instead."),
  ...each(
    "reminder_settings reminder_rules reminder_switches",
    "A switch is moved back, and words are written anew.",
  ),
  ...each("reminders reminder_days", "It says what was sent."),
  ...each("closings", "A month that was closed is opened again by moving its lock back."),
  ...each(
    "series occurrences series_look",
    "A series is changed, paused or ended instead; a date that was made does not come again.",
  ),
  ...each("tally_days", "It says what was handed out."),
};
