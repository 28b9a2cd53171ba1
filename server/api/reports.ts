import * as v from "valibot";
import type { Tenant } from "../../db/engine/tenant.ts";
import { recordView } from "../../db/engine/views.ts";
import { accountStore } from "../../db/ledger/accounts.ts";
import { categoryStore } from "../../db/ledger/categories.ts";
import { reportTransactions } from "../../db/ledger/export.ts";
import { today } from "../../domain/dates.ts";
import { type Analytics, Period } from "../../domain/ledger/analytics.ts";
import { CATEGORY_TYPES } from "../../domain/ledger/categories.ts";
import { FORECAST_KINDS, type Forecast, WEEK_ENTRIES_MAX } from "../../domain/ledger/forecast.ts";
import { TransactionFilter } from "../../domain/ledger/transactions.ts";
import { parseQuery, Refusal } from "../../domain/refusal.ts";
import { download, pdfAnswer } from "../http/download.ts";
import { readAnalytics, readBalances, readInWorker } from "../http/workerReads.ts";
import { renderDashboard } from "../pdf/pdfQueue.ts";
import { transactionsPdf } from "../pdf/transactions.ts";
import { call, type Group } from "./call.ts";
import { getLetterhead } from "./letterhead.ts";
import { count, createShape, day, dayIfAny, rupeeSum, text } from "./shapes.ts";
import { totals } from "./transactionShapes.ts";

const flows = { income: rupeeSum, expense: rupeeSum };
const analytics = createShape<Analytics>()(
  v.object({
    totals,
    byCategory: v.array(
      v.object({ categoryName: text, type: v.picklist(CATEGORY_TYPES), total: rupeeSum }),
    ),
    byAccount: v.array(
      v.object({
        accountName: text,
        ...flows,
        balance: v.pipe(rupeeSum, v.description("Balance at the end of the period, in rupees")),
      }),
    ),
    timeSeries: v.array(v.object({ date: day, ...flows })),
  }),
);

const leftOut = v.object({ count, clients: count, amount: rupeeSum });
const forecast = createShape<Forecast>()(
  v.object({
    dateFrom: day,
    dateTo: day,
    balance: v.pipe(rupeeSum, v.description("Cash and bank today in rupees, without cards")),
    expected: rupeeSum,
    due: rupeeSum,
    closing: v.pipe(rupeeSum, v.description("Cash and bank on the last day, in rupees")),
    weeks: v.array(
      v.object({
        dateFrom: day,
        dateTo: day,
        expected: rupeeSum,
        due: rupeeSum,
        net: rupeeSum,
        balance: v.pipe(rupeeSum, v.description("Cash and bank on the last day, in rupees")),
        belowZero: v.pipe(
          dayIfAny,
          v.description('First day below zero of a week that ends below zero, or ""'),
        ),
        count: v.pipe(count, v.description("Number of all entries")),
        entries: v.pipe(
          v.array(
            v.object({
              kind: v.picklist(FORECAST_KINDS),
              date: day,
              name: text,
              note: text,
              amount: v.pipe(rupeeSum, v.description("Rupees. Negative if it is paid out.")),
              link: v.pipe(text, v.description("Page that shows it")),
            }),
          ),
          v.description(`The ${WEEK_ENTRIES_MAX} largest, by date`),
        ),
      }),
    ),
    overdue: v.pipe(leftOut, v.description("Overdue invoices, which are not counted")),
    undated: v.pipe(leftOut, v.description("Open invoices without a due date, not counted")),
  }),
);

