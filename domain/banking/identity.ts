import type { CalendarDate } from "../dates.ts";
import { isSameReference, squeeze } from "./cells.ts";
import { readNarration } from "./narrations.ts";
import type { StatementLine } from "./statement.ts";

// Which lines of a file the account has already: from a file whose days overlap, in the same format or
// another. Two equal lines of one file are two lines; a narration is no part of what a line is known by where
// there is anything better, for banks cut it differently each time.

export type Known = Pick<
  StatementLine,
  "amount" | "balance" | "bankId" | "date" | "narration" | "ref"
> & { id: string };

/** For each line of the file the stored one that it is; undefined for what is new. */
export function identify(stored: Known[], lines: StatementLine[]): (Known | undefined)[] {
  const open = Map.groupBy(stored, keyOf);
  return lines.map((line) => {
    const alike = open.get(keyOf(line));
    const at = alike?.findIndex((known) => isSame(known, line)) ?? -1;
    return at === -1 ? undefined : alike?.splice(at, 1)[0];
  });
}

const keyOf = ({ date, amount }: Pick<StatementLine, "amount" | "date">) => `${date} ${amount}`;

/** Date and amount being equal: by the best that both sides have. */
function isSame(known: Known, line: StatementLine): boolean {
  if (known.bankId && line.bankId) return known.bankId === line.bankId;
  if (known.balance !== null && line.balance !== null) return known.balance === line.balance;
  const [ours, theirs] = [refsOf(known), refsOf(line)];
  if (ours.some((one) => theirs.some((other) => isSameReference(one, other)))) return true;
  if (ours.length > 0 && theirs.length > 0) return false;
  return squeeze(known.narration) === squeeze(line.narration);
}

const refsOf = ({ ref, narration }: Pick<StatementLine, "narration" | "ref">): string[] =>
  [ref, readNarration(narration).ref].filter((one) => one !== null);

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
export function conflictOf(
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
