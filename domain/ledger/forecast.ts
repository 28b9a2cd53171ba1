import { addDays, type CalendarDate, type DateRange, pickLater } from "../dates.ts";
import { type RupeeSum, toRupees } from "../money.ts";

// Money expected and due in the next six weeks. A week has seven days, the first one starts today.

export const WEEKS = 6;
const WEEK_DAYS = 7;
/** Maximum entries shown for a week. Its sums count all of them. */
export const WEEK_ENTRIES_MAX = 20;

export const FORECAST_KINDS = [
  ...(["invoice", "draft", "series", "estimate", "bill"] as const),
  ...(["entry", "tds", "gst"] as const),
] as const;
export type ForecastKind = (typeof FORECAST_KINDS)[number];

export interface ForecastEntry {
  kind: ForecastKind;
  date: CalendarDate;
  /** The client, the vendor or the tax. */
  name: string;
  /** The document's number, or details. */
  note: string;
  /** Rupees; negative if it is paid out. */
  amount: RupeeSum;
  /** The page that shows it. */
  link: string;
}

export interface ForecastWeek extends DateRange {
  expected: RupeeSum;
  due: RupeeSum;
  /** Expected less due. */
  net: RupeeSum;
  /** Cash and bank on its last day. */
  balance: RupeeSum;
  /** If it ends below zero: the first day on which the balance is negative, otherwise "". */
  belowZero: CalendarDate | "";
  /** Number of all entries. */
  count: number;
  /** The largest entries, by date. */
  entries: ForecastEntry[];
}

/** Open invoices that the forecast leaves out. */
export interface LeftOut {
  count: number;
  clients: number;
  amount: RupeeSum;
}

export interface Forecast extends DateRange {
  /** Cash and bank today, without cards. */
  balance: RupeeSum;
  expected: RupeeSum;
  due: RupeeSum;
  /** Cash and bank on the last day. */
  closing: RupeeSum;
  weeks: ForecastWeek[];
  overdue: LeftOut;
  /** Invoices without a due date. */
  undated: LeftOut;
}

export const forecastRange = (today: CalendarDate): DateRange => ({
  dateFrom: today,
  dateTo: addDays(today, WEEKS * WEEK_DAYS - 1),
});

/** An entry in paise, negative if it is paid out. */
export interface Flow extends Omit<ForecastEntry, "amount"> {
  paise: bigint;
}

/** The sum of all documents of one kind that are due on a day. */
export interface DaySum {
  date: CalendarDate;
  count: number;
  paise: bigint;
}

export interface ForecastFacts {
  today: CalendarDate;
  balancePaise: bigint;
  /** Entries that count themselves. */
  flows: Flow[];
  /** Entries that `days` count. */
  listed: Flow[];
  days: DaySum[];
  overdue: LeftOut;
  undated: LeftOut;
}

/** Sorts everything into weeks. What was due earlier counts today. */
export function buildForecast(facts: ForecastFacts): Forecast {
  const range = forecastRange(facts.today);
  const place = <Dated extends { date: CalendarDate }>(all: Dated[]) =>
    all
      .map((one) => ({ ...one, date: pickLater(one.date, facts.today) }))
      .filter(({ date }) => date <= range.dateTo);
  const flows = place(facts.flows);
  const days = [...place(facts.days), ...flows.map((flow) => ({ ...flow, count: 1 }))];
  const entries = [...flows, ...place(facts.listed)];
  let balance = facts.balancePaise;
  const weeks = Array.from({ length: WEEKS }, (_, n) => {
    const dateFrom = addDays(facts.today, n * WEEK_DAYS);
    const week = { dateFrom, dateTo: addDays(dateFrom, WEEK_DAYS - 1) };
    const isIn = ({ date }: { date: CalendarDate }) => date >= dateFrom && date <= week.dateTo;
    const shown = buildWeek(week, balance, days.filter(isIn), entries.filter(isIn));
    balance = shown.closing;
    return shown;
  });
  const sum = (of: "in" | "out") => toRupees(weeks.reduce((sum, week) => sum + week[of], 0n));
  return {
    ...range,
    balance: toRupees(facts.balancePaise),
    expected: sum("in"),
    due: sum("out"),
    closing: toRupees(balance),
    weeks: weeks.map(({ shown }) => shown),
    overdue: facts.overdue,
    undated: facts.undated,
  };
}

function buildWeek(week: DateRange, opening: bigint, days: DaySum[], entries: Flow[]) {
  const add = (of: DaySum[]) => of.reduce((sum, { paise }) => sum + paise, 0n);
  const paidIn = add(days.filter(({ paise }) => paise > 0n));
  const paidOut = -add(days.filter(({ paise }) => paise < 0n));
  const closing = opening + paidIn - paidOut;
  const shown: ForecastWeek = {
    ...week,
    expected: toRupees(paidIn),
    due: toRupees(paidOut),
    net: toRupees(paidIn - paidOut),
    balance: toRupees(closing),
    belowZero: closing < 0n ? findBelowZero(week, opening, days) : "",
    count: days.reduce((sum, { count }) => sum + count, 0),
    entries: pickLargest(entries).map(({ paise, ...entry }) => ({
      ...entry,
      amount: toRupees(paise),
    })),
  };
  return { in: paidIn, out: paidOut, closing, shown };
}

/** Returns the first day of the week that ends with a negative balance. */
function findBelowZero(week: DateRange, opening: bigint, days: DaySum[]): CalendarDate {
  let balance = opening;
  for (let date = week.dateFrom; date < week.dateTo; date = addDays(date, 1)) {
    for (const one of days) if (one.date === date) balance += one.paise;
    if (balance < 0n) return date;
  }
  return week.dateTo;
}

function pickLargest(entries: Flow[]): Flow[] {
  const size = ({ paise }: Flow) => (paise < 0n ? -paise : paise);
  const largest = entries.toSorted((a, b) => (size(a) > size(b) ? -1 : size(a) < size(b) ? 1 : 0));
  return largest
    .slice(0, WEEK_ENTRIES_MAX)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
