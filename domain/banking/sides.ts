import type { Paise } from "../money.ts";
import type { ColumnRole } from "./captions.ts";
import { type Cell, readBankAmount, unwrap } from "./cells.ts";

// Money of a row: which side of the account its figures are on.

/** Cells of a row, by the roles of their columns. */
export type Values = Partial<Record<ColumnRole, Cell>>;

export interface Money {
  amount: Paise;
  hasAmount: boolean;
  wrong?: ColumnRole;
  why: string;
}

const OUT = /^(d|dr|debit|w)\.?$/i;
const IN = /^(c|cr|credit)\.?$/i;

/** In above zero, out below. */
export function moneyOf(values: Values): Money {
  const none = { amount: 0 as Paise, hasAmount: false, why: "" };
  const wrong = (role: ColumnRole, why: string): Money => ({
    ...none,
    hasAmount: true,
    wrong: role,
    why,
  });
  if (!("debit" in values && "credit" in values)) return signed(values, wrong);
  const [debit, credit] = [readBankAmount(values.debit), readBankAmount(values.credit)];
  if (debit === undefined) return wrong("debit", "is no amount");
  if (credit === undefined) return wrong("credit", "is no amount");
  if (debit && credit)
    return wrong("debit", `stands beside ${unwrap(values.credit)} on the other side`);
  const amount = (credit ?? 0) - (debit ?? 0);
  return { ...none, amount: (amount || 0) as Paise, hasAmount: amount !== 0 };
}

function signed(values: Values, wrong: (role: ColumnRole, why: string) => Money): Money {
  const amount = readBankAmount(values.amount);
  if (amount === undefined) return wrong("amount", "is no amount");
  const found = { hasAmount: amount !== null && amount !== 0, why: "" };
  const flag = unwrap(values.flag);
  if (!amount || !("flag" in values)) return { ...found, amount: amount ?? (0 as Paise) };
  if (!OUT.test(flag) && !IN.test(flag)) return wrong("flag", "is neither debit nor credit");
  return { ...found, amount: (OUT.test(flag) ? -amount : amount) as Paise };
}

/** Null where none is printed; an overdrawn one is below zero. */
export function balanceOf(values: Values): Paise | null | undefined {
  const balance = readBankAmount(values.balance);
  if (!balance) return balance;
  return (OUT.test(unwrap(values.balanceFlag)) ? -Math.abs(balance) : balance) as Paise;
}
