import { sql } from "drizzle-orm";
import { monthsAndDays } from "../../domain/dates.ts";
import type { AgeingQuery } from "../../domain/ledger/reports.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import { pairSql, readSum, sumOfMoves } from "../ledger/sums.ts";

/** Clients or vendors. */
export type Party = AgeingQuery["of"];

/**
 * Returns the balance of each client or vendor at the end of a day, in paise, debit positive: from monthly
 * sums, and from rows in an incomplete month.
 * @param only a single party
 */
export async function readPartyBalances(
  { read, agencyId }: { read: Read; agencyId: number },
  of: Party,
  at: string,
  only?: string,
): Promise<bigint[]> {
  const { months, days } = monthsAndDays({ dateTo: at });
  const id = sql.raw(of === "receivables" ? "client_id" : "vendor_id");
  const columns = sql.raw("debit_crores, debit_paise, credit_crores, credit_paise");
  const parts = days.flatMap(({ dateFrom, dateTo }) =>
    ["document_postings", "settlement_postings"].map(
      (
        view,
      ) => sql`SELECT ${id} AS party, ${pairSql("debit", sql`paise`)}, 0 AS credit_crores, 0 AS credit_paise
        FROM ${sql.raw(view)} WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo}
          AND ledger = ${of} AND ${joinConditions(only && sql`${id} = ${only}`)}`,
    ),
  );
  if (months) {
    parts.push(sql`SELECT party, ${columns} FROM party_months WHERE agency_id = ${agencyId} AND ledger = ${of}
      AND month <= ${months.to} AND ${joinConditions(only && sql`party = ${only}`)}`);
  }
  const rows = await read.all<{ sum: string }>(sql`
    SELECT ${sumOfMoves(["debit"], ["credit"])} AS sum
    FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY party`);
  return rows.map(({ sum }) => readSum(sum));
}
