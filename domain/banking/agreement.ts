import { pluralize } from "../counts.ts";
import { sumInPaise } from "../money.ts";
import type { Reconciliation } from "./reconciliation.ts";

/**
 * Whether books and bank agree on a day. Books, open lines and open entries always add up to the bank's
 * balance, so that sum proves nothing. They agree only if nothing is open.
 */
export interface Agreement {
  /**
   * `unknown` without a bank balance; `differs` if open lines and entries do not explain the difference.
   */
  state: "agrees" | "open" | "differs" | "unknown";
  /** In paise: the bank's balance less that of the books, or the unexplained difference. */
  toGoPaise: bigint;
  /** Numbers of unmatched lines and of entries without a line. */
  lines: number;
  entries: number;
}

export function findAgreement(report: Reconciliation): Agreement {
  const { book, bank, issued, deposited, bankCredits, bankDebits } = report;
  const lines = bankCredits.length + bankDebits.length;
  const entries = issued.length + deposited.length;
  if (bank === null) return { state: "unknown", toGoPaise: 0n, lines, entries };
  const unexplained = sumInPaise(report.difference) || sumInPaise(report.openingDifference);
  if (unexplained !== 0n) return { state: "differs", toGoPaise: unexplained, lines, entries };
  const toGo = sumInPaise(bank) - sumInPaise(book);
  return { state: lines + entries > 0 ? "open" : "agrees", toGoPaise: toGo, lines, entries };
}

/** `3 lines to review, 1 entry not at the bank` */
export const openInWords = ({ lines, entries }: Pick<Agreement, "entries" | "lines">): string =>
  [
    lines > 0 ? `${pluralize(lines, "line")} to review` : "",
    entries > 0 ? `${pluralize(entries, "entry", "entries")} not at the bank` : "",
  ]
    .filter(Boolean)
    .join(", ");
