import { type SQL, sql } from "drizzle-orm";
import { addDays, type DateRange } from "../../domain/dates.ts";
import { recognised, type Values } from "../../domain/ledger/cashBasis.ts";
import type { Read } from "../engine/books.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";

/** Ledgers of a document that are neither income nor cost. */
const BALANCES = sql.raw(
  `('receivables', 'payables', 'tds_payable', 'output_cgst', 'output_sgst', 'output_igst', 'input_cgst',
    'input_sgst', 'input_igst', 'input_cess', 'gst_payable', 'gst_payable_cgst',
    'gst_payable_sgst', 'gst_payable_igst')`,
);
const SETTLING = sql.raw("('PAYMENT', 'ADVANCE', 'REFUND')");
/** What is to be settled: of a bill, without the tax that is kept back. */
const WHOLE = sql.raw(
  "grand_total_paise - iif(vendor_id IS NULL, 0, max(tds_due_paise, tds_paise))",
);
const SETTLED = sql.raw("s.amount_paise + iif(d.vendor_id IS NULL, s.tds_paise, 0)");

/** Income and costs of a document, by ledger, as JSON. */
const valuesOf = (
  agencyId: number,
  document: SQL,
): SQL => sql`(SELECT json_group_object(ledger, paise)
  FROM (SELECT ledger, sum(paise) AS paise FROM document_postings p WHERE p.agency_id = ${agencyId}
    AND p.document_id = ${document} AND ledger NOT IN ${BALANCES} GROUP BY ledger))`;

interface Row {
  whole: number;
  values: Values;
  /** Date, what settles it, what a note takes off, and the note's id. */
  events: [string, number, number, string | null][];
}

/**
 * What the cash basis recognises of documents in a period, in paise by ledger, debit positive. Only documents
 * that were settled in it are read; invoices that were settled whole, and in it alone, are only added up.
 */
export async function readRecognised(
  read: Read,
  agencyId: number,
  { dateFrom, dateTo }: DateRange,
): Promise<Map<string, bigint>> {
  const [found] = await read.all<{ taxable: string; round: string; rest: string }>(sql`
    WITH touched AS MATERIALIZED (SELECT DISTINCT document_id FROM settlements INDEXED BY settlements_by_date
      WHERE agency_id = ${agencyId} AND date BETWEEN ${dateFrom} AND ${dateTo} AND kind IN ${SETTLING}),
    summed AS MATERIALIZED (SELECT s.document_id, min(s.date) AS first,
        max(s.kind NOT IN ('PAYMENT', 'ADVANCE')) AS others, sum(s.amount_paise + s.tds_paise) AS settled
      FROM touched CROSS JOIN settlements s INDEXED BY settlements_by_document
      ON s.agency_id = ${agencyId} AND s.document_id = touched.document_id AND s.date <= ${dateTo}
      GROUP BY s.document_id),
    d AS MATERIALIZED (SELECT d.id, d.vendor_id, d.taxable_paise, d.round_off_paise, ${WHOLE} AS whole,
        first >= ${dateFrom} AND NOT others AND settled = grand_total_paise
          AND kind IN ('INVOICE', 'BILL_OF_SUPPLY', 'DEBIT_NOTE') AS is_whole
      FROM summed CROSS JOIN documents d ON d.agency_id = ${agencyId} AND d.id = summed.document_id
      WHERE d.family IN ('INVOICES', 'NOTES', 'BILLS'))
    SELECT ${sumOfAmounts(sql`taxable_paise`, sql`is_whole`)} AS taxable,
      ${sumOfAmounts(sql`round_off_paise`, sql`is_whole`)} AS round,
      json_group_array(json_object('whole', whole, 'values', json(${valuesOf(agencyId, sql`d.id`)}),
        'events', json((SELECT json_group_array(json_array(date, settled, credited, note))
          FROM (SELECT s.date, iif(s.kind IN ${SETTLING}, ${SETTLED}, 0) AS settled,
            iif(s.kind = 'CREDIT', s.amount_paise, 0) AS credited,
            iif(s.kind = 'CREDIT', s.source_id, NULL) AS note
          FROM settlements s WHERE s.agency_id = ${agencyId} AND s.document_id = d.id AND s.date <= ${dateTo}
          ORDER BY s.date, s.id))))) FILTER (WHERE NOT is_whole) AS rest
    FROM d`);
  const all = new Map([
    ["sales", -readSum(found?.taxable ?? "0 0")],
    ["round_off", -readSum(found?.round ?? "0 0")],
  ]);
  const rows: Row[] = JSON.parse(found?.rest ?? "[]");
  const notes = await readNotes(read, agencyId, rows);
  const before = addDays(dateFrom, -1);
  for (const { whole, values, events } of rows) {
    const shown = events.map(([date, settled, credited, note]) => {
      const credit = note === null ? undefined : notes.get(note);
      return { date, settled, credited, ...(credit && { credit }) };
    });
    const was = recognised(whole, values, shown, before);
    for (const [ledger, paise] of recognised(whole, values, shown, dateTo)) {
      all.set(ledger, (all.get(ledger) ?? 0n) + paise - (was.get(ledger) ?? 0n));
    }
  }
  return all;
}

/** What the credit notes among settlements come to. */
async function readNotes(read: Read, agencyId: number, rows: Row[]) {
  const ids = new Set(rows.flatMap(({ events }) => events.flatMap(([, , , note]) => note ?? [])));
  if (ids.size === 0) return new Map<string, { whole: number; values: Values }>();
  const found = await read.all<{ id: string; whole: number; own: string }>(sql`
    SELECT d.id, grand_total_paise AS whole, ${valuesOf(agencyId, sql`d.id`)} AS own
    FROM json_each(${JSON.stringify([...ids])}) CROSS JOIN documents d
      ON d.agency_id = ${agencyId} AND d.id = value`);
  return new Map(
    found.map(({ id, whole, own }) => [id, { whole, values: JSON.parse(own) as Values }]),
  );
}
