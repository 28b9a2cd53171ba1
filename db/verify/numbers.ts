import { type SQL, sql } from "drizzle-orm";
import type { OwnKind } from "../../domain/documents/kinds.ts";
import type { NumberedKind } from "../../domain/documents/numbering.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";

/** Splits each document's number at its slash, as `toSequence`: into stem and sequence. */
const listNumbers = (agencyId: number, kind: NumberedKind) =>
  numbersAmong(
    kind === "RECEIPT"
      ? sql`receipts WHERE agency_id = ${agencyId}`
      : sql`documents WHERE agency_id = ${agencyId} AND kind = ${kind}`,
  );

const numbersAmong = (rows: SQL) => sql`
  SELECT substr(number, 1, digits - 1) AS stem, CAST(substr(number, digits + 1) AS INTEGER) AS sequence
  FROM (SELECT number, length(rtrim(number, '0123456789')) AS digits FROM ${rows})
  WHERE substr(number, digits, 1) = '/' AND length(number) - digits BETWEEN 1 AND 9`;

/** Finds counters that are not past all given numbers. */
export function wrongCounters(agencyId: number, kind: NumberedKind) {
  return sql<Difference>`SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category,
      'next_seq' AS figure, coalesce(stored, 0) AS stored, derived
    FROM (SELECT stem, 1 + max(sequence) AS derived FROM (${listNumbers(agencyId, kind)}) GROUP BY 1)
    LEFT JOIN (
      SELECT stem AS counted, max(next_seq) AS stored FROM number_series
      WHERE agency_id = ${agencyId} AND kind = ${kind} GROUP BY 1) ON counted = stem
    WHERE coalesce(stored, 0) < derived`;
}

/**
 * Numbers of documents undone before numbers were returned. They are unused unless the document is redone.
 */
const undoneNumbers = (agencyId: number, kind: NumberedKind) =>
  numbersAmong(sql`(SELECT iif(json_valid(i.was), i.was ->> '$.number', '') AS number
    FROM trash t CROSS JOIN row_images i
    ON i.agency_id = t.agency_id AND i.record = t.id AND i.seq = t.seq AND i.of_table = 'documents'
    WHERE t.agency_id = ${agencyId} AND t.of_table = 'documents' AND i.action = 'D'
      AND iif(json_valid(i.was), i.was ->> '$.kind', '') = ${kind})`);

/**
 * Finds gaps. A series has all numbers up to its last, because documents are cancelled, not deleted, and only
 * the newest returns its number. Numbers up to the last imported one are skipped: bahi did not give them.
 */
export const gapsInNumbers = (agencyId: number, kind: OwnKind) => sql<Difference>`
  SELECT 'numbers of ' || stem AS "where", '' AS account, '' AS category, 'numbers' AS figure,
    last - before AS stored, given AS derived
  FROM (SELECT stem, coalesce(max(moved), 0) AS before, max(sequence) AS last,
      count(*) FILTER (WHERE sequence > coalesce(moved, 0)) AS given
    FROM (${listNumbers(agencyId, kind)} UNION ${undoneNumbers(agencyId, kind)}) LEFT JOIN (
      SELECT stem AS counted, max(moved_in) AS moved FROM number_series
      WHERE agency_id = ${agencyId} AND kind = ${kind} GROUP BY 1) ON counted = stem
    GROUP BY 1)
  WHERE last > before AND given <> last - before`;
