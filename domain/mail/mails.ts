import type { Page } from "../page.ts";
import type { MailContent } from "./content.ts";
import type { MailLink } from "./links.ts";

// The outbox: e-mails for a mail server, and their delivery status.

export const MAIL_KINDS = [
  ...(["invoice", "note", "receipt", "estimate", "voucher", "statement", "month"] as const),
  ...(["reminder", "reopened", "notifications"] as const),
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
  notifications: "Notifications",
};

/** Records that e-mails belong to; a month for its documents, a lock's day, or a member. */
export const MAIL_HOLDERS = [
  ...(["invoice", "note", "receipt", "estimate", "voucher", "client", "month"] as const),
  ...(["lock", "notifications"] as const),
] as const;
export type MailHolder = (typeof MAIL_HOLDERS)[number];

/** Returns the page of the record that an e-mail belongs to, where its address can be corrected. */
export function toHolderPage(entity: MailHolder, id: string): string {
  if (entity === "client") return `/clients?client=${id}`;
  if (entity === "notifications") return "/profile";
  if (entity === "month") return `/close?month=${id}`;
  return entity === "lock" ? "/settings/locks" : `/${entity}s/${id}`;
}

/**
 * `handed_over`: the mail server accepted the e-mail, which is all we can know. `unknown`: the
 * connection broke or the sender died after the last byte. `cancelled`: withdrawn, or its document was
 * settled or cancelled before it was sent.
 */
export const MAIL_STATES = [
  ...(["queued", "sending", "handed_over", "refused", "unknown", "cancelled"] as const),
] as const;
export type MailState = (typeof MAIL_STATES)[number];

export interface MailRow {
  _id: string;
  kind: MailKind;
  entity: MailHolder;
  /** Id of the record; a month as `2026-11`, a lock as its day, notifications as their member. */
  id: string;
  /** Name of the record, such as a document's number. */
  label: string;
  /** A single address. */
  to: string;
  /** Whether it is the sender's copy. */
  isCopy: boolean;
  subject: string;
  state: MailState;
  /** Number of attempts to send it. */
  attempts: number;
  messageId: string;
  /** The mail server's last reply code, such as 250; null if it has not replied. */
  code: number | null;
  /** The mail server's last reply, or why the e-mail was not sent. */
  answer: string;
  /** Time of the next attempt; null if a user must decide, or nothing is left to do. */
  nextAt: string | null;
  handedOverAt: string | null;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

export interface Mail extends MailRow {
  text: string;
  /** Whether it contains a link. Only the e-mail itself shows the link. */
  hasLink: boolean;
  /** The attached PDF; null until it is drawn, and if there is none. */
  paper: { name: string; size: number } | null;
}

/** A mail with everything that it shows. */
export interface MailDetail {
  mail: Mail;
  /** Null in e-mails of an earlier version. */
  content: MailContent | null;
  /** Their tokens are hidden. */
  links: MailLink[];
}

export type MailList = Page<MailRow>;

/** Delay before sending, in which the sender can cancel. */
export const SECOND_THOUGHTS_MS = 10_000;
