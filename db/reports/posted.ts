import { sql } from "drizzle-orm";
import {
  isOfVendor,
  type PostedDocument,
  type PostedSettlement,
  type Posting,
  postDocument,
  postSettlement,
} from "../../domain/ledger/postings.ts";
import type { Read } from "../engine/books.ts";

// Derives the postings of every document, settlement and journal, with the functions that the books use.

/** A row with postings. */
export interface Posted {
  id: string;
  date: string;
  title: string;
  /** The client or vendor of a document or its settlement. */
  party?: string;
  postings: Posting[];
  /** The origins under which its postings are summed: see the migration. */
  origins: string[];
}

const SLICE = 2_000;

/** Reads rows as JSON by id, some thousands at a time, yielding in between. */
async function* readSlices<Row extends { id: string }>(
  slice: (after: string) => Promise<{ rows: string }[]>,
): AsyncGenerator<Row[]> {
  for (let after = ""; ; ) {
    const [found] = await slice(after);
    const rows: Row[] = JSON.parse(found?.rows ?? "[]");
    yield rows;
    if (rows.length < SLICE) return;
    after = rows.at(-1)?.id ?? "";
    await Bun.sleep(0);
  }
}

/** Yields documents, settlements, journals, then tax book postings, each by creation. */
export async function* postedRows(read: Read, agencyId: number): AsyncGenerator<Posted[]> {
  yield* postedDocuments(read, agencyId);
  yield* postedSettlements(read, agencyId);
  yield await postedJournals(read, agencyId);
  yield* postedTax(read, agencyId);
}

type DocumentRow = Omit<PostedDocument, "isByTaxBook" | "isEarlier" | "reverseCharge"> & {
  id: string;
  date: string;
  number: string;
  party: string;
  partyId: string;
  reverseCharge: number;
  isByTaxBook: number;
  isEarlier: number;
};
/** TDS of a bill: the amount due, or once the bill is paid, the amount deducted. */
export const KEPT = sql.raw("iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise))");
/** The part of it posted with the bill, without the TDS of earlier payments. */
export const POSTED_TDS = sql.raw(
  "iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise)) - tds_early_paise",
);
/** Whether the tax book posts a document's tax when it falls due, or its credit arises. */
export const BY_TAX_BOOK = sql.raw(`NOT is_earlier AND NOT EXISTS (SELECT 1 FROM tax_books t
  WHERE t.agency_id = d.agency_id AND d.date < t.starts_on)`);
const MONEY = sql.raw(
  ["taxable", "cgst", "sgst", "igst"].map((name) => `'${name}Paise', ${name}_paise`).join(),
);

async function* postedDocuments(read: Read, agencyId: number): AsyncGenerator<Posted[]> {
  const slices = readSlices<DocumentRow>((after) =>
    read.all<{ rows: string }>(sql`
      SELECT json_group_array(json_object('id', d.id, 'date', date, 'kind', kind,
        'status', status, 'number', number,
        'party', coalesce((SELECT display_name FROM clients c
          WHERE c.agency_id = ${agencyId} AND c.id = client_id),
          (SELECT display_name FROM vendors v WHERE v.agency_id = ${agencyId} AND v.id = vendor_id), ''),
        'partyId', coalesce(client_id, vendor_id),
        'reverseCharge', reverse_charge, 'isByTaxBook', ${BY_TAX_BOOK}, 'isEarlier', is_earlier,
        'keptPaise', ${POSTED_TDS}, ${MONEY},
        'pureAgentPaise', pure_agent_paise,
        'roundOffPaise', round_off_paise, 'grandTotalPaise', grand_total_paise,
        'lines', json(iif(family = 'BILLS', (SELECT json_group_array(json_object('categoryId', category_id,
          'itc', itc, 'cessPaise', cess_paise, ${MONEY})) FROM document_lines l
          WHERE l.agency_id = d.agency_id AND l.document_id = d.id), '[]')))) AS rows
      FROM (SELECT * FROM documents WHERE agency_id = ${agencyId} AND id > ${after}
        ORDER BY id LIMIT ${SLICE}) d`),
  );
  for await (const rows of slices) {
    yield rows.map(({ reverseCharge, isByTaxBook, isEarlier, number, party, partyId, ...row }) => {
      const by = {
        reverseCharge: reverseCharge === 1,
        isByTaxBook: isByTaxBook === 1,
        isEarlier: isEarlier === 1,
      };
      const postings = postDocument({ ...row, ...by });
      const { id, date } = row;
      const origins = postings.map(() => "D");
      return { id, date, title: `${number} ${party}`, party: partyId, postings, origins };
    });
  }
}

