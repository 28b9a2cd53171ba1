// The outbox: what is to be handed to a mail server, and what is known of that.

/** What a mail brings. */
export const MAIL_KINDS = [
  ...(["invoice", "note", "receipt", "estimate", "voucher", "statement", "month"] as const),
  ...(["reminder", "reopened"] as const),
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_KIND_NAMES: Record<MailKind, string> = {
  invoice: "Invoice",
  note: "Note",
  receipt: "Receipt",
  estimate: "Estimate",
  voucher: "Voucher",
  statement: "Statement of account",
  month: "Documents of a month",
  reminder: "Reminder",
  reopened: "Books reopened",
};

/** What a mail belongs to; a month, for the papers of one, or a day that books were closed to. */
export const MAIL_HOLDERS = [
  ...(["invoice", "note", "receipt", "estimate", "voucher", "client", "month"] as const),
  "lock",
] as const;
export type MailHolder = (typeof MAIL_HOLDERS)[number];

/**
 * `handed_over` is all that can be known: the mail server has said that it took the mail. `unknown` is one
 * whose connection broke, or whose sender died, after its last byte. `cancelled` was taken back, or what it
 * was about was settled or cancelled before it went.
 */
export const MAIL_STATES = [
  ...(["queued", "sending", "handed_over", "refused", "unknown", "cancelled"] as const),
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What a list shows of a mail. */
export interface MailRow {
  _id: string;
  kind: MailKind;
  entity: MailHolder;
  /** Of what it belongs to; a month as `2026-11`, a lock as its day. */
  id: string;
  /** By which name people know that: a document's number. */
  label: string;
  /** One address. */
  to: string;
  /** Whether it is the sender's own copy. */
  isCopy: boolean;
  subject: string;
  state: MailState;
  /** How often a mail server was tried. */
  attempts: number;
  messageId: string;
  /** The mail server's last reply code, 250 say; null where it has not answered. */
  code: number | null;
  /** What the mail server said last, or why the mail did not go. */
  answer: string;
  /** When it is tried next; null where a person decides, or nothing is left to do. */
  nextAt: string | null;
  handedOverAt: string | null;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

export interface Mail extends MailRow {
  text: string;
  /** Whether a link stands in it. The link itself is shown nowhere but in the mail. */
  hasLink: boolean;
  /** The PDF that it brings, once that was drawn; null before, and where there is none. */
  paper: { name: string; size: number } | null;
}

export interface MailList {
  items: MailRow[];
  total: number;
  page: number;
  totalPages: number;
}

/** For so long a mail waits for its sender to think better of it. */
export const SECOND_THOUGHTS_MS = 10_000;
