import type { CalendarDate } from "../../domain/dates.ts";
import type { TransactionType } from "../../domain/ledger/transactions.ts";
import type { Paise } from "../../domain/money.ts";

export interface DemoRow {
  date: CalendarDate;
  description: string;
  account: string;
  /** For a transfer: the account that the money reaches. */
  toAccount?: string;
  /** "Transfer" for a transfer. */
  category: string;
  type: TransactionType;
  amountPaise: Paise;
  notes: string;
  /** Created by a payment, a receipt or a deposit, so no one enters it. */
  isBooked?: true;
}

export function createIncome(
  date: CalendarDate,
  description: string,
  account: string,
  category: string,
  paise: number,
  notes = "",
): DemoRow {
  return {
    date,
    description,
    account,
    category,
    type: "Income",
    amountPaise: paise as Paise,
    notes,
  };
}

export function createExpense(
  date: CalendarDate,
  description: string,
  account: string,
  category: string,
  paise: number,
  notes = "",
): DemoRow {
  return {
    date,
    description,
    account,
    category,
    type: "Expense",
    amountPaise: paise as Paise,
    notes,
  };
}

export function createTransfer(
  date: CalendarDate,
  description: string,
  account: string,
  toAccount: string,
  paise: number,
): DemoRow {
  const type = "Transfer";
  return {
    date,
    description,
    account,
    toAccount,
    category: type,
    type,
    amountPaise: paise as Paise,
    notes: "",
  };
}
