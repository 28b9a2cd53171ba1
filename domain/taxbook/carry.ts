import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { toLastOfMonth } from "../months.ts";
import { addTaxes, HEADS } from "../purchases/inward.ts";
import { isNothing, type TaxEntry } from "./entries.ts";

// A return that was filed stays as it was filed. What its documents have come to since is in the first return
// that is still open, each as a difference of the document.

export type ReturnName = "GSTR1" | "GSTR3B";

/** GSTR-1 decides of what is sold, GSTR-3B of what is bought. */
export const findReturn = ({ cell }: Pick<TaxEntry, "cell">): ReturnName =>
  cell === "3.1a" ? "GSTR1" : "GSTR3B";

export interface Filed {
  isFiled(of: ReturnName, period: string): boolean;
  /** The first return from a period on that is not filed. */
  firstOpen(of: ReturnName, period: string): string;
}

/**
 * The entries of a document in returns that are open: those of their own periods, and the differences between
 * what filed returns have of it and what they would have now.
 * @param target what the rows come to, whatever was filed
 * @param filed what filed returns have of the document
 * @param changedOn the day on which the document was cancelled or its credit changed, to post a difference
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

/** An advance that is used in the return that reports it is in 11A alone. */
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
  // A use of an advance that was received in a filed month stands in 11B, in whichever month it is reported.
  // The place counts in tables 11A and 11B alone. Blocked credit is cost of several ledgers; other cells have
  // one, or none before the tax book began.
  [
    ...[cell, section === "11B" ? "11A" : section, rate],
    ...[section && pos, cell === "4B1" ? against : ""],
  ].join(" ");

/** What returns that are open have of a document in a cell, so that all returns come to what it is now. */
function computeDifferences(
  group: TaxEntry[],
  had: Set<TaxEntry>,
  returns: Filed,
  changedOn: CalendarDate | "",
): TaxEntry[] {
  // What was filed before the tax book began moved no ledger; what is filed since says which one it is.
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

/** Credit by GSTR-2B arises, and is reversed, with a return. */
const isOfCredit = ({ cell, against }: TaxEntry): boolean =>
  cell !== "3.1a" && ["input_wait", "input_reversed"].includes(against);

export const CHANGED = "changed after filing";
const AGAIN = "taken again: ";

/** Credit that was taken again counts as less reversed; its statement in 4D(1) carries no money. */
function asReversedLess(entry: TaxEntry): TaxEntry[] {
  if (entry.cell === "4D1") return [];
  if (entry.cell !== "4A5" || !entry.reason.startsWith(AGAIN)) return [entry];
  return [{ ...entry, ...addTaxes([{ ...entry, sign: -1 }]), cell: "4B2" }];
}

/** Less reversed than a filed return has: the credit is taken again. */
function lessReversed(entry: TaxEntry): TaxEntry[] {
  if (HEADS.every((head) => entry[head] >= 0)) return [entry];
  const why = entry.against === "input_reversed" ? "paid" : "booked";
  return takenAgain({ ...entry, ...addTaxes([{ ...entry, sign: -1 }]) }, why);
}

/** Credit that was reversed is in table 4A(5) once more, and 4D(1) states it. */
export function takenAgain(reversed: TaxEntry, why: string): TaxEntry[] {
  const again: TaxEntry = { ...reversed, cell: "4A5", reason: `${AGAIN}${why}` };
  return [again, { ...again, cell: "4D1", against: "" }];
}
