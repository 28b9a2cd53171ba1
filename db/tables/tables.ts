// Describes every table once: how its rows are journaled, whether undo restores them, and how locks protect
// them. Its triggers follow from the description, and db/tables/install.ts creates them when the database
// opens. A new column is journaled and locked unless its table's description excludes it. The row journal
// records every change, so that undo can reverse it and `bahi verify` can find changes made outside bahi.

export interface Journaled {
  /** Its rows in the messages of `bahi verify`. Parts of a record are named after it. */
  noun: string;
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
  /** How closed books protect its rows; or why a table with dates needs no lock. */
  lock?: Lock | { by: "none"; why: string };
}

/** A protection of rows in closed books. */
export type Lock =
  /** By the date of a row. `open` lists the columns that may change in closed books. */
  | { by: "date"; open?: string[] }
  /** By the date of the document or journal that a line belongs to. */
  | { by: "documents" | "journals"; key: string }
  /** By the first day of the books. */
  | { by: "openings" }
  /** Some of its changes are locked by triggers of their own: see lockTriggers.ts. `open` as above. */
  | { by: "own"; open?: string[] };

/** Tables that undo restores. */
export const UNDOABLE: Record<string, Journaled> = {
  accounts: { noun: "Account", record: "id", isTrashed: true, lock: { by: "own" } },
  agencies: { noun: "Metadata", record: "", agency: "id" },
  approval_limits: { noun: "ApprovalLimit", record: "" },
  approvals: {
    noun: "Approval",
    record: "id",
    lock: { by: "none", why: "A request is booked nowhere." },
  },
  attachments: { noun: "Attachment", record: "id", lock: { by: "own" } },
  bank_accounts: { noun: "BankAccount", record: "account_id" },
  bank_lines: { noun: "Bank transaction", record: "id", isChangedOnly: true, lock: { by: "own" } },
  bank_rules: { noun: "BankRule", record: "id", isTrashed: true },
  categories: { noun: "Category", record: "id", isTrashed: true, lock: { by: "own" } },
  clients: { noun: "Client", record: "id", isTrashed: true },
  comments: {
    noun: "Comment",
    record: "id",
    lock: { by: "none", why: "A closed month can still be discussed." },
  },
  close_items: { noun: "CloseItem", record: "id", isTrashed: true },
  close_marks: { noun: "CloseMark", record: "id", lock: { by: "date" } },
  credit_openings: { noun: "Credit brought forward", record: "period" },
  credit_reversals: { noun: "Credit reversal", record: "id" },
  declined_proposals: { noun: "Declined suggestion", record: "line_id", parts: ["proposal"] },
  document_lines: {
    noun: "Document line",
    record: "document_id",
    parts: ["line"],
    lock: { by: "documents", key: "document_id" },
  },
  document_settings: { noun: "Numbering", record: "kind" },
  documents: {
    noun: "Document",
    record: "id",
    derived: [
      ...["received_paise", "tds_paise", "advances_paise", "credit_paise", "written_off_paise"],
      ...["used_paise", "refunded_paise", "tds_early_paise"],
    ],
    isTrashed: true,
    lock: {
      by: "own",
      open: [
        // Keys, and figures that follow from settlements: documents_lock_settle protects those that post.
        ...["id", "received_paise", "tds_paise", "advances_paise", "credit_paise"],
        ...["written_off_paise", "used_paise", "refunded_paise", "tds_early_paise"],
        // Facts of a later day, which have their own place in the returns of that day.
        ...["credit_changed_on", "supplier_unfiled_on", "supplier_filed_on", "amended_in"],
        // Notes that post nothing.
        ...["tds_certificate", "is_on_hold", "series_id"],
        // Where the row comes from.
        ...["is_earlier", "import_id", "is_edited", "created_by", "created_at"],
      ],
    },
  },
  filed_documents: { noun: "Filed document", record: "filing_id", parts: ["document_id"] },
  filings: {
    noun: "Filing",
    record: "id",
    isTrashed: true,
    lock: { by: "none", why: "A return is filed after its month, often once it is closed." },
  },
  gstr2b_rows: {
    noun: "GSTR-2B row",
    record: "id",
    isChangedOnly: true,
    lock: { by: "none", why: "The portal's file is not an entry of the books." },
  },
  import_mappings: { noun: "ImportMapping", record: "id", isTrashed: true },
  invoice_settings: { noun: "InvoiceSettings", record: "", lock: { by: "own" } },
  items: { noun: "Item", record: "id", isTrashed: true },
  journal_lines: {
    noun: "Journal line",
    record: "journal_id",
    parts: ["line"],
    lock: { by: "journals", key: "journal_id" },
  },
  journals: { noun: "Journal", record: "id", isTrashed: true, lock: { by: "date" } },
  ledger_openings: { noun: "Opening balance", record: "id", lock: { by: "openings" } },
  match_entries: { noun: "Match entry", record: "match_id", parts: ["transaction_id"] },
  matches: { noun: "Match", record: "id" },
  partner_payments: {
    noun: "PartnerPayment",
    record: "id",
    lock: { by: "none", why: "Its journal is locked." },
  },
  receipts: { noun: "Receipt", record: "id", isTrashed: true, lock: { by: "date" } },
  reversals: {
    noun: "Journal",
    record: "journal_id",
    lock: { by: "none", why: "Its journals are locked." },
  },
  settlements: { noun: "Payment", record: "id", isTrashed: true, lock: { by: "date" } },
  tally_names: { noun: "Tally name", record: "id" },
  tds_deposits: { noun: "Deposit", record: "id", isTrashed: true, lock: { by: "date" } },
  tds_statements: {
    noun: "TdsStatement",
    record: "id",
    lock: { by: "none", why: "A statement is filed after its quarter." },
  },
  transactions: {
    noun: "Transaction",
    record: "id",
    isTrashed: true,
    lock: {
      by: "date",
      // Keys, the link to the document that created it, and the row's origin.
      open: [
        ...["entry", "id", "fingerprint", "source", "source_id", "split_id"],
        ...["import_id", "is_edited", "created_by"],
      ],
    },
  },
  views: { noun: "View", record: "id", isTrashed: true },
  vendor_advances: {
    noun: "VendorAdvance",
    record: "id",
    lock: { by: "none", why: "Its transaction and its journals are locked." },
  },
  vendors: { noun: "Vendor", record: "id", isTrashed: true },
};

