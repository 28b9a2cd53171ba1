import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { id, limitSchema, longText, page, strictObject } from "../fields.ts";
import type { MailState } from "../mail/mails.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { isCleanLine } from "../text.ts";
import { REMINDER_DAYS, type ReminderDay } from "./schedule.ts";
import { PLACEHOLDERS, strangersIn, type Words } from "./texts.ts";

/** A rule: so many days from the due date, in these words. */
export interface ReminderRule extends Words {
  days: ReminderDay;
  isOn: boolean;
  /** Whether its words are the usual ones. */
  isUsual: boolean;
}

export interface ReminderRules {
  /** Nothing is sent before an owner switches it on. */
  isOn: boolean;
  /** Days before it are not made up for; null where it is off. */
  since: CalendarDate | null;
  /** In whose name reminders go; null where nobody has saved anything. */
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

/** What is left out stays; empty words are the usual ones. */
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
      v.maxLength(REMINDER_DAYS.length, `There are ${REMINDER_DAYS.length} rules`),
      v.check(
        (rules) => new Set(rules.map(({ days }) => days)).size === rules.length,
        "Send each rule once",
      ),
    ),
    [],
  ),
});
export type ReminderRulesChange = v.InferOutput<typeof ReminderRulesChange>;

/** What can be left out of reminders. */
export const REMIND_HOLDERS = ["client", "invoice"] as const;
export type RemindHolder = (typeof REMIND_HOLDERS)[number];

export const RemindSwitch = strictObject({
  /** Left out, it stays. */
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

/** That an invoice was reminded of, or that a rule was passed over for a later one. */
export interface Reminder {
  /** Of invoice, rule and due date together. */
  _id: string;
  invoice: { _id: string; number: string };
  client: { _id: string; name: string };
  days: ReminderDay;
  dueDate: CalendarDate;
  /** Of its mail; "passed_over" where a later rule was sent in its place. */
  state: MailState | "passed_over";
  /** "" where it was passed over. */
  to: string;
  mailId: string | null;
  /** Why its mail did not go, or what the mail server said. */
  answer: string;
  at: string;
  handedOverAt: string | null;
}

export interface ReminderList {
  items: Reminder[];
  total: number;
  page: number;
  totalPages: number;
}

/** A mail that goes on a day if nothing is paid before. */
export interface ComingReminder {
  date: CalendarDate;
  client: { _id: string; name: string };
  /** "" where the client has no address: then it does not go. */
  to: string;
  days: ReminderDay;
  invoices: {
    _id: string;
    number: string;
    dueDate: CalendarDate;
    balance: Rupees;
    /** The rule by which it goes; null for what is told beside it. */
    days: ReminderDay | null;
  }[];
  total: RupeeSum;
}

export interface ReminderPreview {
  isOn: boolean;
  /** Until that day. */
  until: CalendarDate;
  coming: ComingReminder[];
}

/** What an invoice's or a client's page shows. */
export interface RemindState {
  /** Its own switch. */
  remind: boolean;
  /** Whether the agency's reminders are on. */
  isOn: boolean;
}

/** A rule, and the day on which its mail goes. */
export interface RuleOnDay {
  date: CalendarDate;
  days: ReminderDay;
}

export interface InvoiceReminders extends RemindState {
  /** The next one, if nothing is paid before. */
  next: RuleOnDay | null;
  /** All that come: of one that is left out, once it is in again; of a draft, once it is sent. */
  coming: RuleOnDay[];
  /** Why there is no next one, in a sentence; "" where there is one. */
  why: string;
  /** Newest first. */
  sent: Reminder[];
}
