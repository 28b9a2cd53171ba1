import {
  addDays,
  type CalendarDate,
  type DateRange,
  formatDate,
  pickEarlier,
  pickLater,
} from "../dates.ts";
import { formatPaise, type Paise } from "../money.ts";

// The days of a month that an account's statements cover. Many files name no period. They then cover the
// days from their first line to their last, so a day without lines can be in no file although nothing is
// missing.

/** The parts of a statement that determine its coverage. Balances are paise, or null if unknown. */
export interface CoveringStatement {
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  openingPaise: number | null;
  closingPaise: number | null;
  /** The day on which it was imported. */
  broughtOn: CalendarDate;
}

/** Maximum days without lines at either end of a month, if the file was downloaded after it. */
const QUIET_DAYS = 7;

/** A gap between two statements: the second does not open with the first's closing balance. */
export interface StatementGap {
  /** Last day of the first statement, and first day of the second. */
  after: CalendarDate;
  before: CalendarDate;
  /** In paise; null if a balance is unknown and only dates show the gap. */
  missing: number | null;
}

/**
 * Finds gaps in which money moved. Days without lines are not a gap if the balance stays the same. The
 * checklist, the page and the PDF of an account all use this.
 * @param statements of one account, in any order
 */
export function findGaps(statements: CoveringStatement[]): StatementGap[] {
  const [first, ...others] = sortByStart(statements);
  if (!first) return [];
  const gaps: StatementGap[] = [];
  let reached = first;
  for (const next of others) {
    const isApart = next.periodFrom > reached.periodTo;
    const isKnown = reached.closingPaise !== null && next.openingPaise !== null;
    const missing = isKnown ? (next.openingPaise ?? 0) - (reached.closingPaise ?? 0) : null;
    const hasDays = next.periodFrom > addDays(reached.periodTo, 1);
    if (isApart && (isKnown ? missing !== 0 : hasDays)) {
      gaps.push({ after: reached.periodTo, before: next.periodFrom, missing });
    }
    if (next.periodTo >= reached.periodTo) reached = next;
  }
  return gaps;
}

/** Returns the days between two statements, or else the two days that do not meet. */
export function toGapDays({ after, before }: StatementGap): DateRange {
  const days = { dateFrom: addDays(after, 1), dateTo: addDays(before, -1) };
  return days.dateFrom <= days.dateTo ? days : { dateFrom: after, dateTo: before };
}

/** Describes a gap by its days, and by its amount if known. */
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

export interface Uncovered extends DateRange {
  /** Movement on these days in paise, or null if unknown. */
  missing: number | null;
}

/**
 * Returns the first uncovered days in a range, or undefined if all are covered. Days before an account's
 * first statement need no coverage, because its reconciliation begins there.
 * @param statements of one account, in any order
 */
export function findUncovered(
  statements: CoveringStatement[],
  { dateFrom, dateTo }: DateRange,
): Uncovered | undefined {
  const all = sortByStart(statements);
  const [first] = all;
  if (!first || first.periodFrom > dateTo) return { dateFrom, dateTo, missing: null };
  for (const gap of findGaps(all)) {
    const days = toGapDays(gap);
    if (days.dateTo >= dateFrom && days.dateFrom <= dateTo) {
      return { ...clampRange(days, { dateFrom, dateTo }), missing: gap.missing };
    }
  }
  const reached = all.reduce((last, next) => (next.periodTo >= last.periodTo ? next : last), first);
  const { periodTo, broughtOn } = reached;
  if (periodTo >= dateTo) return undefined;
  const isQuiet = broughtOn > dateTo && periodTo >= addDays(dateTo, -QUIET_DAYS);
  if (isQuiet && periodTo >= dateFrom) return undefined;
  const days = clampRange({ dateFrom: addDays(periodTo, 1), dateTo }, { dateFrom, dateTo });
  return { ...days, missing: null };
}

const sortByStart = (statements: CoveringStatement[]) =>
  statements.toSorted((a, b) => (a.periodFrom < b.periodFrom ? -1 : 1));

const clampRange = (days: DateRange, range: DateRange): DateRange => ({
  dateFrom: pickLater(days.dateFrom, range.dateFrom),
  dateTo: pickEarlier(days.dateTo, range.dateTo),
});
