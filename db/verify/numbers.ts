import { sql } from "drizzle-orm";
import type { DocumentKind } from "../../domain/documents/kinds.ts";
import type { NumberedKind } from "../../domain/documents/numbering.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";

/** The number of each document taken apart: its stem, and its sequence. */
const numbersOf = (agencyId: number, kind: NumberedKind) => sql`
  SELECT substr(number, 1, digits - 1) AS stem, CAST(substr(number, digits + 1) AS INTEGER) AS sequence
  FROM (SELECT number, length(rtrim(number, '0123456789')) AS digits FROM ${
    kind === "RECEIPT"
      ? sql`receipts WHERE agency_id = ${agencyId}`
      : sql`documents WHERE agency_id = ${agencyId} AND kind = ${kind}`
  })`;

/** Counters that are not past the numbers that have been given. */
export function wrongCounters(agencyId: number, kind: NumberedKind) {
  return sql<Difference>`SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category,
      'next_seq' AS figure, coalesce(stored, 0) AS stored, derived
    FROM (SELECT stem, 1 + max(sequence) AS derived FROM (${numbersOf(agencyId, kind)}) GROUP BY 1)
    LEFT JOIN (
      SELECT stem AS counted, max(next_seq) AS stored FROM number_series
      WHERE agency_id = ${agencyId} AND kind = ${kind} GROUP BY 1) ON counted = stem
    WHERE coalesce(stored, 0) < derived`;
}

/** Documents are never deleted, so a stem has as many as its last number says. */
export const gapsInNumbers = (agencyId: number, kind: DocumentKind) => sql<Difference>`
  SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category, 'numbers' AS figure,
    last AS stored, given AS derived
  FROM (SELECT stem, count(*) AS given, max(sequence) AS last
    FROM (${numbersOf(agencyId, kind)}) GROUP BY 1)
  WHERE given <> last`;
