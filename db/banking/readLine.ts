import type { StatementLine } from "../../domain/banking/statement.ts";
import type { ReadLine } from "../../domain/banking/statements.ts";
import { toRupees } from "../../domain/money.ts";

/** Converts a line to its API form, in rupees. */
export const toReadLine = ({
  date,
  valueDate,
  narration,
  ref,
  amountPaise,
  balancePaise,
}: Omit<StatementLine, "bankId">): ReadLine => ({
  date,
  valueDate,
  narration,
  ref,
  amount: toRupees(amountPaise),
  balance: balancePaise === null ? null : toRupees(balancePaise),
});
