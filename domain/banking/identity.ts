import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import { isSameReference, refKey, squeeze } from "./cells.ts";
import { readNarration } from "./narrations.ts";
import type { StatementLine } from "./statement.ts";

// Finds the lines of a file that the account already has, from files with overlapping days in any
// format. Between two downloads a bank may re-sort a day and its balances, cut narrations or renumber
// lines, so no single piece of evidence decides. Two equal lines within a file are two lines.

export type Known = Pick<
  StatementLine,
  "amountPaise" | "balancePaise" | "bankId" | "date" | "narration" | "ref"
> & { id: string };

type Line = Omit<Known, "id">;

/**
 * Pairs the lines of a file with stored lines. Returns undefined for new lines. Within a day and amount,
 * the strongest evidence pairs first. The rest pairs in order, because both files start with the whole
 * day and the shorter one only ends earlier.
 * @param stored in the account's order
 */
export function identify(stored: Known[], lines: StatementLine[]): (Known | undefined)[] {
  const same = new Array<Known | undefined>(lines.length).fill(undefined);
  const isStable = areIdsStable(stored, lines);
  const days = Map.groupBy(stored, ({ date }) => date);
  const last = lines
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  const groups = Map.groupBy(lines.keys(), (n) => lines[n]?.date ?? "");
  for (const [date, places] of groups) {
    const known = days.get(date);
    if (!known) continue;
    const ofDay = places.map((n) => lines[n] as StatementLine);
    const mayDiffer = areFromMorning(known, ofDay, date === last);
    const byAmount = Map.groupBy(places, (n) => lines[n]?.amountPaise ?? 0);
    const knownByAmount = Map.groupBy(known, (line) => line.amountPaise);
    for (const [amount, wanted] of byAmount) {
      const open = (knownByAmount.get(amount as Paise) ?? []).map(toEvidence);
      const file = wanted.map((n) => ({ n, ...toEvidence(lines[n] as StatementLine) }));
      for (const [{ n }, found] of pair(open, file, { isStable, mayDiffer })) same[n] = found.line;
    }
  }
  return same;
}

/** Evidence to tell apart lines of one day and amount. */
interface Evidence<Of extends Line = Line> {
  line: Of;
  refs: string[];
  text: string;
}

const toEvidence = <Of extends Line>(line: Of): Evidence<Of> => ({
  line,
  text: squeeze(line.narration),
  refs: [line.ref, readNarration(line.narration).ref].filter((one) => one !== null),
});

interface Trust {
  /** Whether the bank numbers lines the same way in each download. */
  isStable: boolean;
  /** Whether balances of the day may differ for the same lines. */
  mayDiffer: boolean;
}

type Test = (known: Evidence, line: Evidence) => boolean;

/** Pairs lines in order, one kind of evidence after another. */
function pair<Of extends Evidence>(
  stored: Evidence<Known>[],
  lines: Of[],
  { isStable, mayDiffer }: Trust,
): [Of, Evidence<Known>][] {
  const isNumbered: Test = (a, b) => isStable && !!a.line.bankId && a.line.bankId === b.line.bankId;
  const isReferred: Test = (a, b) =>
    a.refs.some((one) => b.refs.some((other) => isSameReference(one, other)));
  const isBalanced: Test = (a, b) =>
    a.line.balancePaise !== null && a.line.balancePaise === b.line.balancePaise;
  const mayBe: Test = (a, b) => {
    if (haveOtherReferences(a.refs, b.refs)) return false;
    return mayDiffer || a.line.balancePaise === null || b.line.balancePaise === null;
  };
  const tests: Test[] = [
    (a, b) => isReferred(a, b) && isBalanced(a, b),
    isReferred,
    (a, b) => isNumbered(a, b) && !haveOtherReferences(a.refs, b.refs),
    (a, b) => isBalanced(a, b) && isSameText(a.text, b.text),
    isBalanced,
    (a, b) => mayBe(a, b) && a.text === b.text,
    (a, b) => mayBe(a, b) && isSameText(a.text, b.text),
    mayBe,
  ];
  const pairs: [Of, Evidence<Known>][] = [];
  // Identical lines pair first, because a day may have thousands of them.
  const equal = Map.groupBy(stored, toKey);
  let rest = lines.filter((line) => {
    const found = equal.get(toKey(line))?.shift();
    if (found) pairs.push([line, found]);
    return !found;
  });
  const paired = new Set(pairs.map(([, known]) => known));
  const open = stored.filter((known) => !paired.has(known));
  if (open.length * rest.length > COMPARED_MAX) throw new Refusal("invalid", TOO_MANY_ALIKE);
  for (const test of tests) {
    if (open.length === 0 || rest.length === 0) break;
    rest = rest.filter((line) => {
      const at = open.findIndex((known) => test(known, line));
      const [found] = at === -1 ? [] : open.splice(at, 1);
      if (found) pairs.push([line, found]);
      return !found;
    });
  }
  return pairs;
}

