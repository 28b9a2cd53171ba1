import { eq, sql } from "drizzle-orm";
import type { Constitution } from "../../domain/agencies/constitution.ts";
import { buildChart, type Chart } from "../../domain/ledger/chart.ts";
import { readConstitution } from "../agencies/constitution.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { invoiceSettings } from "../schema/numbering.ts";
import { listAccounts } from "./accounts.ts";
import { listCategories } from "./categories.ts";

/** Reads the agency's ledgers, and the first month of its books, `2026-04`; "" if they are empty. */
export async function readChart(
  agencyId: number,
  read: Read,
): Promise<{ chart: Chart; form: Constitution; booksBegin: string }> {
  const at = { agencyId, books: { read } };
  const [settings] = await read
    .select({ sales: invoiceSettings.revenueCategoryId })
    .from(invoiceSettings)
    .where(eq(invoiceSettings.agencyId, agencyId));
  const accounts = await listAccounts(at);
  const categories = (await listCategories(at)).toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const [first] = await read.all<{ month: string | null }>(sql`SELECT min(month) AS month FROM (
    SELECT min(month) AS month FROM monthly WHERE agency_id = ${agencyId}
    UNION ALL SELECT min(month) FROM ledger_months WHERE agency_id = ${agencyId})`);
  const form = await readConstitution(read, agencyId);
  const chart = buildChart(accounts, categories, form, settings?.sales);
  return { chart, form, booksBegin: first?.month ? `${first.month}-01` : "" };
}

/** Returns the opening balances of all accounts and ledgers, in paise, debit positive. */
export async function readOpenings(
  { agencyId }: Pick<Tenant, "agencyId">,
  read: Read,
): Promise<Map<string, number>> {
  const rows = await read.all<{ id: string; paise: number }>(sql`
    SELECT id, opening_paise AS paise FROM accounts WHERE agency_id = ${agencyId} AND opening_paise <> 0
    UNION ALL SELECT id, paise FROM ledger_openings WHERE agency_id = ${agencyId}`);
  return new Map(rows.map(({ id, paise }) => [id, paise]));
}
