import type * as v from "valibot";
import { recordView } from "../../db/engine/views.ts";
import type { Operations } from "../../db/operations.worker.ts";
import { exportDayBook } from "../../db/tally/dayBook.ts";
import { DAY_BOOK, type DayBookEntry, dayBookCsv } from "../../domain/csv/dayBook.ts";
import {
  ageingCsv,
  balanceSheetCsv,
  byPartyCsv,
  cashFlowCsv,
  gstSummaryCsv,
  ledgerCsv,
  profitAndLossCsv,
  statementOfAccountCsv,
  tdsRegisterCsv,
  trialBalanceCsv,
} from "../../domain/csv/statements.ts";
import { today } from "../../domain/dates.ts";
import { type JsonOf, readJson } from "../../domain/json.ts";
import { byPartySheet, dayBookSheet, registerSheet } from "../../domain/ledger/documentSheets.ts";
import {
  ageingSheet,
  gstSummarySheet,
  ledgerSheet,
  statementOfAccountSheet,
  tdsSheet,
} from "../../domain/ledger/registerSheets.ts";
import { DayBookQuery, RegisterPageQuery } from "../../domain/ledger/registers.ts";
import {
  AgeingQuery,
  BalanceSheetQuery,
  CashFlowQuery,
  LedgerQuery,
  PeriodQuery,
  ProfitAndLossQuery,
  StatementOfAccountQuery,
  TrialBalanceQuery,
  YearQuery,
} from "../../domain/ledger/reports.ts";
import type { Sheet } from "../../domain/ledger/sheet.ts";
import {
  balanceSheetSheet,
  cashFlowSheet,
  profitAndLossSheet,
  trialBalanceSheet,
} from "../../domain/ledger/statementSheets.ts";
import { download, fileAnswer, pdfAnswer } from "../http/download.ts";
import { readInWorker, type StatementRead } from "../http/workerReads.ts";
import { renderStatement } from "../pdf/pdfQueue.ts";
import { type Call, call, type Group, type Who } from "./call.ts";
import { JSON_FILE } from "./gstFiles.ts";
import { ID } from "./ids.ts";
import { getLetterhead } from "./letterhead.ts";
import { byParty, dayBookPage, register } from "./registerShapes.ts";
import {
  ageing,
  balanceSheet,
  cashFlow,
  gstSummary,
  ledgerReport,
  ledgerRow,
  profitAndLoss,
  statementLine,
  statementOfAccount,
  tdsRegister,
  trialBalance,
  trialBalanceRow,
} from "./statementShapes.ts";

type Report<Name extends StatementRead> =
  Awaited<ReturnType<Operations[Name]>> extends JsonOf<infer Read> ? Read : never;

/** Defines the calls of a report: JSON, and CSV and PDF, which are logged as exports. */
function reportCalls<Name extends StatementRead>(report: {
  name: Name;
  /** Part of its path and file name. */
  path: string;
  summary: string;
  about: string;
  who?: Who;
  schema: v.GenericSchema;
  example: string;
  answer: v.GenericSchema;
  /** Left out if another call exports it. */
  csv?(answer: Report<Name>): string;
  sheet(answer: Report<Name>): Sheet;
  also?: readonly number[];
}): Call[] {
  const { name, path, summary, about, who = "view statements", csv, sheet, also = [] } = report;
  const query = { schemas: [report.schema], example: report.example } as const;
  const common = { method: "GET", who, query, also } as const;
  const csvCall = (toCsv: NonNullable<typeof csv>) =>
    call({
      ...common,
      name: `export${name.slice(3)}`,
      path: `/api/reports/${path}.csv`,
      summary: `${summary}, as CSV`,
      answer: { status: 200, file: CSV },
      run: async ({ context, tenant, caller, query: filters }: ReportAsked) => {
        const answer = readJson(await readInWorker(context, caller, name, filters as never));
        await recordView(tenant, "Ledger", { report: `${path}.csv`, filter: filters as object });
        const bytes = Buffer.from(toCsv(answer as never));
        return fileAnswer({ name: `${path}.csv`, bytes }, CSV);
      },
    });
  return [
    call({
      ...common,
      name,
      path: `/api/reports/${path}`,
      summary,
      about,
      answer: { status: 200, schema: report.answer },
      run: async ({ context, caller, query: filters }: ReportAsked) => {
        const text = await readInWorker(context, caller, name, filters as never);
        return new Response(text, { headers: { "content-type": JSON_FILE } });
      },
    }),
    ...(csv ? [csvCall(csv)] : []),
    call({
      ...common,
      name: `${name}Pdf`,
      path: `/api/reports/${path}.pdf`,
      summary: `${summary}, as PDF`,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, query: filters }: ReportAsked) =>
        context.pdfLimit.admit(caller, async (turn) => {
          const answer = readJson(await readInWorker(context, caller, name, filters as never));
          const seen = { report: `${path}.pdf`, filter: filters as object };
          const head = await recordView(tenant, "Ledger", seen);
          const { logo, ...agency } = await getLetterhead(tenant);
          const common = { ...agency, sheet: sheet(answer as never), generatedOn: today(), head };
          const bytes = await renderStatement(common, logo, turn);
          return pdfAnswer({ name: `${path}.pdf`, bytes });
        }),
    }),
  ];
}

