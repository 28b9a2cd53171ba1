import { Elysia } from "elysia";
import { getAccount } from "../../db/accounts.ts";
import { getMetadata } from "../../db/agency.ts";
import { recordView } from "../../db/audit.ts";
import { getCategory } from "../../db/categories.ts";
import { findLogoAt } from "../../db/logos.ts";
import type { Tenant } from "../../db/tenant.ts";
import { reportTransactions } from "../../db/transactions/export.ts";
import { Period } from "../../domain/dashboard.ts";
import { today } from "../../domain/dates.ts";
import { checkQuery, Refusal } from "../../domain/refusal.ts";
import { TransactionFilter } from "../../domain/transactions.ts";
import { download, pdfAnswer } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { drawDashboard } from "../pdf/papers.ts";
import { transactionsPdf } from "../pdf/transactions.ts";
import { readAnalytics, readBalances } from "../scans.ts";

export const reports = (house: House) =>
  new Elysia()
    .use(identity(house))
    .get("/dashboard", ({ tenant, query, request, server, set }) =>
      readAnalytics(house, { tenant, request, server, set }, checkQuery(Period, query)),
    )
    .get("/reports/dashboard.pdf", ({ tenant, query, request, server, set }) => {
      const range = periodOf(query);
      const asker = { tenant, request, server, set };
      return house.heavy.admit(asker, async () => {
        const [analytics, balances] = await Promise.all([
          readAnalytics(house, asker, range),
          readBalances(house, asker, range),
        ]);
        await recordView(tenant, "Transaction", { report: "dashboard.pdf", filter: range });
        const agency = await letterheadOf(tenant);
        const report = { ...agency, range, analytics, balances, generatedOn: today() };
        return pdfAnswer(nameOf("dashboard", range), await drawDashboard(report));
      });
    })
    .get("/reports/transactions.pdf", ({ tenant, query, request, server, set }) => {
      const range = periodOf(query);
      const { type, accountId, categoryId } = checkQuery(TransactionFilter, query);
      const filter = { type, accountId, categoryId, ...range };
      return house.heavy.admit({ tenant, request, server, set }, async (turn) => {
        const filters = await inWords(tenant, filter);
        await recordView(tenant, "Transaction", { report: "transactions.pdf", filter });

        const agency = await letterheadOf(tenant);
        const { count, totals, slices } = await reportTransactions(tenant, filter);
        const report = { ...agency, range, filters, count, totals, generatedOn: today() };
        const bytes = transactionsPdf(report, slices);
        const file = { name: nameOf("transactions", range), type: "application/pdf" };
        return download(house, turn, file, bytes, slices);
      });
    });

const nameOf = (what: string, { dateFrom, dateTo }: Period) =>
  `${what}-report-${dateFrom}-to-${dateTo}.pdf`;

/** Whose paper it is: its name, place, GSTIN and logo as they are now. */
async function letterheadOf(tenant: Tenant) {
  const { agencyName, gstNumber, location, logoUrl } = await getMetadata(tenant);
  const logo = await findLogoAt(tenant.books, logoUrl);
  return { agencyName, gstNumber, location, logo: logo?.bytes };
}

function periodOf(query: Record<string, unknown>): Period {
  if (!query.dateFrom || !query.dateTo) {
    throw new Refusal("invalid", "Please select a date range first");
  }
  return checkQuery(Period, query);
}

async function inWords(
  tenant: Tenant,
  { type, accountId, categoryId }: TransactionFilter,
): Promise<string[]> {
  const words: string[] = [];
  if (type) words.push(`Type: ${type}`);
  if (accountId) words.push(`Account: ${(await getAccount(tenant, accountId)).name}`);
  if (categoryId) words.push(`Category: ${(await getCategory(tenant, categoryId)).name}`);
  return words;
}
