import type * as v from "valibot";
import { recordView } from "../../db/engine/views.ts";
import type { Operations } from "../../db/operations.worker.ts";
import { exportDayBook } from "../../db/reports/dayBook.ts";
import { DAY_BOOK, type DayBookEntry, dayBookCsv } from "../../domain/csv/dayBook.ts";
import {
  ageingCsv,
  balanceSheetCsv,
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
import {
  ageingSheet,
  gstSummarySheet,
  ledgerSheet,
  statementOfAccountSheet,
  tdsSheet,
} from "../../domain/ledger/registerSheets.ts";
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
import { drawStatement } from "../pdf/papers.ts";
import { type Call, call, type Group, type Who } from "./call.ts";
import { JSON_FILE } from "./gstFiles.ts";
import { ID } from "./ids.ts";
import { letterheadOf } from "./letterhead.ts";
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

/** A report as JSON, and the same as CSV and PDF, which is noted in the log. */
function reportCalls<Name extends StatementRead>(report: {
  name: Name;
  /** Of its address and its file. */
  path: string;
  summary: string;
  about: string;
  who?: Who;
  schema: v.GenericSchema;
  example: string;
  answer: v.GenericSchema;
  csv(answer: Report<Name>): string;
  sheet(answer: Report<Name>): Sheet;
  also?: readonly number[];
}): Call[] {
  const { name, path, summary, about, who = "view statements", csv, sheet, also = [] } = report;
  const query = { schemas: [report.schema], example: report.example } as const;
  const told = { method: "GET", who, query, also } as const;
  return [
    call({
      ...told,
      ...{ name, path: `/api/reports/${path}`, summary, about },
      answer: { status: 200, schema: report.answer },
      run: async ({ context, asker, query: asked }: ReportAsked) => {
        const text = await readInWorker(context, asker, name, asked as never);
        return new Response(text, { headers: { "content-type": JSON_FILE } });
      },
    }),
    call({
      ...told,
      name: `export${name.slice(3)}`,
      path: `/api/reports/${path}.csv`,
      summary: `${summary}, as CSV`,
      answer: { status: 200, file: CSV },
      run: async ({ context, tenant, asker, query: asked }: ReportAsked) => {
        const answer = readJson(await readInWorker(context, asker, name, asked as never));
        await recordView(tenant, "Ledger", { report: `${path}.csv`, filter: asked as object });
        const bytes = Buffer.from(csv(answer as never));
        return fileAnswer({ name: `${path}.csv`, bytes }, CSV);
      },
    }),
    call({
      ...told,
      name: `${name}Pdf`,
      path: `/api/reports/${path}.pdf`,
      summary: `${summary}, as PDF`,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, asker, query: asked }: ReportAsked) =>
        context.papers.admit(asker, async (turn) => {
          const answer = readJson(await readInWorker(context, asker, name, asked as never));
          const seen = { report: `${path}.pdf`, filter: asked as object };
          const head = await recordView(tenant, "Ledger", seen);
          const { logo, ...agency } = await letterheadOf(tenant);
          const told = { ...agency, sheet: sheet(answer as never), generatedOn: today(), head };
          const bytes = await drawStatement(told, logo, turn);
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
  summary: "Every entry of a period, with the ledgers that it posts to",
  about: "A line for each ledger of each entry, oldest first within documents, money and journals.",
  who: "view statements",
  query: { schemas: [PeriodQuery], example: YEAR },
  answer: { status: 200, file: CSV },
  run: ({ context, tenant, asker, query }) =>
    context.heavy.admit(asker, async (turn) => {
      const slices = exportDayBook(tenant, query);
      await recordView(tenant, "Ledger", { report: "day-book.csv", filter: query });
      const file = { name: "day-book.csv", type: CSV };
      return download(context, turn, file, dayBookOf(slices), slices);
    }),
});

async function* dayBookOf(slices: AsyncGenerator<DayBookEntry[]>) {
  yield Buffer.from(`${DAY_BOOK.join()}\n`);
  for await (const entries of slices) yield Buffer.from(dayBookCsv(entries));
}

const statements: Call[] = [
  dayBook,
  ...reportCalls({
    name: "getTrialBalance",
    path: "trial-balance",
    summary: "The trial balance of a day",
    about:
      "Income and expenses since 1 April, what they came to before as one row; with `view=raw` since the " +
      "books began. Of today, where `at` is not said.",
    schema: TrialBalanceQuery,
    example: "at=2026-04-30",
    answer: trialBalance,
    csv: trialBalanceCsv,
    sheet: trialBalanceSheet,
  }),
  ...reportCalls({
    name: "getProfitAndLoss",
    path: "profit-and-loss",
    summary: "The profit and loss of a period",
    about:
      "`basis=cash` counts what was settled, without tax. `compare` is `year`, the same days a year " +
      "before, or `period`, those just before. `by=month` and `by=quarter` give each figure in " +
      "`parts` as well.",
    schema: ProfitAndLossQuery,
    example: `${YEAR}&basis=accrual&compare=year`,
    answer: profitAndLoss,
    csv: profitAndLossCsv,
    sheet: profitAndLossSheet,
  }),
  ...reportCalls({
    name: "getBalanceSheet",
    path: "balance-sheet",
    summary: "The balance sheet of a day",
    about:
      "Assets are liabilities and owners' funds together. `compare=year` is that day a year before, " +
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
    summary: "Where money came from and where it went",
    about: "By the direct method. Opening and net are closing, of all accounts together.",
    schema: CashFlowQuery,
    example: YEAR,
    answer: cashFlow,
    csv: cashFlowCsv,
    sheet: cashFlowSheet,
  }),
  ...reportCalls({
    name: "getLedger",
    path: "ledger",
    summary: "A page of a ledger, oldest first",
    about:
      "`ledger` is an id or a name. Each row has the balance after it, whichever page it is on.",
    schema: LedgerQuery,
    example: `ledger=receivables&${YEAR}`,
    answer: ledgerReport,
    csv: ledgerCsv,
    sheet: ledgerSheet,
  }),
  ...reportCalls({
    name: "getAgeing",
    path: "ageing",
    summary: "What was open on a day, by its age",
    about:
      "As it was on that day: later payments count later. An invoice without a due date is due on its " +
      "date. `of=payables` are bills.",
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
    summary: "The tax that clients deducted in a financial year",
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
    summary: "GST by head and month",
    about: "Of the books. What the returns say is at `/api/gst`.",
    schema: PeriodQuery,
    example: YEAR,
    answer: gstSummary,
    csv: gstSummaryCsv,
    sheet: gstSummarySheet,
  }),
  ...reportCalls({
    name: "getStatementOfAccount",
    path: "statement-of-account",
    summary: "What a client was billed and has paid",
    about: "With the balance that it begins and ends with.",
    who: "members",
    schema: StatementOfAccountQuery,
    example: `clientId=${ID.client}&${YEAR}`,
    answer: statementOfAccount,
    csv: statementOfAccountCsv,
    sheet: statementOfAccountSheet,
    also: [404],
  }),
];

export const statementReports: Group = {
  title: "Statements",
  about:
    "What an accountant signs, of one moment each, with figures to the paisa. Balances are debit positive " +
    "where no column says otherwise; lines and ledgers have the names that an accountant expects.",
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
  },
  calls: statements,
};
