import { formatDate } from "../../domain/dates.ts";
import { type BooksFile, collectFault, type Faults } from "../../domain/documents/booksFile.ts";
import { formatPaise } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Draft } from "./booksDraft.ts";

// Opening balances of accounts. An opening balance must be dated before all entries of its account.

/** Adds problems to `faults`. */
export function planOpenings(file: BooksFile, { plan, present }: Draft, faults: Faults): void {
  for (const [at, { account: name, type, date, amount: paise }] of file.openings.entries()) {
    if (!name) continue; // For a ledger, see booksLedgers.ts.
    collectFault(faults, `openings.${at}`, () => {
      const key = nameKey(name);
      if (plan.openings.has(key))
        throw invalid("account", `${name} has two opening balances in the file`);
      const known = present.accounts.get(key);
      const first = known && present.firstDays.get(known.id);
      if (known && known.openingPaise === paise) {
        plan.known += 1;
        return;
      }
      if (known && known.openingPaise !== 0) {
        const opening = formatPaise(known.openingPaise);
        throw invalid(
          "amount",
          `Account "${known.name}" already has the opening balance ${opening}`,
        );
      }
      if (first && first < date) throw invalid("date", tooLate(name, first));
      plan.openings.set(key, { name, type, date, paise, accountId: known?.id });
    });
  }
}

/** Also checks openings against entries of the file itself. Call it after those are planned. */
export function assertOpensFirst(file: BooksFile, { plan }: Draft, faults: Faults): void {
  const first = new Map<string, string>();
  for (const { account, row } of plan.settlements) {
    const key = nameKey(account ?? "");
    const day = first.get(key);
    if (!day || row.date < day) first.set(key, row.date);
  }
  for (const [at, { account, date }] of file.openings.entries()) {
    const day = account ? first.get(nameKey(account)) : undefined;
    collectFault(faults, `openings.${at}`, () => {
      if (day && day < date) throw invalid("date", tooLate(account, day));
    });
  }
}

const tooLate = (name: string, first: string) =>
  `"${name}" has entries from ${formatDate(first)} on, before its opening balance`;
