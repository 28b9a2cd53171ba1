import { type SQL, sql } from "drizzle-orm";
import { addDays, type DateRange } from "../../domain/dates.ts";
import { computeRecognised, type Values } from "../../domain/ledger/cashBasis.ts";
import type { Read } from "../engine/books.ts";
import { KEPT } from "./posted.ts";

const SETTLING = sql.raw("('PAYMENT', 'ADVANCE', 'REFUND')");
/** The amount to settle: for a bill, without the TDS deducted. */
const WHOLE = sql`grand_total_paise - iif(vendor_id IS NULL, 0, ${KEPT})`;
const SETTLED = sql.raw("s.amount_paise + iif(d.vendor_id IS NULL, s.tds_paise, 0)");

/**
 * SQL: income and costs of a document (d) by ledger, as JSON from document_postings. Not a join, for which
 * SQLite would first compute all rows of the view.
 */
const valuesSql = (agencyId: number): SQL => sql`iif(d.vendor_id IS NULL,
  json_object('sales', iif(d.kind = 'CREDIT_NOTE', 1, -1) * (d.taxable_paise - d.pure_agent_paise),
    'round_off', iif(d.kind = 'CREDIT_NOTE', 1, -1) * d.round_off_paise),
  (SELECT json_group_object(ledger, iif(d.kind = 'VENDOR_CREDIT', -1, 1) * paise) FROM (
    SELECT ledger, sum(paise) AS paise FROM (
      SELECT coalesce(category_id, 'purchases') AS ledger, taxable_paise + iif(itc = 'ELIGIBLE', 0,
          cgst_paise + sgst_paise + igst_paise + cess_paise) AS paise
      FROM document_lines l WHERE l.agency_id = ${agencyId} AND l.document_id = d.id
      UNION ALL SELECT 'round_off', d.round_off_paise)
    GROUP BY ledger)))`;

interface Row {
  whole: number;
  values: Values;
  /** Date, amount settled, amount reduced by a note, and the note's id. */
  events: [string, number, number, string | null][];
}

/** Up to this many paise, twice the product of two amounts fits an SQLite integer. */
const SMALL = 2_000_000_000;

/**
 * SQL: the part of a value that is recognised once an amount is settled, rounded half away from zero, as in
 * `part`.
 */
const recognisedPartSql = (value: SQL, settled: SQL): SQL =>
  sql`(2 * ${value} * ${settled} + iif(${value} < 0, -whole, whole)) / (2 * whole)`;

/**
 * Returns what the cash basis recognises of documents in a period, in paise by ledger, debit positive. Only
 * documents settled in the period are read. The database sums those that have only payments.
 */
export async function readRecognised(
  read: Read,
  agencyId: number,
  { dateFrom, dateTo }: DateRange,
): Promise<Map<string, bigint>> {
  // One sum is exact for small amounts.
  const gained = (column: string) => {
    const value = sql.raw(column);
    const own = sql`${recognisedPartSql(value, sql`settled`)} - ${recognisedPartSql(value, sql`before`)}`;
    return sql`CAST(sum(iif(is_plain, ${own}, 0)) AS TEXT)`;
  };
  const [found] = await read.all<{
    taxable: string | null;
    round: string | null;
    rest: string;
  }>(sql`
    WITH summed AS MATERIALIZED (SELECT document_id, sum(amount_paise + tds_paise) AS settled,
        sum(iif(date < ${dateFrom}, amount_paise + tds_paise, 0)) AS before,
        max(kind NOT IN ('PAYMENT', 'ADVANCE')) AS others
      FROM settlements INDEXED BY settlements_by_document
      WHERE agency_id = ${agencyId} AND date <= ${dateTo} AND document_id IN (
        SELECT document_id FROM settlements INDEXED BY settlements_by_date
        WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo} AND kind IN ${SETTLING})
      GROUP BY document_id),
    d AS (SELECT d.id, d.kind, d.vendor_id, d.taxable_paise, d.pure_agent_paise, d.round_off_paise,
        ${WHOLE} AS whole,
        settled, before, NOT others AND grand_total_paise < ${SMALL}
          AND kind IN ('INVOICE', 'BILL_OF_SUPPLY', 'DEBIT_NOTE') AS is_plain
      FROM summed CROSS JOIN documents d ON d.agency_id = ${agencyId} AND d.id = summed.document_id
      WHERE d.family IN ('INVOICES', 'NOTES', 'BILLS') AND d.status <> 'CANCELLED')
    SELECT ${gained("(taxable_paise - pure_agent_paise)")} AS taxable, ${gained("round_off_paise")} AS round,
      json_group_array(json_object('whole', whole, 'values', json(${valuesSql(agencyId)}),
        'events', json((SELECT json_group_array(json_array(date, settled, credited, note))
          FROM (SELECT s.date, iif(s.kind IN ${SETTLING}, ${SETTLED}, 0) AS settled,
            iif(s.kind = 'CREDIT', s.amount_paise, 0) AS credited,
            iif(s.kind = 'CREDIT', s.source_id, NULL) AS note
          FROM settlements s INDEXED BY settlements_by_document
          WHERE s.agency_id = ${agencyId} AND s.document_id = d.id AND s.date <= ${dateTo}
          ORDER BY s.date, s.id))))) FILTER (WHERE NOT is_plain) AS rest
    FROM d`);
  const all = new Map([
    ["sales", -BigInt(found?.taxable ?? 0)],
    ["round_off", -BigInt(found?.round ?? 0)],
  ]);
  const rows: Row[] = JSON.parse(found?.rest ?? "[]");
  const notes = await readNotes(read, agencyId, rows);
  const before = addDays(dateFrom, -1);
  for (const { whole, values, events } of rows) {
    const counted = events.map(([date, settled, credited, note]) => {
      const credit = note === null ? undefined : notes.get(note);
      return { date, settled, credited, ...(credit && { credit }) };
    });
    const was = computeRecognised(whole, values, counted, before);
    for (const [ledger, paise] of computeRecognised(whole, values, counted, dateTo)) {
      all.set(ledger, (all.get(ledger) ?? 0n) + paise - (was.get(ledger) ?? 0n));
    }
  }
  return all;
}

/** Reads the totals of credit notes among the settlements. */
async function readNotes(read: Read, agencyId: number, rows: Row[]) {
  const ids = new Set(rows.flatMap(({ events }) => events.flatMap(([, , , note]) => note ?? [])));
  if (ids.size === 0) return new Map<string, { whole: number; values: Values }>();
  const found = await read.all<{ id: string; whole: number; own: string }>(sql`
    SELECT d.id, grand_total_paise AS whole, ${valuesSql(agencyId)} AS own
    FROM json_each(${JSON.stringify([...ids])}) CROSS JOIN documents d
      ON d.agency_id = ${agencyId} AND d.id = value`);
  return new Map(
    found.map(({ id, whole, own }) => [id, { whole, values: JSON.parse(own) as Values }]),
  );
}
