import type { Paise } from "../money.ts";
import { addTaxes } from "../purchases/inward.ts";
import { isNothing, type TaxEntry } from "./entries.ts";

// A return that was filed stays as it was filed. What its documents have come to since is in the first return
// that is still open, each as a difference of the document.

export type ReturnName = "GSTR1" | "GSTR3B";

/** GSTR-1 decides of what is sold, GSTR-3B of what is bought. */
export const returnOf = ({ cell }: Pick<TaxEntry, "cell">): ReturnName =>
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
 */
export function openEntries(target: TaxEntry[], filed: TaxEntry[], returns: Filed): TaxEntry[] {
  const isFiled = (entry: TaxEntry) => returns.isFiled(returnOf(entry), entry.period);
  const open = target.filter((entry) => !isFiled(entry));
  const groups = Map.groupBy([...target.filter(isFiled), ...filed], keyOf);
  const had = new Set(filed);
  const late = [...groups.values()].flatMap((group) => differencesOf(group, had, returns));
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

const keyOf = ({ cell, section, rate, pos }: TaxEntry): string =>
  // A use of an advance that was received in a filed month stands in 11B, in whichever month it is reported.
  [cell, section === "11B" ? "11A" : section, rate, pos].join(" ");

/** What returns that are open have of a document in a cell, so that all returns come to what it is now. */
function differencesOf(group: TaxEntry[], had: Set<TaxEntry>, returns: Filed): TaxEntry[] {
  const [first] = group.toSorted((a, b) => (a.due < b.due ? -1 : 1));
  if (!first) return [];
  const signed = group.map((entry) => ({
    ...entry,
    sign: had.has(entry) ? (-1 as const) : (1 as const),
  }));
  const taxable = signed.reduce((sum, entry) => sum + entry.sign * entry.taxable, 0) as Paise;
  const wasFiled = group.some((entry) => had.has(entry));
  const reason = wasFiled ? "changed after filing" : "late: its month was filed";
  const period = returns.firstOpen(returnOf(first), first.period);
  return [{ ...first, ...addTaxes(signed), taxable, period, reason }];
}
