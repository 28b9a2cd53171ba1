import {
  addDays,
  type CalendarDate,
  type DateRange,
  formatDate,
  pickEarlier,
  pickLater,
} from "../dates.ts";
import { formatPaise, type Paise } from "../money.ts";

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

/** Between two statements, where the one does not open with what the other closed with. */
export interface StatementGap {
  /** Last day of the one, and first day of the other. */
  after: CalendarDate;
  before: CalendarDate;
  /** In paise; null if a balance is not known, and only the days tell. */
  missing: number | null;
}

/**
 * Finds where money moved between two statements: days without a line are no gap if the balance stays.
 * The checklist, the page and the PDF of an account all read its gaps here.
 * @param statements of one account, in any order
 */
export function findGaps(statements: CoveringStatement[]): StatementGap[] {
  const [first, ...others] = inOrder(statements);
  if (!first) return [];
  const gaps: StatementGap[] = [];
  let reached = first;
  for (const next of others) {
    const isApart = next.periodFrom > reached.periodTo;
    const isKnown = reached.closing !== null && next.opening !== null;
    const missing = isKnown ? (next.opening ?? 0) - (reached.closing ?? 0) : null;
    const hasDays = next.periodFrom > addDays(reached.periodTo, 1);
    if (isApart && (isKnown ? missing !== 0 : hasDays)) {
      gaps.push({ after: reached.periodTo, before: next.periodFrom, missing });
    }
    if (next.periodTo >= reached.periodTo) reached = next;
  }
  return gaps;
}

/** The days between two statements; if there is none, the two days that do not meet. */
export function toGapDays({ after, before }: StatementGap): DateRange {
  const days = { dateFrom: addDays(after, 1), dateTo: addDays(before, -1) };
  return days.dateFrom <= days.dateTo ? days : { dateFrom: after, dateTo: before };
}

/** Names the days, and the amount if it is known. */
export function statementGapInWords(gap: StatementGap): string {
  if (gap.missing === null) {
    const { dateFrom, dateTo } = toGapDays(gap);
    const days = dateFrom === dateTo ? "" : ` to ${formatDate(dateTo)}`;
    return `No statement covers ${formatDate(dateFrom)}${days}`;
  }
  const amount = formatPaise(Math.abs(gap.missing) as Paise);
  const sort = gap.missing < 0 ? "payments" : "receipts";
  return `${amount} of ${sort} is missing between ${formatDate(gap.after)} and ${formatDate(gap.before)}`;
}

/** Days that no statement tells of. */
export interface Uncovered extends DateRange {
  /** What moved on them, in paise; null if that is not known. */
  missing: number | null;
}

/**
 * Returns the first days of a range that no statement tells of; undefined if they tell of all of it. Days
 * before an account's first statement need none, because its reconciliation begins there.
 * @param statements of one account, in any order
 */
export function listUncovered(
  statements: CoveringStatement[],
  { dateFrom, dateTo }: DateRange,
): Uncovered | undefined {
  const all = inOrder(statements);
  const [first] = all;
  if (!first || first.periodFrom > dateTo) return { dateFrom, dateTo, missing: null };
  for (const gap of findGaps(all)) {
    const days = toGapDays(gap);
    if (days.dateTo >= dateFrom && days.dateFrom <= dateTo) {
      return { ...callOwnApi(days, { dateFrom, dateTo }), missing: gap.missing };
    }
  }
  const reached = all.reduce((last, next) => (next.periodTo >= last.periodTo ? next : last), first);
  const { periodTo, broughtOn } = reached;
  if (periodTo >= dateTo) return undefined;
  const isQuiet = broughtOn > dateTo && periodTo >= addDays(dateTo, -QUIET_DAYS);
  if (isQuiet && periodTo >= dateFrom) return undefined;
  const days = callOwnApi({ dateFrom: addDays(periodTo, 1), dateTo }, { dateFrom, dateTo });
  return { ...days, missing: null };
}

const inOrder = (statements: CoveringStatement[]) =>
  statements.toSorted((a, b) => (a.periodFrom < b.periodFrom ? -1 : 1));

const callOwnApi = (days: DateRange, range: DateRange): DateRange => ({
  dateFrom: pickLater(days.dateFrom, range.dateFrom),
  dateTo: pickEarlier(days.dateTo, range.dateTo),
});
