import { addDays, type CalendarDate, type DateRange, earlierOf, laterOf } from "../dates.ts";

// Which days of a month the statements of an account tell of. Many files say no period of their own, and then
// they reach from their first line to their last: a day without a line is in none, and nothing is missing.

/** What of a statement says which days it tells of; balances in paise, null where the file has none. */
export interface CoveringStatement {
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  opening: number | null;
  closing: number | null;
  /** The day on which it was brought. */
  broughtOn: CalendarDate;
}

/** So many quiet days at an end of a month are believed of a file that was made after it. */
const QUIET_DAYS = 7;

/**
 * The first days of a range that no statement tells of; undefined where they tell of all of it. Nothing is
 * asked of days before an account's first statement, for there its reconciliation begins.
 * @param statements of one account, in any order
 */
export function uncovered(
  statements: CoveringStatement[],
  { dateFrom, dateTo }: DateRange,
): DateRange | undefined {
  const inOrder = statements.toSorted((a, b) => (a.periodFrom < b.periodFrom ? -1 : 1));
  const [first] = inOrder;
  if (!first || first.periodFrom > dateTo) return { dateFrom, dateTo };
  let reached = first;
  for (const next of inOrder) {
    const missing = {
      dateFrom: addDays(reached.periodTo, 1),
      dateTo: addDays(next.periodFrom, -1),
    };
    const isApart = missing.dateFrom <= missing.dateTo && !isJoined(reached, next);
    if (isApart && missing.dateTo >= dateFrom && missing.dateFrom <= dateTo) {
      return within(missing, { dateFrom, dateTo });
    }
    if (next.periodTo >= reached.periodTo) reached = next;
  }
  const { periodTo, broughtOn } = reached;
  if (periodTo >= dateTo) return undefined;
  const isQuiet = broughtOn > dateTo && periodTo >= addDays(dateTo, -QUIET_DAYS);
  if (isQuiet && periodTo >= dateFrom) return undefined;
  return within({ dateFrom: addDays(periodTo, 1), dateTo }, { dateFrom, dateTo });
}

/** One begins with what the other has ended with: nothing moved between them. */
const isJoined = ({ closing }: CoveringStatement, { opening }: CoveringStatement): boolean =>
  closing !== null && closing === opening;

const within = (days: DateRange, range: DateRange): DateRange => ({
  dateFrom: laterOf(days.dateFrom, range.dateFrom),
  dateTo: earlierOf(days.dateTo, range.dateTo),
});
