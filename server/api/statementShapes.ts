import * as v from "valibot";
import { CONSTITUTIONS } from "../../domain/agencies/constitution.ts";
import type { CashFlowReport } from "../../domain/ledger/cashFlow.ts";
import { SECTIONS } from "../../domain/ledger/kinds.ts";
import type {
  Ageing,
  BalanceSheetReport,
  GstSummary,
  LedgerReport,
  LedgerRow,
  ProfitAndLossReport,
  StatementLine,
  StatementOfAccount,
  TdsRegister,
  TrialBalance,
  TrialBalanceRow,
} from "../../domain/ledger/reports.ts";
import { CASH_OR_ACCRUAL, VIEWS } from "../../domain/ledger/reports.ts";
import { count, createShape, day, dayIfAny, id, rupeeSum, text } from "./shapes.ts";

const about = {
  booksBegin: v.pipe(
    dayIfAny,
    v.description("Month of the first entry, which holds the opening balances"),
  ),
};
const constitution = v.pipe(
  v.picklist(CONSTITUTIONS),
  v.description("Legal form, which determines how owners’ funds and tax are presented"),
);
const ifCompared = { comparedFrom: v.exactOptional(day), comparedTo: v.exactOptional(day) };
const figures = {
  name: text,
  amount: rupeeSum,
  compared: v.exactOptional(v.pipe(rupeeSum, v.description("Amount in the comparison period"))),
  parts: v.exactOptional(
    v.pipe(v.array(rupeeSum), v.description("Amount in each month or quarter")),
  ),
};
const amount = v.object(figures);
const ledgerAmount = v.object({ _id: id, ...figures });
const section = v.picklist(SECTIONS);

