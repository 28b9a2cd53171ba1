import { formatMore, pluralize } from "../counts.ts";
import { type CalendarDate, countDays, formatDate } from "../dates.ts";
import { formatPaise, type Paise } from "../money.ts";
import type { ReminderDay } from "./schedule.ts";

// Texts of reminders. Placeholders are filled in when a reminder is sent.

export const PLACEHOLDERS = {
  client: "The client's name",
  agency: "Your agency's name",
  number: "The invoice number; if there are several, the oldest and how many more",
  invoices: "One line per invoice: number, due date, days late, balance",
  total: "Total due",
  upi: "One UPI payment line per invoice, if there is a UPI ID",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** Returns the unknown placeholders of a text. */
export const strangersIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}\n]*)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in PLACEHOLDERS));

export interface Words {
  subject: string;
  text: string;
}

const letter = (line: string): string =>
  `Dear {client},\n\n${line}\n\n{invoices}\n\n{upi}\n\n` +
  "If you have already paid, thank you, and please ignore this message.\n\nWith thanks,\n{agency}";

export const USUAL_WORDS: Record<ReminderDay, Words> = {
  [-3]: {
    subject: "{agency}: {number} is due soon, {total}",
    text: letter("This is a reminder of payments due soon:"),
  },
  0: {
    subject: "{agency}: {number} is due today, {total}",
    text: letter("This is a reminder of payments due today:"),
  },
  7: {
    subject: "{agency}: {number} is overdue, {total}",
    text: letter("We have not yet received your payment for:"),
  },
  15: {
    subject: "{agency}: {number} is overdue, {total}",
    text: letter("The following is still unpaid. Please let us know when we can expect payment:"),
  },
  30: {
    subject: "{agency}: {number} is a month overdue, {total}",
    text: letter(
      "The following has been overdue for a month. Please pay it, or tell us if there is a problem:",
    ),
  },
};

export interface RemindedInvoice {
  number: string;
  dueDate: CalendarDate;
  owedPaise: Paise;
  /** Link to pay it with a UPI app, or "". */
  upi: string;
}

/**
 * Fills in the placeholders of a text.
 * @param reminded at least one invoice, oldest first
 */
export function fillWords(
  words: Words,
  reminded: readonly RemindedInvoice[],
  { client, agency, day }: { client: string; agency: string; day: CalendarDate },
): Words {
  const total = reminded.reduce((sum, { owedPaise }) => sum + BigInt(owedPaise), 0n);
  const values: Record<Placeholder, string> = {
    client,
    agency,
    number: `${reminded[0]?.number}${formatMore(reminded.length - 1)}`,
    invoices: reminded.map((one) => formatLine(one, day)).join("\n"),
    total: formatPaise(total),
    upi: reminded
      .filter(({ upi }) => upi)
      .map(({ number, upi }) => `Pay ${number} by UPI: ${upi}`)
      .join("\n"),
  };
  const put = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, name) => values[name as Placeholder] ?? all);
  // An empty placeholder leaves no gap, and a subject is a single line.
  const text = put(words.text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { subject: put(words.subject).replace(/\s+/g, " ").trim(), text };
}

function formatLine({ number, dueDate, owedPaise }: RemindedInvoice, day: CalendarDate): string {
  return `${number}, due ${formatDate(dueDate)}${describeLateness(dueDate, day)}: ${formatPaise(owedPaise)}`;
}

/** Returns `, 7 days late`, or "" if it is not late. */
function describeLateness(dueDate: CalendarDate, day: CalendarDate): string {
  if (dueDate >= day) return "";
  const late = countDays({ dateFrom: dueDate, dateTo: day }) - 1;
  return `, ${pluralize(late, "day")} late`;
}
