import { type Reconciliation, toReconciliationRows } from "../banking/reconciliation.ts";
import { type RupeeSum, sumInPaise, toDecimal } from "../money.ts";
import { tableCsv } from "./table.ts";

const decimalOrEmpty = (amount: RupeeSum | null) =>
  amount === null ? "" : toDecimal(sumInPaise(amount));

/** Formats a bank reconciliation statement with the lines of its PDF. */
export const reconciliationCsv = (report: Reconciliation): string =>
  tableCsv(toReconciliationRows(report), [
    { title: "Date", text: ({ date }) => date },
    { title: "Particulars", text: ({ particulars }) => particulars },
    { title: "Reference", text: ({ ref }) => ref },
    { title: "Amount", text: () => "", plain: ({ amount }) => decimalOrEmpty(amount) },
    { title: "Balance", text: () => "", plain: ({ balance }) => decimalOrEmpty(balance) },
  ]);
