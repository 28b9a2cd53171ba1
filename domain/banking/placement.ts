import type { Paise } from "../money.ts";
import { balanceBefore, type Known } from "./identity.ts";
import type { StatementLine } from "./statement.ts";

// Places new lines among the account's lines of the same day. Lines of a day are ordered by place, then
// by id, so a later line can go between two lines with neighbouring places.

export type Placed = Known & { place: number };

/** Stored place and balance of a line. */
export interface Placing {
  place: number;
  balancePaise: Paise | null;
}

/**
 * Returns the place and balance of each new line, and undefined for the others.
 * @param stored lines of the file's days, in the account's order
 * @param same the stored line for each line of the file
 */
export function placeLines(
  stored: Placed[],
  lines: StatementLine[],
  same: (Known | undefined)[],
): (Placing | undefined)[] {
  const placed = new Array<Placing | undefined>(lines.length).fill(undefined);
  const days = Map.groupBy(stored, ({ date }) => date);
  for (const [date, numbers] of Map.groupBy(lines.keys(), (n) => lines[n]?.date ?? "")) {
    const day = { known: days.get(date) ?? [], lines: numbers.map((n) => lines[n]) as Lines };
    const found = numbers.map((n) => same[n]);
    if (found.every(Boolean)) continue;
    const inserted = isResorted(day, found) ? undefined : insert(day, found);
    const places = inserted && keepsChain(day, inserted) ? inserted : append(day, found);
    for (const [at, n] of numbers.entries()) placed[n] = places[at];
  }
  return placed;
}

type Lines = StatementLine[];

interface Day {
  known: Placed[];
  lines: Lines;
}

/** Whether the bank has re-sorted the day since. */
function isResorted({ known, lines }: Day, same: (Known | undefined)[]): boolean {
  const at = new Map(known.map(({ id }, n) => [id, n]));
  let before = -1;
  return lines.some(({ balancePaise }, n) => {
    const one = same[n];
    if (!one) return false;
    const place = at.get(one.id) ?? 0;
    const isBack = place < before;
    before = place;
    return (
      isBack ||
      (balancePaise !== null && one.balancePaise !== null && balancePaise !== one.balancePaise)
    );
  });
}

/** Puts new lines after the stored ones and computes their balances. */
function append({ known, lines }: Day, same: (Known | undefined)[]): (Placing | undefined)[] {
  let place = known.at(-1)?.place ?? 0;
  let sum = balanceAfter(known);
  return lines.map(({ amountPaise, balancePaise }, n) => {
    if (same[n]) return undefined;
    place += 1;
    if (sum !== null) sum += amountPaise;
    return { place, balancePaise: balancePaise === null ? null : (sum as Paise | null) };
  });
}

type Moved = Pick<Known, "amountPaise" | "balancePaise">;

/** Returns the balance after a day's last line, or null if no line has a balance. */
function balanceAfter(lines: Moved[]): number | null {
  const last = lines.findLastIndex(({ balancePaise }) => balancePaise !== null);
  if (last === -1) return null;
  const behind = lines.slice(last + 1).reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return (lines[last]?.balancePaise ?? 0) + behind;
}

/** Whether the day's balances still hold with the new lines in place. */
function keepsChain({ known, lines }: Day, places: (Placing | undefined)[]): boolean {
  const fresh = lines.flatMap(({ amountPaise }, n) => {
    const at = places[n];
    return at ? [{ ...at, amountPaise, isNew: true }] : [];
  });
  const all = [...known.map((line) => ({ ...line, isNew: false })), ...fresh];
  // Sorting is stable: at the same place, the stored line comes first.
  const merged = all.sort((a, b) => a.place - b.place);
  const isFirstNew = merged.find(({ balancePaise }) => balancePaise !== null)?.isNew ?? true;
  if (!isFirstNew && balanceBefore(merged) !== balanceBefore(known)) return false;
  return countBreaks(merged) <= countBreaks(known);
}

function countBreaks(lines: Moved[]): number {
  let [sum, breaks] = [0, 0];
  let start: number | undefined;
  for (const { amountPaise, balancePaise } of lines) {
    sum += amountPaise;
    if (balancePaise === null) continue;
    if (start !== undefined && balancePaise - sum !== start) breaks += 1;
    start = balancePaise - sum;
  }
  return breaks;
}

/** Puts each new line after the line that it follows in the file, with its printed balance. */
function insert({ known, lines }: Day, same: (Known | undefined)[]): (Placing | undefined)[] {
  const places = new Map(known.map(({ id, place }) => [id, place]));
  const end = known.at(-1)?.place ?? 0;
  const next = same.find(Boolean);
  const isBefore = next === undefined && known.length > 0 && endsAtStart({ known, lines });
  const first = next ? (places.get(next.id) ?? 1) : (known[0]?.place ?? 1);
  let place = next || isBefore ? first - 1 : end;
  return lines.map(({ balancePaise }, n) => {
    const one = same[n];
    if (one) {
      place = places.get(one.id) ?? place;
      return undefined;
    }
    // After the last line, places are free; between two lines, the id keeps the order.
    if (place >= end && !isBefore) place += 1;
    return { place, balancePaise };
  });
}

/** Whether the file ends with the balance at which the stored lines begin. */
function endsAtStart({ known, lines }: Day): boolean {
  const [start, closing] = [balanceBefore(known), lines.at(-1)?.balancePaise ?? null];
  return start !== null && start === closing && balanceBefore(lines) !== known.at(-1)?.balancePaise;
}
