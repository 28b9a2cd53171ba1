import { formatDate } from "../../domain/dates.ts";
import type { TdsCode, TdsPayable } from "../../domain/tds/payable.ts";
import type { ToDeposit } from "./DepositForm.tsx";

export type Month = TdsPayable["months"][number];

/** `7 Nov`, without the year. */
export const formatShortDate = (date: string): string => formatDate(date).replace(/ \d{4}$/, "");

/** Returns the rest of a month and code, for the deposit form. */
export const toDeposit = ({ month }: Month, code: TdsCode): ToDeposit => ({
  month,
  code: code.code,
  name: toDisplayName(code),
  payable: Number(code.payable),
  interest: code.interest,
});

export const toDisplayName = ({ name }: Pick<TdsCode, "name">): string => name || "Without a rule";
