import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { toLastOfMonth } from "../months.ts";
import { addTaxes, HEADS } from "../purchases/inward.ts";
import { isNothing, type TaxEntry } from "./entries.ts";

// A filed return never changes. Later changes of its documents go into the first return that is still
// open, as a difference for each document.

export type ReturnName = "GSTR1" | "GSTR3B";

/** Returns the return that decides an entry's period: GSTR-1 for sales, GSTR-3B for purchases. */
export const findReturn = ({ cell }: Pick<TaxEntry, "cell">): ReturnName =>
  cell === "3.1a" ? "GSTR1" : "GSTR3B";

export interface Filed {
  isFiled(of: ReturnName, period: string): boolean;
  /** Returns the first unfiled return from a period on. */
  firstOpen(of: ReturnName, period: string): string;
}

/**
 * Returns a document's entries in open returns: entries of their own periods, and differences between
 * what filed returns have and what they should have.
 * @param target entries that the document should have, ignoring filings
 * @param filed the document's entries in filed returns
 * @param changedOn the day of cancelling or of a change of credit, for posting a difference
 */
export function openEntries(
  target: TaxEntry[],
  filed: TaxEntry[],
  returns: Filed,
  changedOn: CalendarDate | "" = "",
): TaxEntry[] {
  const isFiled = (entry: TaxEntry) => returns.isFiled(findReturn(entry), entry.period);
  const open = target.filter((entry) => !isFiled(entry));
  const had = new Set(filed.flatMap(asReversedLess));
  const groups = Map.groupBy(
    [...target.filter(isFiled).flatMap(asReversedLess), ...had],
    toCarryKey,
  );
  const late = [...groups.values()].flatMap((group) =>
    computeDifferences(group, had, returns, changedOn),
  );
  return asUsedAtOnce([...open, ...late.filter((entry) => !isNothing(entry))]);
}

/** An advance used in the return that reports it is only in 11A. */
function asUsedAtOnce(entries: TaxEntry[]): TaxEntry[] {
  const received = new Set(
    entries
      .filter(({ section, taxable }) => section === "11A" && taxable > 0)
      .map((one) => one.period),
  );
  return entries.map((entry) =>
    entry.section === "11B" && received.has(entry.period) ? { ...entry, section: "11A" } : entry,
  );
}

const toCarryKey = ({ cell, section, rate, pos, against }: TaxEntry): string =>
  // An advance received in a filed month is used in 11B, whichever month reports it. The place counts
  // only in tables 11A and 11B. Blocked credit is a cost in several ledgers; other cells have one
  // ledger, or none before the tax book began.
  [
    ...[cell, section === "11B" ? "11A" : section, rate],
    ...[section && pos, cell === "4B1" ? against : ""],
  ].join(" ");

/** Returns a document's differences in a cell, so that all returns add up to its current amounts. */
function computeDifferences(
  group: TaxEntry[],
  had: Set<TaxEntry>,
  returns: Filed,
  changedOn: CalendarDate | "",
): TaxEntry[] {
  // Entries filed before the tax book began have no ledger, so take it from a later entry.
  const some = group.filter(({ against }) => against !== "");
  const [first] = (some.length > 0 ? some : group).toSorted((a, b) => (a.due < b.due ? -1 : 1));
  if (!first) return [];
  const signed = group.map((entry) => ({
    ...entry,
    sign: had.has(entry) ? (-1 as const) : (1 as const),
  }));
  const taxable = signed.reduce((sum, entry) => sum + entry.sign * entry.taxable, 0) as Paise;
  // Credit that is blocked later had no entry of its own in the filed return.
  const wasFiled = group.some((entry) => had.has(entry)) || (first.cell === "4B1" && had.size > 0);
  const usual = wasFiled ? CHANGED : "late: its month was filed";
  const reason = first.cell === "4B2" && !wasFiled ? first.reason : usual;
  const period = returns.firstOpen(findReturn(first), first.period);
  const posted = changedOn || (isOfCredit(first) ? toLastOfMonth(period) : first.posted);
  const entry = { ...first, ...addTaxes(signed), taxable, posted, period, reason };
  return first.cell === "4B2" ? lessReversed(entry) : [entry];
}

/** Whether an entry is credit from GSTR-2B, which arises or is reversed with a return. */
const isOfCredit = ({ cell, against }: TaxEntry): boolean =>
  cell !== "3.1a" && ["input_wait", "input_reversed"].includes(against);

export const CHANGED = "changed after filing";
const AGAIN = "taken again: ";

/** Counts reclaimed credit as less reversed. Its statement in 4D(1) has no amount of its own. */
function asReversedLess(entry: TaxEntry): TaxEntry[] {
  if (entry.cell === "4D1") return [];
  if (entry.cell !== "4A5" || !entry.reason.startsWith(AGAIN)) return [entry];
  return [{ ...entry, ...addTaxes([{ ...entry, sign: -1 }]), cell: "4B2" }];
}

/** If less is reversed than in the filed return, reclaims the difference. */
function lessReversed(entry: TaxEntry): TaxEntry[] {
  if (HEADS.every((head) => entry[head] >= 0)) return [entry];
  const why = entry.against === "input_reversed" ? "paid" : "booked";
  return toReclaims({ ...entry, ...addTaxes([{ ...entry, sign: -1 }]) }, why);
}

/** Reclaims reversed credit: once more in table 4A(5), and stated in 4D(1). */
export function toReclaims(reversed: TaxEntry, why: string): TaxEntry[] {
  const again: TaxEntry = { ...reversed, cell: "4A5", reason: `${AGAIN}${why}` };
  return [again, { ...again, cell: "4D1", against: "" }];
}
