import {
  addDays,
  type CalendarDate,
  INDIA_MS,
  today as indiaDay,
  pickLater,
  toWeekday,
} from "../dates.ts";

// Schedules reminders: days from the due date, on working days in India, from 10:00 to 18:00.

/** Days from the due date. */
export const REMINDER_DAYS = [-3, 0, 7, 15, 30] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

export const REMINDER_DAY_NAMES: Record<ReminderDay, string> = {
  [-3]: "3 days before",
  0: "On the due date",
  7: "7 days late",
  15: "15 days late",
  30: "30 days late",
};

/** Conditions for a rule to apply. */
export interface RuleTimes {
  days: ReminderDay;
  isOn: boolean;
  /** Reminders due before this day are not sent late. */
  since: CalendarDate;
}

/** The dates of an unpaid invoice. */
export interface Remindable {
  dueDate: CalendarDate;
  /** The day in India on which it was sent. */
  sentOn: CalendarDate;
  /** The day on which its reminders were switched on again; "" if they always were. */
  since: CalendarDate;
  /** Rules that were sent or skipped for this due date. */
  done: readonly ReminderDay[];
}

/**
 * Reminders later than this are obsolete, after a long outage or if a client's address was added late.
 */
export const OUT_OF_DATE_DAYS = 35;

/** Returns the day in India of a timestamp. */
export const toIndiaDay = (ms: number): CalendarDate => indiaDay(new Date(ms));

/**
 * Returns the rules of an invoice that are pending on a day, earliest first. The last one is sent, and
 * the others are skipped. Excludes days before the rule was on, before the invoice was sent, or before a
 * rule that was already sent.
 */
function waitingRules(
  invoice: Remindable,
  rules: readonly RuleTimes[],
  day: CalendarDate,
): ReminderDay[] {
  const latest = Math.max(...invoice.done, Number.NEGATIVE_INFINITY);
  const from = pickLater(addDays(day, -OUT_OF_DATE_DAYS), addDays(invoice.sentOn, 1));
  return rules
    .filter(({ days, isOn, since }) => {
      if (!isOn || days <= latest) return false;
      // A notice that a payment is due soon makes no sense once it is late.
      if (days < 0 && day > invoice.dueDate) return false;
      const own = addDays(invoice.dueDate, days);
      return own <= day && own >= pickLater(from, pickLater(since, invoice.since));
    })
    .map(({ days }) => days)
    .sort((a, b) => a - b);
}

/** An e-mail to a client. */
export interface Plan<Invoice> {
  /** The latest applicable rule, whose text is used. */
  days: ReminderDay;
  /** Invoices with an applicable rule, oldest first. */
  due: { invoice: Invoice; days: ReminderDay; passedOver: ReminderDay[] }[];
  /** Invoices to mention: these and other late ones, oldest first. */
  mentioned: Invoice[];
}

/** Plans a client's reminder on a day. Returns undefined if there is none. */
export function planReminders<Invoice extends Remindable>(
  invoices: readonly Invoice[],
  rules: readonly RuleTimes[],
  day: CalendarDate,
): Plan<Invoice> | undefined {
  const sorted = [...invoices].sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1));
  const due = sorted.flatMap((invoice) => {
    const waiting = waitingRules(invoice, rules, day);
    const days = waiting.at(-1);
    return days === undefined ? [] : [{ invoice, days, passedOver: waiting.slice(0, -1) }];
  });
  if (due.length === 0) return undefined;
  const isDue = new Set(due.map(({ invoice }) => invoice));
  const mentioned = sorted.filter((one) => isDue.has(one) || one.dueDate < day);
  return { days: Math.max(...due.map(({ days }) => days)) as ReminderDay, due, mentioned };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Start of the working day in India. */
const OPENS = 10;
const CLOSES = 18;

const isWorkingDay = (day: CalendarDate): boolean => toWeekday(day) !== "Sun";

/** Returns the next time at which reminders may be sent: 10:00 to 18:00, Monday to Saturday. */
export function openFrom(ms: number): number {
  const local = ms + INDIA_MS;
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const [opens, closes] = [midnight + OPENS * HOUR_MS, midnight + CLOSES * HOUR_MS];
  if (isWorkingDay(toIndiaDay(ms))) {
    if (local < opens) return opens - INDIA_MS;
    if (local < closes) return ms;
  }
  return nextOpening(ms);
}

/** Returns the time at which reminders can be sent on the next working day. */
export function nextOpening(ms: number): number {
  let midnight = Math.floor((ms + INDIA_MS) / DAY_MS) * DAY_MS + DAY_MS;
  if (!isWorkingDay(toIndiaDay(midnight - INDIA_MS))) midnight += DAY_MS;
  return midnight + OPENS * HOUR_MS - INDIA_MS;
}

export const isOpen = (ms: number): boolean => openFrom(ms) === ms;

/** Returns the first day for newly planned reminders; today ends at 18:00. */
export const firstDay = (ms: number): CalendarDate => toIndiaDay(openFrom(ms));

/** Returns the working days within a number of days. */
export function workingDays(from: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, n) => addDays(from, n)).filter(isWorkingDay);
}
