import { today } from "../../domain/dates.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { computeExcess, type Journal, type LedgerBalance } from "../../domain/ledger/journals.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { type Paise, type Rupees, toPaise } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";

// The values of the journal form: text in every field.

export interface Row {
  /** Stays the same if other lines are added or removed. */
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
  reversesOn: string;
  lines: Row[];
}

export const newRow = (given: Partial<Row> = {}): Row => ({
  key: crypto.randomUUID(),
  ledger: "",
  debit: "",
  credit: "",
  ...given,
});

export const createBlank = (): Values => ({
  date: today(),
  reason: "",
  basis: "both",
  reversesOn: "",
  lines: [newRow(), newRow()],
});

const toAmountText = (rupees: Rupees) =>
  rupees === 0 ? "" : amountText((toPaise(rupees) ?? 0) as Paise);

export const toValues = ({ date, reason, basis, reversesOn, lines }: Journal): Values => ({
  date,
  reason,
  basis,
  reversesOn,
  lines: lines.map(({ ledger, debit, credit }) =>
    newRow({ ledger: ledger.name, debit: toAmountText(debit), credit: toAmountText(credit) }),
  ),
});

/** A name that a line accepts: a ledger, or a category whose name differs from its ledger's. */
export interface Offered {
  name: string;
  id: string;
  line: string;
}

/** Leaves out accounts, because a journal moves no money, and ledgers that documents determine. */
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

/** Converts the values to the API's input, without blank lines at the end. */
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

/** Returns the totals of valid debits and credits, and their difference, in paise. */
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