/** Tables that `bahi verify` checks but undo does not restore. Each has its reason. */
export const VERIFIED: Record<string, Journaled> = {
  // Membership and roles are changed by hand. Sessions end without a log entry.
  users: { noun: "User", record: "id", derived: ["session_epoch"] },
  api_tokens: { noun: "Token", record: "id", derived: ["last_used_on"] },
  required_factors: { noun: "Required second factor", record: "" },
  // An owner restores it instead.
  closed_agencies: { noun: "Closed agency", record: "" },
  invitations: { noun: "Invitation", record: "id" },
  // A lock needs a reason to be moved back, or is final.
  locks: { noun: "Lock", record: "" },
  lock_exceptions: { noun: "Exception", record: "id" },
  // An owner can choose another start day instead.
  tax_books: { noun: "TaxBook", record: "" },
  // Numbers never go back.
  number_series: { noun: "Numbering", record: "kind", parts: ["stem", "year"] },
  // Printed documents show them. Choose another logo instead.
  logos: { noun: "Logo", record: "id" },
  // A bank's file is removed as a whole; the portal's is loaded again.
  statements: { noun: "Statement", record: "id" },
  statement_lines: { noun: "Statement line", record: "statement_id", parts: ["line"] },
  gstr2b_files: { noun: "Gstr2b", record: "period" },
  // Registrations with the portal are permanent.
  einvoices: { noun: "E-invoice", record: "id" },
  // A shared link is ended, not undone. Views are counted without a log entry.
  share_links: {
    noun: "ShareLink",
    record: "id",
    derived: ["views", "first_seen_at", "last_seen_at"],
  },
  // Change the account instead: its password is not stored a second time.
  mail_settings: { noun: "MailSettings", record: "" },
  // Change the switch or the text again instead.
  reminder_settings: { noun: "ReminderRules", record: "" },
  reminder_rules: { noun: "ReminderRules", record: "days" },
  reminder_switches: { noun: "ReminderSwitch", record: "entity_id", parts: ["entity"] },
  // A closed month is reopened by moving its lock back.
  closings: { noun: "Closing", record: "id" },
  // A series is changed, paused or ended instead. Records it created are logged with their dates.
  series: {
    noun: "Series",
    record: "id",
    derived: ["next_date", "made", "failures", "reason", "late_to", "amount_paise"],
  },
  // A queued mail is withdrawn; a sent one cannot be undone. The outbox updates rows without a log entry.
  mails: {
    noun: "Mail",
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
      ...["answer", "handed_over_at", "paper_name", "paper_size", "paper_sha256", "content"],
    ],
  },
};

/** Tables without a journal that closed books protect. */
export const ALSO_LOCKED: Record<string, Lock> = { imports: { by: "own" } };

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
  ...each(
    "notifications notification_reads notification_mails",
    "They report what happened, also if undone.",
  ),
  ...each("reminders reminder_days", "The e-mail of the reminder is verified."),
};
