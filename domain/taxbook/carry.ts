import type { Paise } from "../money.ts";
import { NO_TAXES, type Taxes } from "../purchases/inward.ts";
import { isNothing, minus, type TaxEntry, times } from "./entries.ts";

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

function differencesOf(group: TaxEntry[], had: Set<TaxEntry>, returns: Filed): TaxEntry[] {
  const sum = (entries: TaxEntry[]): Taxes & { taxable: Paise } =>
    entries.reduce(
      (all, entry) => {
        const sign = had.has(entry) ? -1 : 1;
        return {
          ...minus(all, times(sign < 0 ? 1 : -1, entry)),
          taxable: (all.taxable + sign * entry.taxable) as Paise,
        };
      },
      { ...NO_TAXES, taxable: 0 as Paise },
    );
  const first = group.toSorted((a, b) => (a.due < b.due ? -1 : 1))[0];
  if (!first) return [];
  const difference = sum(group);
  const wasFiled = group.some((entry) => had.has(entry));
  const reason = wasFiled ? "changed after filing" : "late: its month was filed";
  const of = returnOf(first);
  const period = returns.firstOpen(of, first.period);
  const entry: TaxEntry = { ...first, ...difference, period, reason };
  return [entry];
}
