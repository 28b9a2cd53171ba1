import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { amountOrNone, date, id, optionalLine, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { type Deposit, quarter, type TdsRow } from "./payable.ts";

export const TDS_FORMS = ["140", "144"] as const;
export type TdsForm = (typeof TDS_FORMS)[number];

/** A filed statement of a quarter, with the fee for filing late. */
export const NewStatement = v.pipe(
  strictObject({
    quarter,
    form: v.optional(v.picklist(TDS_FORMS, "Form must be 140 or 144"), "140"),
    date,
    /** Token number of the filing. */
    reference: optionalLine("Token"),
    fee: v.optional(amountOrNone("Fee"), 0),
    accountId: v.optional(id("Account is required")),
  }),
  v.forward(
    v.partialCheck(
      [["fee"], ["accountId"]],
      ({ fee, accountId }) => fee === 0 || accountId !== undefined,
      "Choose the account that paid the fee",
    ),
    ["accountId"],
  ),
);
export type NewStatement = v.InferOutput<typeof NewStatement>;

export interface FiledStatement {
  _id: string;
  quarter: string;
  form: TdsForm;
  date: CalendarDate;
  reference: string;
  fee: Rupees;
  createdAt: string;
}

/** A challan of the quarter, and whether it covers the rows of its month and code. */
export interface Challan extends Deposit {
  isCovering: boolean;
}

/** An error to fix before a statement is filed. */
export interface StatementError {
  code: "NO_CHALLAN" | "NO_PAN" | "SHORT_CHALLAN";
  message: string;
}

export interface FormStatement {
  form: TdsForm;
  /** The last day to file it. */
  due: CalendarDate;
  filed: FiledStatement | null;
  tax: RupeeSum;
  /** The fee if it is filed today, or the fee as of its filing date. */
  fee: Rupees;
  rows: TdsRow[];
  challans: Challan[];
  errors: StatementError[];
}

export interface TdsStatement {
  quarter: string;
  dateFrom: CalendarDate;
  dateTo: CalendarDate;
  forms: FormStatement[];
}