/** In `postSettlement`'s format. */
export const TDS_EARLY = sql.raw("'isTdsEarly', json(iif(s.is_tds_early, 'true', 'false'))");

type SettlementRow = PostedSettlement & {
  id: string;
  date: string;
  number: string;
  partyId: string;
};
const WORDS: Record<PostedSettlement["kind"], string> = {
  PAYMENT: "Payment of",
  ADVANCE: "Advance set against",
  CREDIT: "Credit of",
  WRITE_OFF: "Written off:",
  REFUND: "Refund of",
};

/** GST deducted by a client with a settlement (s), as JSON fields. */
export const GST_TDS =
  sql.raw(`'gstTdsIgstPaise', s.gst_tds_igst_paise, 'gstTdsCgstPaise', s.gst_tds_cgst_paise,
  'gstTdsSgstPaise', s.gst_tds_sgst_paise`);

async function* postedSettlements(read: Read, agencyId: number): AsyncGenerator<Posted[]> {
  const slices = readSlices<SettlementRow>((after) =>
    read.all<{ rows: string }>(sql`
      SELECT json_group_array(json_object('id', s.id, 'date', s.date, 'kind', s.kind, 'of', d.kind,
        'status', d.status, 'number', d.number, 'amountPaise', s.amount_paise, 'tdsPaise', s.tds_paise,
        ${GST_TDS}, ${TDS_EARLY}, 'categoryId', t.category_id,
        'partyId', coalesce(d.client_id, d.vendor_id))) AS rows
      FROM (SELECT * FROM settlements WHERE agency_id = ${agencyId} AND id > ${after}
        ORDER BY id LIMIT ${SLICE}) s
      CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
      LEFT JOIN transactions t ON t.agency_id = s.agency_id AND t.id = s.transaction_id`),
  );
  for await (const rows of slices) {
    yield rows.map((row) => {
      const { id, date, kind, number, categoryId, partyId: party } = row;
      const postings = postSettlement(row);
      const money = isOfVendor(row.of) ? "V" : "M";
      const findOrigin = ({ ledger }: Posting) => (ledger === categoryId ? money : "D");
      const title = `${WORDS[kind]} ${number}`;
      return { id, date, title, party, postings, origins: postings.map(findOrigin) };
    });
  }
}

async function postedJournals(read: Read, agencyId: number): Promise<Posted[]> {
  type Row = Posting & { id: string; date: string; reason: string; basis: string };
  const rows = await read.all<Row>(sql`
    SELECT j.id, j.date, j.reason, j.basis, coalesce(l.category_id, l.ledger) AS ledger, l.paise
    FROM journals j JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id
    WHERE j.agency_id = ${agencyId} ORDER BY j.id, l.line`);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((lines) => {
    const [{ id, date, reason, basis }] = lines as [Row];
    const postings = lines.map(({ ledger, paise }) => ({ ledger, paise }));
    const origin = basis === "both" ? "J" : "A";
    return { id, date, title: reason, postings, origins: postings.map(() => origin) };
  });
}

/** Yields the tax book's postings by document and day. */
async function* postedTax(read: Read, agencyId: number): AsyncGenerator<Posted[]> {
  type Row = Posting &
    Record<"date" | "document" | "id" | "reason", string> & { party: string | null };
  const slices = readSlices<Row>((after) =>
    read.all<{ rows: string }>(sql`
      SELECT json_group_array(json_object('id', id, 'document', document, 'date', date,
        'ledger', ledger, 'paise', paise, 'party', party, 'reason', reason)) AS rows
      FROM (SELECT *, document || printf(' %06d', n) AS id FROM tax_postings
        WHERE agency_id = ${agencyId} AND document || printf(' %06d', n) > ${after}
        ORDER BY document, n LIMIT ${SLICE})`),
  );
  for await (const rows of slices) {
    const groups = Map.groupBy(rows, (row) => [row.document, row.date, row.reason].join(" "));
    yield [...groups.values()].map((lines) => {
      const [{ document, date, reason }] = lines as [Row];
      const party = lines.find((line) => line.party)?.party ?? "";
      const postings = lines.map(({ ledger, paise }) => ({ ledger, paise }));
      const origins = postings.map(() => "D");
      return { id: document, date, title: reason, party, postings, origins };
    });
  }
}