type ReportAsked = Parameters<Parameters<typeof call<"members">>[0]["run"]>[0] & { query: unknown };
const CSV = "text/csv; charset=utf-8";
const YEAR = "dateFrom=2026-04-01&dateTo=2027-03-31";

const dayBook = call({
  name: "exportDayBook",
  method: "GET",
  path: "/api/reports/day-book.csv",
  summary: "List all entries for a period with their postings",
  about: "One line per ledger of each entry, oldest first within documents, money and journals.",
  who: "view statements",
  query: { schemas: [PeriodQuery], example: YEAR },
  answer: { status: 200, file: CSV },
  run: ({ context, tenant, caller, query }) =>
    context.exportLimit.admit(caller, async (turn) => {
      const slices = exportDayBook(tenant, query);
      await recordView(tenant, "Ledger", { report: "day-book.csv", filter: query });
      const file = { name: "day-book.csv", type: CSV };
      return download(context, turn, file, renderDayBook(slices), slices);
    }),
});

async function* renderDayBook(slices: AsyncGenerator<DayBookEntry[]>) {
  yield Buffer.from(`${DAY_BOOK.join()}\n`);
  for await (const entries of slices) yield Buffer.from(dayBookCsv(entries));
}

const statements: Call[] = [
  dayBook,
  ...reportCalls({
    name: "getTrialBalance",
    path: "trial-balance",
    summary: "Get the trial balance for a day",
    about:
      "Income and expenses since 1 April, with earlier profit as one row; with `view=raw`, since " +
      "the books began. Today if you omit `at`.",
    schema: TrialBalanceQuery,
    example: "at=2026-04-30",
    answer: trialBalance,
    csv: trialBalanceCsv,
    sheet: trialBalanceSheet,
  }),
  ...reportCalls({
    name: "getProfitAndLoss",
    path: "profit-and-loss",
    summary: "Get the profit and loss for a period",
    about:
      "`basis=cash` counts settled amounts, without tax. `compare` is `year` (the same dates a " +
      "year before) or `period` (the days just before). `by=month` and `by=quarter` also return " +
      "each amount in `parts`.",
    schema: ProfitAndLossQuery,
    example: `${YEAR}&basis=accrual&compare=year`,
    answer: profitAndLoss,
    csv: profitAndLossCsv,
    sheet: profitAndLossSheet,
  }),
  ...reportCalls({
    name: "getBalanceSheet",
    path: "balance-sheet",
    summary: "Get the balance sheet for a day",
    about:
      "Assets equal liabilities plus owners' funds. `compare=year` is the same day a year before, " +
      "`compare=period` the end of the last financial year.",
    schema: BalanceSheetQuery,
    example: "at=2027-03-31",
    answer: balanceSheet,
    csv: balanceSheetCsv,
    sheet: balanceSheetSheet,
  }),
  ...reportCalls({
    name: "getCashFlow",
    path: "cash-flow",
    summary: "Get the cash flow for a period",
    about: "Uses the direct method. Opening plus net equals closing, for all accounts together.",
    schema: CashFlowQuery,
    example: YEAR,
    answer: cashFlow,
    csv: cashFlowCsv,
    sheet: cashFlowSheet,
  }),
  ...reportCalls({
    name: "getLedger",
    path: "ledger",
    summary: "List the entries of a ledger, oldest first",
    about: "`ledger` is an id or a name. Each row has the balance after it, on every page.",
    schema: LedgerQuery,
    example: `ledger=receivables&${YEAR}`,
    answer: ledgerReport,
    csv: ledgerCsv,
    sheet: ledgerSheet,
  }),
  ...reportCalls({
    name: "getAgeing",
    path: "ageing",
    summary: "Get receivables or payables by age",
    about:
      "Amounts open on that day; later payments are ignored. An invoice without a due date is due " +
      "on its date. `of=payables` lists bills.",
    who: "members",
    schema: AgeingQuery,
    example: "at=2026-04-30&by=due",
    answer: ageing,
    csv: ageingCsv,
    sheet: ageingSheet,
  }),
  ...reportCalls({
    name: "getTdsRegister",
    path: "tds",
    summary: "Get the TDS clients deducted in a financial year",
    about: "`year=2026` and `year=2026-27` are April 2026 to March 2027.",
    schema: YearQuery,
    example: "year=2026-27",
    answer: tdsRegister,
    csv: tdsRegisterCsv,
    sheet: tdsSheet,
  }),
  ...reportCalls({
    name: "getGstSummary",
    path: "gst-summary",
    summary: "Get GST by tax head and month",
    about: "From the books. For the returns, see `/api/gst`.",
    schema: PeriodQuery,
    example: YEAR,
    answer: gstSummary,
    csv: gstSummaryCsv,
    sheet: gstSummarySheet,
  }),
  ...reportCalls({
    name: "getStatementOfAccount",
    path: "statement-of-account",
    summary: "Get a client's statement of account",
    about: "Includes the opening and closing balance.",
    who: "members",
    schema: StatementOfAccountQuery,
    example: `clientId=${ID.client}&${YEAR}`,
    answer: statementOfAccount,
    csv: statementOfAccountCsv,
    sheet: statementOfAccountSheet,
    also: [404],
  }),
  ...reportCalls({
    name: "getSalesRegister",
    path: "sales-register",
    summary: "List issued invoices and notes with their tax",
    about:
      "Oldest first, credit notes negative, cancelled documents with 0. `total` is that of all pages. " +
      "For a CSV by HSN/SAC and rate, see `/api/invoices/export.csv`.",
    who: "members",
    schema: RegisterPageQuery,
    example: YEAR,
    answer: register,
    sheet: (answer) => registerSheet("sales", answer),
  }),
  ...reportCalls({
    name: "getPurchaseRegister",
    path: "purchase-register",
    summary: "List entered bills and vendors’ notes with their tax",
    about:
      "Oldest first, credit notes negative, cancelled documents with 0. `total` is that of all pages. " +
      "For a CSV of each line, see `/api/bills/export.csv`.",
    who: "members",
    schema: RegisterPageQuery,
    example: YEAR,
    answer: register,
    sheet: (answer) => registerSheet("purchases", answer),
  }),
  ...reportCalls({
    name: "getIncomeByClient",
    path: "income-by-client",
    summary: "Get the income of a period by client",
    about:
      "Without GST, by document date. `others` is income that no client’s document has, by ledger. " +
      "`total` equals the total income of the profit and loss.",
    schema: PeriodQuery,
    example: YEAR,
    answer: byParty,
    csv: (answer) => byPartyCsv("Client", answer),
    sheet: (answer) => byPartySheet("clients", answer),
  }),
  ...reportCalls({
    name: "getExpensesByVendor",
    path: "expenses-by-vendor",
    summary: "Get the expenses of a period by vendor",
    about:
      "Without input tax credit, by document date. `others` is what no vendor’s document has, by " +
      "ledger. `total` equals the total expenses of the profit and loss.",
    schema: PeriodQuery,
    example: YEAR,
    answer: byParty,
    csv: (answer) => byPartyCsv("Vendor", answer),
    sheet: (answer) => byPartySheet("vendors", answer),
  }),
  ...reportCalls({
    name: "getDayBook",
    path: "day-book",
    summary: "List the entries of a period with their ledgers, oldest first",
    about:
      "Up to 200 entries. `next` is the `after` of the next page; it is empty on the last one. For all " +
      "entries, see `/api/reports/day-book.csv`.",
    schema: DayBookQuery,
    example: YEAR,
    answer: dayBookPage,
    sheet: dayBookSheet,
  }),
];

export const statementReports: Group = {
  title: "Statements",
  about:
    "Financial statements, each from one snapshot, to the paisa. Balances are debit positive " +
    "unless a column says otherwise; lines and ledgers use the names an accountant expects.",
  schemas: {
    TrialBalance: trialBalance,
    TrialBalanceRow: trialBalanceRow,
    ProfitAndLoss: profitAndLoss,
    BalanceSheet: balanceSheet,
    StatementLine: statementLine,
    CashFlow: cashFlow,
    LedgerReport: ledgerReport,
    LedgerRow: ledgerRow,
    Ageing: ageing,
    TdsRegister: tdsRegister,
    GstSummary: gstSummary,
    StatementOfAccount: statementOfAccount,
    Register: register,
    ByParty: byParty,
    DayBook: dayBookPage,
  },
  calls: statements,
};