export const reports: Group = {
  title: "Dashboard and reports",
  about: "Totals for a period. Transfers count only in account balances.",
  schemas: { Analytics: analytics, Forecast: forecast },
  calls: [
    call({
      name: "getAnalytics",
      method: "GET",
      path: "/api/dashboard",
      summary: "Get the totals for a period",
      about:
        "`timeSeries` is by day up to 62 days, otherwise by month, dated the first of the month; " +
        "periods without entries are zero.",
      who: "members",
      query: { schemas: [Period], example: "dateFrom=2026-04-01&dateTo=2026-04-03" },
      answer: { status: 200, schema: analytics },
      run: ({ context, caller, query }) => readAnalytics(context, caller, query),
    }),
    call({
      name: "getForecast",
      method: "GET",
      path: "/api/reports/forecast",
      summary: "Get the money expected and due in the next six weeks",
      about:
        "Expected are invoices by due date, recurring invoices and income, and the unbilled part of " +
        "accepted estimates. Due are bills, recurring expenses, TDS and GST; what was due earlier " +
        "counts today. A week has seven days, and the first one starts today.",
      who: "members",
      // A report refuses names that it does not know, so that nobody takes it for another period.
      query: { schemas: [], read: () => undefined, example: "" },
      answer: { status: 200, schema: forecast },
      run: ({ context, caller }) => readInWorker(context, caller, "getForecast", undefined),
    }),
    call({
      name: "getDashboardPdf",
      method: "GET",
      path: "/api/reports/dashboard.pdf",
      summary: "Download the dashboard as PDF",
      who: "members",
      query: {
        schemas: [Period],
        read: parsePeriod,
        example: "dateFrom=2026-04-01&dateTo=2026-04-30",
      },
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, query: range }) =>
        context.exportLimit.admit(caller, async ({ signal }) => {
          const [analytics, balances] = await Promise.all([
            readAnalytics(context, caller, range),
            readBalances(context, caller, range),
          ]);
          const seen = { report: "dashboard.pdf", filter: range };
          const head = await recordView(tenant, "Transaction", seen);
          const agency = await getLetterhead(tenant);
          const report = { ...agency, range, analytics, balances, generatedOn: today(), head };
          return pdfAnswer({
            name: toFileName("dashboard", range),
            bytes: await renderDashboard(report, { signal }),
          });
        }),
    }),
    call({
      name: "getTransactionsPdf",
      method: "GET",
      path: "/api/reports/transactions.pdf",
      summary: "Download a period's transactions as PDF",
      who: "members",
      query: {
        schemas: [Period, TransactionFilter],
        only: ["dateFrom", "dateTo", "type", "accountId", "categoryId"],
        read(query: Record<string, unknown>) {
          const range = parsePeriod(query);
          const { type, accountId, categoryId } = parseQuery(TransactionFilter, query);
          return { type, accountId, categoryId, ...range };
        },
        example: "dateFrom=2026-04-01&dateTo=2026-04-30&type=Income",
      },
      answer: { status: 200, file: "application/pdf" },
      also: [404],
      run: ({ context, tenant, caller, query: filter }) =>
        context.exportLimit.admit(caller, async (turn) => {
          const range = { dateFrom: filter.dateFrom, dateTo: filter.dateTo };
          const filters = await describeFilters(tenant, filter);
          const seen = { report: "transactions.pdf", filter };
          const head = await recordView(tenant, "Transaction", seen);

          const agency = await getLetterhead(tenant);
          const { count, totals, slices } = await reportTransactions(tenant, filter);
          const details = { range, filters, count, totals, generatedOn: today(), head };
          const report = { ...agency, ...details };
          const bytes = transactionsPdf(report, slices);
          const file = { name: toFileName("transactions", range), type: "application/pdf" };
          return download(context, turn, file, bytes, slices);
        }),
    }),
  ],
};

const toFileName = (what: string, { dateFrom, dateTo }: Period) =>
  `${what}-report-${dateFrom}-to-${dateTo}.pdf`;

function parsePeriod(query: Record<string, unknown>): Period {
  if (!query.dateFrom || !query.dateTo) {
    throw new Refusal("invalid", "Please select a date range first");
  }
  return parseQuery(Period, query);
}

async function describeFilters(
  tenant: Tenant,
  { type, accountId, categoryId }: TransactionFilter,
): Promise<string[]> {
  const words: string[] = [];
  if (type) words.push(`Type: ${type}`);
  if (accountId) words.push(`Account: ${(await accountStore.get(tenant, accountId)).name}`);
  if (categoryId) words.push(`Category: ${(await categoryStore.get(tenant, categoryId)).name}`);
  return words;
}
