// The row journal. Triggers record every change of a row, so that undo can reverse it and `bahi verify` can
// find changes made outside bahi. A test checks that each table of the schema is in one of the three lists
// below. `bun db/undo/triggers.ts TABLE` prints its triggers.

export interface Journaled {
  /** The column with the id of the record; "" if an agency has only one row. */
  record: string;
  /** Columns that distinguish rows of one record. */
  parts?: string[];
  /** Columns that are not recorded: triggers derive them, or they change without a log entry. */
  derived?: string[];
  /** Only updates are recorded. Rows are inserted and deleted with files that have their own undo. */
  isChangedOnly?: boolean;
  /** Shown in the trash when deleted. */
  isTrashed?: boolean;
  /** The column of the agency, if it is not agency_id. */
  agency?: string;
}

/** Tables that undo restores. */
export const UNDOABLE: Record<string, Journaled> = {
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
      ...["used_paise", "refunded_paise", "tds_early_paise"],
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
  partner_payments: { record: "id" },
  receipts: { record: "id", isTrashed: true },
  settlements: { record: "id", isTrashed: true },
  tally_names: { record: "id" },
  tds_deposits: { record: "id", isTrashed: true },
  tds_statements: { record: "id" },
  transactions: { record: "id", isTrashed: true },
  vendor_advances: { record: "id" },
  vendors: { record: "id", isTrashed: true },
};

/** Tables that `bahi verify` checks but undo does not restore. Each has its reason. */
export const VERIFIED: Record<string, Journaled> = {
  // Membership and roles are changed by hand. Sessions end without a log entry.
  users: { record: "id", derived: ["session_epoch"] },
  api_tokens: { record: "id", derived: ["last_used_on"] },
  required_factors: { record: "" },
  invitations: { record: "id" },
  // A lock needs a reason to be moved back, or is final.
  locks: { record: "" },
  lock_exceptions: { record: "id" },
  // An owner can choose another start day instead.
  tax_books: { record: "" },
  // Numbers never go back.
  number_series: { record: "kind", parts: ["stem", "year"] },
  // Printed documents show them. Choose another logo instead.
  logos: { record: "id" },
  // A bank's file is removed as a whole; the portal's is loaded again.
  statements: { record: "id" },
  statement_lines: { record: "statement_id", parts: ["line"] },
  gstr2b_files: { record: "period" },
  // Registrations with the portal are permanent.
  einvoices: { record: "id" },
  // A shared link is ended, not undone. Views are counted without a log entry.
  share_links: { record: "id", derived: ["views", "first_seen_at", "last_seen_at"] },
  // Change the account instead: its password is not stored a second time.
  mail_settings: { record: "" },
  // Change the switch or the text again instead.
  reminder_settings: { record: "" },
  reminder_rules: { record: "days" },
  reminder_switches: { record: "entity_id", parts: ["entity"] },
  // A closed month is reopened by moving its lock back.
  closings: { record: "id" },
  // A series is changed, paused or ended instead. Records it created are logged with their dates.
  series: {
    record: "id",
    derived: ["next_date", "made", "failures", "reason", "late_to", "amount_paise"],
  },
  // A queued mail is withdrawn; a sent one cannot be undone. The outbox updates rows without a log entry.
  mails: {
    record: "id",
    derived: [
      ...[
        "state",
        "attempts",
        "next_at",
        "lease",
        "is_out",
        "unknowns",
        "account",
        "tried_at",
        "code",
      ],
      ...["answer", "handed_over_at", "paper_name", "paper_size", "paper_sha256"],
    ],
  },
};

/** All journaled tables. */
export const JOURNALED: Record<string, Journaled> = { ...UNDOABLE, ...VERIFIED };

const FOLLOWS = "Triggers or an undo update it from journaled rows.";
const SUMS =
  "bill_dues client_dues document_days receipt_days vendor_dues audit_days daily monthly";
const MORE_SUMS = "account_months ledger_days ledger_months party_months bank_memory trash";
const SEARCH = "search_state transactions_search";

const each = (names: string, why: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, why]));

/** Tables without a journal, with the reason. */
export const NOT_UNDOABLE: Record<string, string> = {
  ...each(`${SUMS} ${MORE_SUMS} ${SEARCH}`, FOLLOWS),
  ...each(
    "tax_entries tax_postings tax_due tax_links tax_settlements",
    "They are derived from documents, settlements and filings; `bahi check` recomputes them.",
  ),
  ...each("audit_log locked_changes", "The log only grows, and its chain shows what changed."),
  ...each("row_images undo_states undos", "It is the journal, or is derived from the log."),
  ...each(
    "people authenticator_apps passkeys",
    "They belong to a person, not to an agency; each membership records their state.",
  ),
  ...each("recovery_codes used_challenges", "Each works once."),
  ...each("sessions ended_sessions", "A log-out is final; the person signs in again."),
  ...each("account_links", "A link works once; another can be sent."),
  ...each("password_attempts idempotency_keys", "It records a request and is soon deleted."),
  ...each("lock_passes", "It exists only during a write."),
  ...each("clock series_look", "Time cannot be undone."),
  ...each("statement_files", "The statement's digest shows another file."),
  ...each(
    "imports import_slices import_names import_digests",
    "The log entry of the import has a digest of its rows.",
  ),
  ...each("occurrences", "The log has each entry a series created; its date does not recur."),
  ...each("tally_days", "The next file is compared with the books again."),
  ...each("reminders reminder_days", "The e-mail of the reminder is verified."),
};
