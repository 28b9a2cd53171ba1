import * as v from "valibot";
import { CATEGORY_TYPES } from "../../domain/categories.ts";
import { type Analytics, Period } from "../../domain/dashboard.ts";
import { TransactionFilter } from "../../domain/transactions.ts";
import type { Group } from "./call.ts";
import { day, rupeeSum, shapeOf, text } from "./shapes.ts";
import { totals } from "./transactions.ts";

const flows = { income: rupeeSum, expense: rupeeSum };
const analytics = shapeOf<Analytics>()(
  v.object({
    totals,
    byCategory: v.array(
      v.object({ categoryName: text, type: v.picklist(CATEGORY_TYPES), total: rupeeSum }),
    ),
    byAccount: v.array(
      v.object({
        accountName: text,
        ...flows,
        balance: v.pipe(rupeeSum, v.description("Rupees at the end of the period")),
      }),
    ),
    timeSeries: v.array(v.object({ date: day, ...flows })),
  }),
);

export const reports: Group = {
  title: "Dashboard and reports",
  about: "A period's figures. Transfers are in none of them but the balances of accounts.",
  schemas: { Analytics: analytics },
  calls: [
    {
      name: "getAnalytics",
      method: "GET",
      path: "/api/dashboard",
      summary: "The figures of a period",
      about:
        "`timeSeries` is by day up to 62 days, else by month under its first day; periods without entries " +
        "are zeros.",
      who: "members",
      query: { schemas: [Period], example: "dateFrom=2026-04-01&dateTo=2026-04-03" },
      answer: { status: 200, schema: analytics },
    },
    {
      name: "getDashboardPdf",
      method: "GET",
      path: "/api/reports/dashboard.pdf",
      summary: "The dashboard as a PDF",
      who: "members",
      query: { schemas: [Period], example: "dateFrom=2026-04-01&dateTo=2026-04-30" },
      answer: { status: 200, file: "application/pdf" },
    },
    {
      name: "getTransactionsPdf",
      method: "GET",
      path: "/api/reports/transactions.pdf",
      summary: "A period's transactions as a PDF",
      who: "members",
      query: {
        schemas: [Period, TransactionFilter],
        only: ["dateFrom", "dateTo", "type", "accountId", "categoryId"],
        example: "dateFrom=2026-04-01&dateTo=2026-04-30&type=Income",
      },
      answer: { status: 200, file: "application/pdf" },
      also: [404],
    },
  ],
};
