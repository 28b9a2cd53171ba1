import type { StatementLine } from "../../domain/banking/statement.ts";
import type { ReadLine } from "../../domain/banking/statements.ts";
import { toRupees } from "../../domain/money.ts";

/** Converts a line to its API form, in rupees. */
export const toReadLine = ({
  date,
  valueDate,
  narration,
  ref,
  amount,
  balance,
}: Omit<StatementLine, "bankId">): ReadLine => ({
  ...{ date, valueDate, narration, ref, amount: toRupees(amount) },
  balance: balance === null ? null : toRupees(balance),
});