export const statementLine = createShape<StatementLine>()(
  v.object({ section, ...figures, ledgers: v.array(ledgerAmount) }),
);
export const trialBalanceRow = createShape<TrialBalanceRow>()(
  v.object({
    _id: v.pipe(id, v.description('Id of its ledger; "" for the profit of earlier years')),
    name: text,
    kind: text,
    section,
    line: v.pipe(text, v.description("Place in the statements")),
    opening: v.pipe(rupeeSum, v.description("Debit positive")),
    turnoverDebit: rupeeSum,
    turnoverCredit: rupeeSum,
    debit: rupeeSum,
    credit: rupeeSum,
  }),
);
export const trialBalance = createShape<TrialBalance>()(
  v.object({
    ...about,
    constitution,
    at: day,
    view: v.picklist(VIEWS),
    dateFrom: v.pipe(day, v.description("First day that counts for turnover")),
    rows: v.array(trialBalanceRow),
    nil: v.pipe(
      v.array(trialBalanceRow),
      v.description("Ledgers that moved and have a zero balance"),
    ),
    totalDebit: rupeeSum,
    totalCredit: rupeeSum,
  }),
);
export const profitAndLoss = createShape<ProfitAndLossReport>()(
  v.object({
    ...about,
    constitution,
    dateFrom: day,
    dateTo: day,
    basis: v.picklist(CASH_OR_ACCRUAL),
    ...ifCompared,
    parts: v.exactOptional(v.pipe(v.array(day), v.description("First days of months or quarters"))),
    lines: v.array(statementLine),
    ledgers: v.array(ledgerAmount),
    totalIncome: rupeeSum,
    totalExpenses: rupeeSum,
    profitBefore: v.pipe(rupeeSum, v.description("Before partners' remuneration and tax")),
    profit: rupeeSum,
    totals: v.pipe(v.array(amount), v.description("The same four, with all columns")),
    advances: v.pipe(rupeeSum, v.description("Received but not invoiced on the last day")),
  }),
);
const sides = { totalEquity: rupeeSum, totalLiabilities: rupeeSum, totalAssets: rupeeSum };
export const balanceSheet = createShape<BalanceSheetReport>()(
  v.object({
    ...about,
    constitution,
    at: day,
    comparedAt: v.exactOptional(day),
    equity: v.array(statementLine),
    liabilities: v.array(statementLine),
    assets: v.array(statementLine),
    ...sides,
    compared: v.exactOptional(v.object(sides)),
    notes: v.pipe(v.array(text), v.description("Notes below the statement")),
  }),
);
const flow = { opening: rupeeSum, net: rupeeSum, closing: rupeeSum };
const flowEntry = v.object({
  _id: v.pipe(id, v.description("Id of the category")),
  ...amount.entries,
  opens: v.pipe(
    v.picklist(["ledger", "transactions"]),
    v.description("Page that lists its entries: `ledger` for the bills of an asset"),
  ),
});
export const cashFlow = createShape<CashFlowReport>()(
  v.object({
    ...about,
    dateFrom: day,
    dateTo: day,
    ...ifCompared,
    sections: v.pipe(
      v.array(v.object({ ...amount.entries, entries: v.array(flowEntry) })),
      v.description("`operating: GST paid`; inflows are positive"),
    ),
    ...flow,
    compared: v.exactOptional(v.object(flow)),
  }),
);
export const source = v.object({
  type: v.picklist([
    "Transaction",
    "Invoice",
    "Note",
    "Voucher",
    "Receipt",
    "Bill",
    "Journal",
    "Filing",
  ]),
  _id: id,
});
const entry = {
  date: day,
  particulars: text,
  debit: rupeeSum,
  credit: rupeeSum,
  balance: v.pipe(rupeeSum, v.description("Balance after the row; debit positive")),
  source: v.pipe(source, v.description("Page that it opens")),
};
export const ledgerRow = createShape<LedgerRow>()(
  v.object({ ...entry, contra: v.pipe(text, v.description("Party or ledger on the other side")) }),
);
const balances = { opening: rupeeSum, debit: rupeeSum, credit: rupeeSum, closing: rupeeSum };
export const ledgerReport = createShape<LedgerReport>()(
  v.object({
    ...about,
    ledger: v.object({ _id: id, name: text, kind: text, section, line: text }),
    dateFrom: day,
    dateTo: day,
    ...balances,
    rows: v.pipe(v.array(ledgerRow), v.description("Up to 1,000 per page")),
    entries: count,
    page: count,
    totalPages: count,
  }),
);
export const statementOfAccount = createShape<StatementOfAccount>()(
  v.object({
    ...about,
    client: v.object({ _id: id, name: text }),
    dateFrom: day,
    dateTo: day,
    ...balances,
    rows: v.array(v.object(entry)),
  }),
);
export const ageing = createShape<Ageing>()(
  v.object({
    ...about,
    at: day,
    by: v.picklist(["due", "invoice"]),
    of: v.picklist(["receivables", "payables"]),
    rows: v.array(
      v.object({
        invoice: v.pipe(text, v.description("Number of the document")),
        documentId: id,
        kind: text,
        clientId: v.pipe(id, v.description("For payables, the vendor's number")),
        client: text,
        date: day,
        dueDate: dayIfAny,
        balance: v.pipe(rupeeSum, v.description("Below 0 for unused credit")),
        daysOverdue: count,
        ageInDays: count,
        bucket: text,
      }),
    ),
    buckets: v.array(amount),
    total: rupeeSum,
    ledger: v.pipe(rupeeSum, v.description("Balance of the ledger on that day: the same amount")),
    clients: v.array(
      v.object({ _id: id, name: text, buckets: v.array(rupeeSum), total: rupeeSum }),
    ),
  }),
);
export const tdsRegister = createShape<TdsRegister>()(
  v.object({
    ...about,
    year: v.pipe(count, v.description("Year in which the financial year begins")),
    rows: v.array(
      v.object({
        _id: id,
        date: day,
        quarter: text,
        clientId: id,
        client: text,
        pan: v.pipe(text, v.description('PAN in the GSTIN; "" if unknown')),
        invoice: text,
        documentId: id,
        kind: v.pipe(text, v.description("Date of the document")),
        gross: v.pipe(rupeeSum, v.description("Including tax")),
        tds: rupeeSum,
      }),
    ),
    quarters: v.array(v.object({ quarter: text, tds: rupeeSum, gross: rupeeSum })),
    total: rupeeSum,
  }),
);
const heads = v.object({ cgst: rupeeSum, sgst: rupeeSum, igst: rupeeSum });
const month = {
  output: v.pipe(heads, v.description("Tax on invoices, less notes")),
  input: v.pipe(heads, v.description("Tax on bills, less vendors' credits")),
  setOff: v.pipe(heads, v.description("Output tax cleared by journals")),
  paid: rupeeSum,
};
export const gstSummary = createShape<GstSummary>()(
  v.object({
    ...about,
    dateFrom: day,
    dateTo: day,
    months: v.array(v.object({ month: text, ...month })),
    total: v.object(month),
  }),
);
