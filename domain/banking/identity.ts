import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import { isSameReference, refKey, squeeze } from "./cells.ts";
import { readNarration } from "./narrations.ts";
import type { StatementLine } from "./statement.ts";

// Which lines of a file the account has already: from a file whose days overlap, in the same format or
// another. Between two downloads a bank may re-sort a day and its balances, cut narrations or number lines
// again, so no single piece of evidence decides. Two equal lines of one file are two lines.

export type Known = Pick<
  StatementLine,
  "amount" | "balance" | "bankId" | "date" | "narration" | "ref"
> & { id: string };

type Line = Omit<Known, "id">;

/**
 * Pairs the lines of a file with the stored lines of its days: for each line the stored line that it is, or
 * undefined if it is new. Within a day and an amount the best evidence pairs first; what is left is paired in
 * order, for both files begin with the whole day and the shorter one only ends earlier.
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
    const byAmount = Map.groupBy(places, (n) => lines[n]?.amount ?? 0);
    const knownByAmount = Map.groupBy(known, (line) => line.amount);
    for (const [amount, wanted] of byAmount) {
      const open = (knownByAmount.get(amount as Paise) ?? []).map(toEvidence);
      const file = wanted.map((n) => ({ n, ...toEvidence(lines[n] as StatementLine) }));
      for (const [{ n }, found] of pair(open, file, { isStable, mayDiffer })) same[n] = found.line;
    }
  }
  return same;
}

/** What tells lines of one day and amount apart. */
interface Evidence<Of extends Line = Line> {
  line: Of;
  refs: string[];
  text: string;
}

const toEvidence = <Of extends Line>(line: Of): Evidence<Of> => ({
  ...{ line, text: squeeze(line.narration) },
  refs: [line.ref, readNarration(line.narration).ref].filter((one) => one !== null),
});

interface Trust {
  /** The bank numbers a line in the same way in each download. */
  isStable: boolean;
  /** Balances of the day may differ although the lines are the same. */
  mayDiffer: boolean;
}

type Test = (known: Evidence, line: Evidence) => boolean;

/** Pairs the n-th with the n-th, one kind of evidence after another. */
function pair<Of extends Evidence>(
  stored: Evidence<Known>[],
  lines: Of[],
  { isStable, mayDiffer }: Trust,
): [Of, Evidence<Known>][] {
  const isNumbered: Test = (a, b) => isStable && !!a.line.bankId && a.line.bankId === b.line.bankId;
  const isReferred: Test = (a, b) =>
    a.refs.some((one) => b.refs.some((other) => isSameReference(one, other)));
  const isBalanced: Test = (a, b) => a.line.balance !== null && a.line.balance === b.line.balance;
  const mayBe: Test = (a, b) => {
    if (haveOtherReferences(a.refs, b.refs)) return false;
    return mayDiffer || a.line.balance === null || b.line.balance === null;
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
  // Lines that are the same in everything are paired first, for a day may have thousands of them.
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
  JSON.stringify([line.balance, line.bankId, line.ref, refs, text]);

const COMPARED_MAX = 1_000_000;
const TOO_MANY_ALIKE =
  "More than 1,000 lines with the same date and amount differ from existing lines. Nothing was changed";

/** One narration may be the other, cut. */
const isSameText = (one: string, other: string) =>
  one !== "" && other !== "" && (one.startsWith(other) || other.startsWith(one));

/** References of payment systems, which have no second form: the 12 digits of UPI and IMPS, or a UTR. */
const UNIQUE = [/^\d{12}$/, /^[A-Z]{4}[A-Z0-9]{12}$/, /^[A-Z]{4}[A-Z0-9]{18}$/];

/** Checks whether both have a reference of one payment system, and not the same. */
function haveOtherReferences(ours: string[], theirs: string[]): boolean {
  if (ours.some((one) => theirs.some((other) => isSameReference(one, other)))) return false;
  const has = (refs: string[], pattern: RegExp) => refs.some((ref) => pattern.test(refKey(ref)));
  return UNIQUE.some((pattern) => has(ours, pattern) && has(theirs, pattern));
}

/** Checks that some numbers of the bank came again, and none for another line. */
function areIdsStable(stored: Known[], lines: StatementLine[]): boolean {
  const numbered = new Map(stored.map((line) => [line.bankId, line]));
  const again = lines.flatMap((line) => {
    const known = line.bankId ? numbered.get(line.bankId) : undefined;
    return known ? [known.date === line.date && known.amount === line.amount] : [];
  });
  return again.length > 0 && again.every(Boolean);
}

/**
 * Checks whether the file and the account both have a day from its first line on: they begin at the same
 * balance and one has all amounts of the other. Their balances may then differ, because the bank re-sorted
 * the day. Without balances nothing speaks against it.
 */
function areFromMorning(stored: Known[], lines: Line[], isLastDay: boolean): boolean {
  const [ours, theirs] = [balanceBefore(stored), balanceBefore(lines)];
  if (ours === null || theirs === null) return true;
  if (ours !== theirs) return false;
  return holds(lines, stored) || (isLastDay && holds(stored, lines));
}

/** The balance before the first of a day's lines; null if no line has one. */
export function balanceBefore(lines: Pick<Line, "amount" | "balance">[]): number | null {
  let moved = 0;
  for (const { amount, balance } of lines) {
    moved += amount;
    if (balance !== null) return balance - moved;
  }
  return null;
}

/** Checks whether all amounts of the one are among those of the other, as often. */
function holds(all: Line[], some: Line[]): boolean {
  const left = new Map<number, number>();
  for (const { amount } of all) left.set(amount, (left.get(amount) ?? 0) + 1);
  return some.every(({ amount }) => {
    const count = left.get(amount) ?? 0;
    left.set(amount, count - 1);
    return count > 0;
  });
}

/** Days that a statement covers, and its gaps. */
export interface Covered {
  from: CalendarDate;
  to: CalendarDate;
  /** Between these days a line is missing. */
  gaps: { from: CalendarDate; to: CalendarDate }[];
}

export interface Conflict {
  onlyStored: Known[];
  onlyInFile: StatementLine[];
}

/**
 * What only one of them has of days that both cover: the file does not continue what is there. Days at an end
 * may have been downloaded before they were over, and a gap may be filled.
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
