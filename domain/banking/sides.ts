import type { Paise } from "../money.ts";
import type { ColumnRole } from "./captions.ts";
import {
  type Cell,
  type Printed,
  parseSide,
  readBankAmount,
  readPrinted,
  type Side,
  unwrap,
} from "./cells.ts";
import type { Signs } from "./signs.ts";

// Determines whether a row's amounts are money in or out.

/** Cells of a row by column role. */
export type Values = Partial<Record<ColumnRole, Cell>>;

export interface Money {
  /** Money in is positive, money out negative. */
  amountPaise: Paise;
  hasAmount: boolean;
  wrong?: ColumnRole;
  why: string;
}

const wrong = (role: ColumnRole, why: string): Money => ({
  amountPaise: 0 as Paise,
  hasAmount: true,
  why,
  wrong: role,
});
const money = (paise: number): Money => ({
  amountPaise: (paise || 0) as Paise,
  hasAmount: paise !== 0,
  why: "",
});

export function parseMoney(values: Values, signs: Signs): Money {
  if (!("debit" in values && "credit" in values)) return readSigned(values, signs);
  const [debit, credit] = [readPrinted(values.debit), readPrinted(values.credit)];
  if (debit === undefined) return wrong("debit", explainNotAmount(values.debit));
  if (credit === undefined) return wrong("credit", explainNotAmount(values.credit));
  if (debit?.sizePaise && credit?.sizePaise)
    return wrong("debit", `conflicts with a credit of ${unwrap(values.credit)} in the same row`);
  return money(applySide(credit, "in") + applySide(debit, "out"));
}

/** A minus reverses the column's side. Dr and Cr state the side themselves. */
function applySide(printed: Printed | null, column: Side): number {
  if (!printed) return 0;
  const { sizePaise, side, isWorded } = printed;
  const isOut = isWorded ? side === "out" : (column === "out") !== (side === "out");
  return isOut ? -sizePaise : sizePaise;
}

function readSigned(values: Values, signs: Signs): Money {
  const printed = readPrinted(values.amount);
  if (printed === undefined) return wrong("amount", explainNotAmount(values.amount));
  if (!printed?.sizePaise) return money(0);
  const { sizePaise, side, isWorded } = printed;
  if (!("flag" in values) || isWorded) return money(toSigned(sizePaise, side, isWorded, signs));
  const flag = unwrap(values.flag);
  const flagged = flag === "" ? signs.unflagged : parseSide(flag);
  if (!flagged) return wrong("flag", "is neither debit nor credit");
  // A minus next to Dr is redundant; next to Cr it reverses the side.
  return money(flagged === "out" || side === "out" ? -sizePaise : sizePaise);
}

function toSigned(size: Paise, side: Side | null, isWorded: boolean, signs: Signs): number {
  if (side === "out" && !isWorded && signs.isMinusIn) return size;
  return (side ?? signs.bare) === "out" ? -size : size;
}

const OTHER_CURRENCY = /[$€£¥]|\b(USD|EUR|GBP|AED|SGD|AUD|CAD)\b/;

/** Explains why a cell is not an amount. */
function explainNotAmount(cell: Cell): string {
  const text = unwrap(cell);
  if (OTHER_CURRENCY.test(text)) return "is not in rupees; bahi supports rupees only";
  if (/\d,\d{1,2}\D*$/.test(text))
    return "is not an amount: use commas only between groups of digits, and a point before paise";
  return "is not an amount";
}

/** Returns null if there is no balance. An overdrawn balance is negative. */
export function parseBalance(values: Values): Paise | null | undefined {
  const balance = readBankAmount(values.balance);
  if (!balance) return balance;
  const isOut = parseSide(unwrap(values.balanceFlag)) === "out";
  return (isOut ? -Math.abs(balance) : balance) as Paise;
}