const toKey = ({ line, refs, text }: Evidence): string =>
  JSON.stringify([line.balancePaise, line.bankId, line.ref, refs, text]);

const COMPARED_MAX = 1_000_000;
const TOO_MANY_ALIKE =
  "More than 1,000 lines with the same date and amount differ from existing lines. Nothing was changed";

/** Narrations match if one is the other's beginning, because banks cut them. */
const isSameText = (one: string, other: string) =>
  one !== "" && other !== "" && (one.startsWith(other) || other.startsWith(one));

/** Unique references of payment systems: 12 digits for UPI and IMPS, or a UTR. */
const UNIQUE = [/^\d{12}$/, /^[A-Z]{4}[A-Z0-9]{12}$/, /^[A-Z]{4}[A-Z0-9]{18}$/];

/** Whether both lines have references of the same payment system that differ. */
function haveOtherReferences(ours: string[], theirs: string[]): boolean {
  if (ours.some((one) => theirs.some((other) => isSameReference(one, other)))) return false;
  const has = (refs: string[], pattern: RegExp) => refs.some((ref) => pattern.test(refKey(ref)));
  return UNIQUE.some((pattern) => has(ours, pattern) && has(theirs, pattern));
}

/** Whether some of the bank's numbers recur, and none recurs for a different line. */
function areIdsStable(stored: Known[], lines: StatementLine[]): boolean {
  const numbered = new Map(stored.map((line) => [line.bankId, line]));
  const again = lines.flatMap((line) => {
    const known = line.bankId ? numbered.get(line.bankId) : undefined;
    return known ? [known.date === line.date && known.amountPaise === line.amountPaise] : [];
  });
  return again.length > 0 && again.every(Boolean);
}

/**
 * Whether file and account both have a day from its first line: they start at the same balance, and one
 * contains all amounts of the other. Their balances may then differ, because the bank re-sorted the day.
 * True if a balance is unknown.
 */
function areFromMorning(stored: Known[], lines: Line[], isLastDay: boolean): boolean {
  const [ours, theirs] = [balanceBefore(stored), balanceBefore(lines)];
  if (ours === null || theirs === null) return true;
  if (ours !== theirs) return false;
  return containsAmounts(lines, stored) || (isLastDay && containsAmounts(stored, lines));
}

/** Returns the balance before a day's first line, or null if no line has a balance. */
export function balanceBefore(lines: Pick<Line, "amountPaise" | "balancePaise">[]): number | null {
  let moved = 0;
  for (const { amountPaise, balancePaise } of lines) {
    moved += amountPaise;
    if (balancePaise !== null) return balancePaise - moved;
  }
  return null;
}

/** Whether `all` contains every amount of `some`, at least as often. */
function containsAmounts(all: Line[], some: Line[]): boolean {
  const left = new Map<number, number>();
  for (const { amountPaise } of all) left.set(amountPaise, (left.get(amountPaise) ?? 0) + 1);
  return some.every(({ amountPaise }) => {
    const count = left.get(amountPaise) ?? 0;
    left.set(amountPaise, count - 1);
    return count > 0;
  });
}

/** The days that a statement covers, and its gaps. */
export interface Covered {
  from: CalendarDate;
  to: CalendarDate;
  /** Days between which lines are missing. */
  gaps: { from: CalendarDate; to: CalendarDate }[];
}

export interface Conflict {
  onlyStored: Known[];
  onlyInFile: StatementLine[];
}

/**
 * Returns the lines that only one of the two has on days that both cover, which means that the file does
 * not continue the account. Ignores the first and last days, which may be incomplete downloads, and
 * gaps, which the file may fill.
 */
export function findConflict(
  stored: Known[],
  covered: Covered[],
  file: Covered & { lines: StatementLine[] },
  same: (Known | undefined)[],
): Conflict | undefined {
  const isInside = (day: CalendarDate, { from, to, gaps }: Covered) =>
    day > from && day < to && !gaps.some((gap) => day >= gap.from && day <= gap.to);
  const taken = new Set(same.map((known) => known?.id));
  const onlyStored = stored.filter(({ id, date }) => !taken.has(id) && isInside(date, file));
  const onlyInFile = file.lines.filter(
    ({ date }, n) => !same[n] && covered.some((statement) => isInside(date, statement)),
  );
  return onlyStored.length + onlyInFile.length > 0 ? { onlyStored, onlyInFile } : undefined;
}
