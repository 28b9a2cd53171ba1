import { formatDate } from "../dates.ts";
import { formatInr, type Paise, type Rupees, toRupees } from "../money.ts";
import type { Proof } from "./statement.ts";

// Checks that a file continues the account's earlier lines.

/** In rupees. */
export interface Continuity {
  /** The balance before the file's first line, from the account's earlier lines. */
  previousClosing: Rupees;
  opening: Rupees;
  /** Rupees missing between the files; 0 if the file follows on. */
  difference: Rupees;
  /** Date of the last line before the file. */
  previousDate: string;
}

interface DayLine {
  id: string;
  amountPaise: Paise;
  balancePaise: Paise | null;
}

export interface Before {
  /** The last line before the file's first day, or null. */
  previous: { date: string; balance: number | null } | null;
  date: string;
  /** Lines of other files on the file's first day, by place. */
  day: DayLine[];
}

/**
 * Compares the opening balance of a file with the account. A file may begin in the middle of a day that
 * the account has in part, so it may follow on from any balance of that day.
 * @param isInFile whether the file contains a stored line
 * @returns null if there is no earlier line or a balance is unknown
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
  for (const { amountPaise, balancePaise } of day)
    points.push(balancePaise ?? (points.at(-1) ?? 0) + amountPaise);
  const isAfterDay = !day.some(({ id }) => isInFile(id));
  const at = points.indexOf(opening);
  // Both files begin with the same line, so neither follows the other.
  if (!previous && (at === 0 || !isAfterDay)) return null;
  const closing = at >= 0 ? opening : ((isAfterDay ? points.at(-1) : before) ?? 0);
  const rupees = (paise: number) => toRupees(paise as Paise);
  return {
    previousClosing: rupees(closing),
    opening: rupees(opening),
    difference: rupees(opening - closing),
    previousDate: previous && (at === 0 || !isAfterDay || day.length === 0) ? previous.date : date,
  };
}

function findStart(day: DayLine[]): number | null {
  let moved = 0;
  for (const { amountPaise, balancePaise } of day) {
    moved += amountPaise;
    if (balancePaise !== null) return balancePaise - moved;
  }
  return null;
}

/** Returns a sentence if a file does not follow on, else "". */
export function breakInWords(continuity: Continuity | null): string {
  if (!continuity || continuity.difference === 0) return "";
  const { previousClosing, opening, difference, previousDate } = continuity;
  return (
    `${formatInr(Math.abs(difference))} is missing: the account closed with ` +
    `${formatInr(previousClosing)} on ${formatDate(previousDate)}, this file opens with ` +
    formatInr(opening)
  );
}

/**
 * Result of checking a file's balances: by its own running balance, by the previous statement, or not at
 * all.
 */
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
