import { today } from "../../domain/dates.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { computeExcess, type Journal, type LedgerBalance } from "../../domain/ledger/journals.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { type Paise, type Rupees, toPaise } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";

// A journal as its form holds it: text in every field.

export interface Row {
  /** A line stays itself when others come and go. */
  key: string;
  /** Its name, as typed. */
  ledger: string;
  debit: string;
  credit: string;
}

export interface Values {
  date: string;
  reason: string;
  basis: string;
  lines: Row[];
}

export const newRow = (given: Partial<Row> = {}): Row => ({
  ...{ key: crypto.randomUUID(), ledger: "", debit: "", credit: "" },
  ...given,
});

export const createBlank = (): Values => ({
  ...{ date: today(), reason: "", basis: "both", lines: [newRow(), newRow()] },
});

const toAmountText = (rupees: Rupees) =>
  rupees === 0 ? "" : amountText((toPaise(rupees) ?? 0) as Paise);

export const toValues = ({ date, reason, basis, lines }: Journal): Values => ({
  ...{ date, reason, basis },
  lines: lines.map(({ ledger, debit, credit }) =>
    newRow({ ledger: ledger.name, debit: toAmountText(debit), credit: toAmountText(credit) }),
  ),
});

/** What a line can name: a ledger, or a category by another name than its ledger's. */
export interface Offered {
  name: string;
  /** Of the ledger. */
  id: string;
  /** Where it stands in the statements. */
  line: string;
}

/** Not accounts, for a journal moves no money, nor what follows from documents. */
export function listOfferedLedgers(ledgers: LedgerBalance[], categories: Category[]): Offered[] {
  const own = ledgers
    .filter(({ _id, kind }) => kind !== "account" && !OF_DOCUMENTS.includes(_id))
    .map(({ _id, name, line }) => ({ id: _id, name, line }));
  const known = new Set(own.map(({ name }) => nameKey(name)));
  const others = categories.flatMap(({ _id, name }): Offered[] => {
    const ledger = ledgers.find(({ categoryIds }) => categoryIds.includes(_id));
    if (!ledger || known.has(nameKey(name))) return [];
    known.add(nameKey(name));
    return [{ name, id: ledger._id, line: ledger.name }];
  });
  return [...own, ...others];
}

const isBlank = ({ ledger, debit, credit }: Row) => !(ledger + debit + credit).trim();

/** As the API takes it; lines at the end that hold nothing are left out. */
export function toBody({ lines, ...head }: Values, offered: Offered[]) {
  const last = lines.findLastIndex((row) => !isBlank(row));
  const findLedgerId = (text: string) =>
    offered.find(({ name }) => nameKey(name) === nameKey(text.slice(0, 200)))?.id ?? text.trim();
  return {
    ...head,
    lines: lines.slice(0, Math.max(last + 1, 2)).map(({ ledger, debit, credit }) => ({
      ledger: ledger.trim() ? findLedgerId(ledger) : undefined,
      debit: readRupees(debit) ?? 0,
      credit: readRupees(credit) ?? 0,
    })),
  };
}

const parsePaise = (text: string) => (readTypedAmount(text) ?? 0) as Paise;

/** What its debits and credits come to, as far as they can be read, and what lies between; in paise. */
export function sumLines(lines: Pick<Row, "credit" | "debit">[]) {
  const sides = lines.map(({ debit, credit }) => ({
    debit: parsePaise(debit),
    credit: parsePaise(credit),
  }));
  const none = 0 as Paise;
  return {
    debit: computeExcess(sides.map(({ debit }) => ({ debit, credit: none }))),
    credit: -computeExcess(sides.map(({ credit }) => ({ debit: none, credit }))),
    excess: computeExcess(sides),
  };
}
