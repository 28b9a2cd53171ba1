import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { id, limitSchema, longText, page, strictObject } from "../fields.ts";
import type { MailState } from "../mail/mails.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { Page } from "../page.ts";
import { isCleanLine } from "../text.ts";
import { REMINDER_DAYS, type ReminderDay } from "./schedule.ts";
import { PLACEHOLDERS, strangersIn, type Words } from "./texts.ts";

/** A rule: the days from the due date, and the text. */
export interface ReminderRule extends Words {
  days: ReminderDay;
  isOn: boolean;
  /** Whether it has the default text. */
  isUsual: boolean;
}

export interface ReminderRules {
  /** Nothing is sent until an owner switches this on. */
  isOn: boolean;
  /** Reminders due before this day are not sent late; null if reminders are off. */
  since: CalendarDate | null;
  /** The user in whose name reminders are sent; null if no one has saved the rules. */
  savedBy: { _id: string; name: string } | null;
  rules: ReminderRule[];
}

const KNOWN = Object.keys(PLACEHOLDERS)
  .map((name) => `{${name}}`)
  .join(", ");

const isKnown = (text: string) => strangersIn(text).length === 0;
const UNKNOWN = `Only these placeholders are allowed: ${KNOWN}`;

const subject = v.pipe(
  v.string("Subject must be text"),
  v.maxLength(1200, "Subject is too long"),
  v.trim(),
  v.check(isCleanLine, "Subject may not contain line breaks or hidden characters"),
  v.normalize("NFC"),
  v.maxLength(300, "Subject is too long"),
  v.check(isKnown, UNKNOWN),
);

const text = v.pipe(
  longText("Message"),
  v.check(isKnown, UNKNOWN),
  v.check(
    (text) => text === "" || text.includes("{invoices}"),
    "Add the placeholder for the invoices: {invoices}",
  ),
);

const DAYS = `Days must be one of ${REMINDER_DAYS.join(", ")}`;

/** Fields left out are unchanged; an empty text means the default. */
const RuleChange = strictObject({
  days: v.picklist(REMINDER_DAYS, DAYS),
  isOn: v.optional(v.boolean("On must be true or false")),
  subject: v.optional(subject),
  text: v.optional(text),
});

export const ReminderRulesChange = strictObject({
  isOn: v.optional(v.boolean("On must be true or false")),
  rules: v.optional(
    v.pipe(
      v.array(RuleChange, "Send the rules as a list"),
      v.maxLength(REMINDER_DAYS.length, `Send at most ${REMINDER_DAYS.length} rules`),
      v.check(
        (rules) => new Set(rules.map(({ days }) => days)).size === rules.length,
        "Send each rule once",
      ),
    ),
    [],
  ),
});
export type ReminderRulesChange = v.InferOutput<typeof ReminderRulesChange>;

/** Records that can be excluded from reminders. */
export const REMIND_HOLDERS = ["client", "invoice"] as const;
export type RemindHolder = (typeof REMIND_HOLDERS)[number];

export const RemindSwitch = strictObject({
  /** Unchanged if left out. */
  remind: v.optional(v.boolean("Remind must be true or false")),
});
export type RemindSwitch = v.InferOutput<typeof RemindSwitch>;

export const ReminderQuery = strictObject({
  clientId: v.optional(id("Client is required")),
  invoiceId: v.optional(id("Invoice is required")),
  page,
  limit: limitSchema(20),
});
export type ReminderQuery = v.InferOutput<typeof ReminderQuery>;

const WHOLE = "Days must be a whole number from 1 to 60";

export const PreviewQuery = strictObject({
  days: v.optional(
    v.pipe(
      v.string(WHOLE),
      v.regex(/^\d{1,2}$/, WHOLE),
      v.transform(Number),
      v.minValue(1, WHOLE),
      v.maxValue(60, WHOLE),
    ),
    "14",
  ),
});
export type PreviewQuery = v.InferOutput<typeof PreviewQuery>;

/** A sent reminder of an invoice, or a rule that was skipped for a later one. */
export interface Reminder {
  /** Combines invoice, rule and due date. */
  _id: string;
  invoice: { _id: string; number: string };
  client: { _id: string; name: string };
  days: ReminderDay;
  dueDate: CalendarDate;
  /** State of its e-mail; "passed_over" if a later rule was sent instead. */
  state: MailState | "passed_over";
  /** "" if it was skipped. */
  to: string;
  mailId: string | null;
  /** Why its e-mail was not sent, or the mail server's reply. */
  answer: string;
  at: string;
  handedOverAt: string | null;
}

export type ReminderList = Page<Reminder>;

/** An e-mail to be sent on a day unless the invoices are paid before. */
export interface ComingReminder {
  date: CalendarDate;
  client: { _id: string; name: string };
  /** "" if the client has no address; nothing is sent then. */
  to: string;
  days: ReminderDay;
  invoices: {
    _id: string;
    number: string;
    dueDate: CalendarDate;
    balance: Rupees;
    /** The rule that applies; null for an invoice that is only mentioned. */
    days: ReminderDay | null;
  }[];
  total: RupeeSum;
}

export interface ReminderPreview {
  isOn: boolean;
  until: CalendarDate;
  coming: ComingReminder[];
}

/** Reminder settings of an invoice or a client. */
export interface RemindState {
  /** Setting of the record itself. */
  remind: boolean;
  /** Whether the agency's reminders are on. */
  isOn: boolean;
}

/** A rule and the date of its e-mail. */
export interface RuleOnDay {
  date: CalendarDate;
  days: ReminderDay;
}

export interface InvoiceReminders extends RemindState {
  /** The next reminder unless the invoice is paid before. */
  next: RuleOnDay | null;
  /** All future reminders, assuming that an excluded invoice is included again, or a draft sent. */
  coming: RuleOnDay[];
  /** Why there is no next reminder, or "". */
  why: string;
  /** Newest first. */
  sent: Reminder[];
}
