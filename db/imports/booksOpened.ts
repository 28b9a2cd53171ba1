import { sql } from "drizzle-orm";
import type { BooksFile } from "../../domain/documents/booksFile.ts";
import type { Chart } from "../../domain/ledger/chart.ts";
import { isIn } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";

/** Existing data of ledgers whose openings the file sets. */
export interface PresentLedgers {
  chart: Chart;
  openings: Map<string, number>;
  /** Date of each ledger's first entry, by id. */
  firstDays: Map<string, string>;
}

type From = Pick<Write, "all" | "select">;

/** Returns undefined if the file sets no openings. */
export async function readLedgers(
  from: From,
  tenant: Tenant,
  file: BooksFile,
): Promise<PresentLedgers | undefined> {
  const named = file.openings.flatMap(({ ledger }) => ledger || []);
  if (named.length === 0) return undefined;
  const { agencyId } = tenant;
  const { chart } = await readChart(agencyId, from);
  const firstDays = new Map<string, string>();
  for (const ledger of new Set(named.flatMap((name) => chart.find(name) ?? []))) {
    const ids = chart.idsOf(ledger);
    const [first] = await from.all<{ day: string | null }>(sql`SELECT min(day) AS day FROM (
      SELECT min(date) AS day FROM daily WHERE agency_id = ${agencyId} AND ${isIn(sql`category_id`, ids)}
      UNION ALL SELECT min(date) FROM ledger_days
        WHERE agency_id = ${agencyId} AND ${isIn(sql`ledger`, ids)})`);
    if (first?.day) firstDays.set(ledger._id, first.day);
  }
  return { chart, openings: await readOpenings({ agencyId }, from), firstDays };
}
