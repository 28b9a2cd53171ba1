import { formatDate } from "../dates.ts";
import { formatInr, type Paise, type Rupees, toRupees } from "../money.ts";
import type { Proof } from "./statement.ts";

// The test that a file follows on from the account's earlier lines.

/** In rupees. */
export interface Continuity {
  /** The balance before the file's first line, by the account's earlier lines. */
  previousClosing: Rupees;
  opening: Rupees;
  /** Rupees that are in no file: 0 if the file follows on. */
  difference: Rupees;
  /** The day of the last line before the file. */
  previousDate: string;
}

interface DayLine {
  id: string;
  amount: Paise;
  balance: Paise | null;
}

export interface Before {
  /** The last line before the file's first day; null if there is none. */
  previous: { date: string; balance: number | null } | null;
  date: string;
  /** Lines of other files on the file's first day, by place. */
  day: DayLine[];
}

/**
 * Compares the opening of a file with the account. A file may begin within a day that the account has in
 * part, so it follows on from any balance of that day.
 * @param isInFile whether the file has a stored line, too
 * @returns null if nothing is before the file, or a balance is not known
 */
export function compareOpening(
  { previous, date, day }: Before,
  opening: number | null,
  isInFile: (id: string) => boolean,
): Continuity | null {
  if (opening === null) return null;
  const before = previous?.balance ?? findStart(day);
  if (before === null) return null;
  const points = [before];
  for (const { amount, balance } of day) points.push(balance ?? (points.at(-1) ?? 0) + amount);
  const isAfterDay = !day.some(({ id }) => isInFile(id));
  const at = points.indexOf(opening);
  // Both files begin with the same line: neither follows on from the other.
  if (!previous && (at === 0 || !isAfterDay)) return null;
  const closing = at >= 0 ? opening : ((isAfterDay ? points.at(-1) : before) ?? 0);
  const rupees = (paise: number) => toRupees(paise as Paise);
  return {
    ...{ previousClosing: rupees(closing), opening: rupees(opening) },
    difference: rupees(opening - closing),
    previousDate: previous && (at === 0 || !isAfterDay || day.length === 0) ? previous.date : date,
  };
}

function findStart(day: DayLine[]): number | null {
  let moved = 0;
  for (const { amount, balance } of day) {
    moved += amount;
    if (balance !== null) return balance - moved;
  }
  return null;
}

/** Says that a file does not follow on, and by how much; "" if it does. */
export function breakInWords(continuity: Continuity | null): string {
  if (!continuity || continuity.difference === 0) return "";
  const { previousClosing, opening, difference, previousDate } = continuity;
  return (
    `${formatInr(Math.abs(difference))} is missing: the account closed with ` +
    `${formatInr(previousClosing)} on ${formatDate(previousDate)}, this file opens with ` +
    formatInr(opening)
  );
}

/** The result of a file's balances: proved by themselves, by the statement before, or by nothing. */
export const STANDINGS = ["broken", "apart", "proved", "follows", "unproved"] as const;
export type FileStanding = (typeof STANDINGS)[number];

/** Returns `apart` if the file adds up but does not follow on. */
export function fileStanding(
  { proof, closing }: { proof: Proof; closing: Rupees | null },
  continuity: Continuity | null,
): FileStanding {
  if (proof === "broken") return "broken";
  if (continuity && continuity.difference !== 0) return "apart";
  if (proof === "proved" || proof === "totals") return "proved";
  return continuity && closing !== null ? "follows" : "unproved";
}
