import {
  addDays,
  type CalendarDate,
  INDIA_MS,
  today as indiaDay,
  pickLater,
  toWeekday,
} from "../dates.ts";

// When a reminder goes: days from the due date, on a working day in India, between ten and six.

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

/** What decides whether a rule counts. */
export interface RuleTimes {
  days: ReminderDay;
  isOn: boolean;
  /** Days before it are not made up for. */
  since: CalendarDate;
}

/** An invoice that is owed, as far as its days go. */
export interface Remindable {
  dueDate: CalendarDate;
  /** The day in India on which it was sent. */
  sentOn: CalendarDate;
  /** From when on it may be reminded of: when it was switched on again; "" for always. */
  since: CalendarDate;
  /** Rules that were sent or passed over for this due date. */
  done: readonly ReminderDay[];
}

/** What is later is out of date: after a long outage, or of a client whose address came late. */
export const OUT_OF_DATE_DAYS = 35;

/** The day in India that a moment is in. */
export const toIndiaDay = (ms: number): CalendarDate => indiaDay(new Date(ms));

/**
 * The rules of an invoice that wait on a day, earliest first: the last one is sent, the others are passed
 * over. None of a day that was before the rule was on or the invoice was sent, or before one that was sent.
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
      // What is to be paid soon is not said of what is late.
      if (days < 0 && day > invoice.dueDate) return false;
      const own = addDays(invoice.dueDate, days);
      return own <= day && own >= pickLater(from, pickLater(since, invoice.since));
    })
    .map(({ days }) => days)
    .sort((a, b) => a - b);
}

/** What one mail to a client holds. */
export interface Plan<Invoice> {
  /** The latest of its rules, whose words it has. */
  days: ReminderDay;
  /** Those by which it goes, oldest first. */
  due: { invoice: Invoice; days: ReminderDay; passedOver: ReminderDay[] }[];
  /** All that it tells of: those, and what is late beside them; oldest first. */
  told: Invoice[];
}

/** What a client is reminded of on a day; undefined for nothing. */
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
  const told = sorted.filter((one) => isDue.has(one) || one.dueDate < day);
  return { days: Math.max(...due.map(({ days }) => days)) as ReminderDay, due, told };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hours of a working day, as India's clocks have them. */
const OPENS = 10;
const CLOSES = 18;

const isWorkingDay = (day: CalendarDate): boolean => toWeekday(day) !== "Sun";

/** The first moment from then on at which reminders may go: 10:00 to 18:00, Monday to Saturday. */
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

/** When they may go on the next working day. */
export function nextOpening(ms: number): number {
  let midnight = Math.floor((ms + INDIA_MS) / DAY_MS) * DAY_MS + DAY_MS;
  if (!isWorkingDay(toIndiaDay(midnight - INDIA_MS))) midnight += DAY_MS;
  return midnight + OPENS * HOUR_MS - INDIA_MS;
}

export const isOpen = (ms: number): boolean => openFrom(ms) === ms;

/** The day from which on it may be sent, of what is planned now: today is over at six. */
export const firstDay = (ms: number): CalendarDate => toIndiaDay(openFrom(ms));

/** The next days on which reminders go. */
export function workingDays(from: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, n) => addDays(from, n)).filter(isWorkingDay);
}
