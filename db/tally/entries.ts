import { type SQL, sql } from "drizzle-orm";
import type { DateRange } from "../../domain/dates.ts";
import type { DocumentKind } from "../../domain/documents/kinds.ts";
import {
  type PostedSettlement,
  type PostedTransaction,
  type Posting,
  postSettlement,
  postTransaction,
} from "../../domain/ledger/postings.ts";
import { type Entry, hasLines } from "../../domain/tally/vouchers.ts";
import type { Read } from "../engine/books.ts";
import { OF_TAX_POSTING, TAX_TITLE } from "../reports/entries.ts";
import { GST_TDS, TDS_EARLY } from "../reports/posted.ts";
import type { KeyOf } from "./catalogue.ts";
import { type DocumentRow, selectDocuments, toDocumentEntry, toSource } from "./documentEntries.ts";
import {
  type After,
  type At,
  CLIENT,
  type Parties,
  type Row,
  readSlices,
  replacePartyKeys,
  toParty,
} from "./slices.ts";

// A period's vouchers for Tally: each document, each entry with what it settles, each settlement without
// money, each journal, and the postings of the tax book.

export async function* readEntries(
  read: Read,
  agencyId: number,
  period: DateRange,
  catalogue: KeyOf,
): AsyncGenerator<Entry[]> {
  const at = { read, agencyId, period };
  yield* mergeByDay([
    ...["INVOICES", "NOTES", "BILLS"].map((family) =>
      entriesIn(readSlices<DocumentRow>(at, selectDocuments(family)), (row) =>
        toDocumentEntry(row, catalogue),
      ),
    ),
    entriesIn(readSlices<MoneyRow>(at, selectMoney), (row) => ofMoney(row, catalogue)),
    entriesIn(readSlices<SettlementRow>(at, selectSettlements), (row) =>
      ofSettlement(row, catalogue),
    ),
    entriesIn(readSlices<JournalRow>(at, selectJournals), (row) => ofJournal(row, catalogue)),
    entriesIn(readSlices<TaxRow>(at, selectTax), (row) => ofTax(row, catalogue)),
  ]);
}

async function* entriesIn<One>(slices: AsyncGenerator<One[]>, toEntry: (row: One) => Entry) {
  for await (const rows of slices) yield rows.map(toEntry).filter(hasLines);
}

/** Merges the sources by day. Within a day, they keep the order of the sources. */
async function* mergeByDay(sources: AsyncGenerator<Entry[]>[]): AsyncGenerator<Entry[]> {
  const waiting = sources.map((source) => ({ source, entries: [] as Entry[], isOver: false }));
  for (;;) {
    for (const one of waiting) {
      while (one.entries.length === 0 && !one.isOver) {
        const { value, done } = await one.source.next();
        one.isOver = done === true;
        one.entries = value ?? [];
      }
    }
    // Each source has been read up to the last day of its slice. Days before the earliest of these are
    // complete.
    const open = waiting.filter(({ isOver }) => !isOver);
    const until = open.map(({ entries }) => entries.at(-1)?.date ?? "").sort()[0];
    const taken = waiting.flatMap((one) => {
      const isDue = ({ date }: Entry) => until === undefined || date < until;
      const count = one.entries.findIndex((entry) => !isDue(entry));
      return one.entries.splice(0, count === -1 ? one.entries.length : count);
    });
    if (taken.length > 0) {
      yield taken.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    }
    if (open.length === 0) return;
    // The day fills a slice: read more of the source that ends first.
    for (const one of open) {
      if (one.entries.at(-1)?.date !== until) continue;
      const { value, done } = await one.source.next();
      one.isOver = done === true;
      one.entries.push(...(value ?? []));
    }
  }
}

interface Settled extends PostedSettlement, Parties {
  number: string;
  documentDate: string;
  documentId: string;
}
interface MoneyRow extends Row, PostedTransaction {
  /** Its id, or that of the first part of a split. */
  entryId: string;
  description: string;
  notes: string;
  parts: { categoryId: string; amountPaise: number }[] | null;
  settled: Settled | null;
}

/** @param category of the entry it created, if any */
const settlementJson = (
  category: SQL,
) => sql`json_object('kind', s.kind, 'of', d.kind, 'status', d.status,
  'amountPaise', s.amount_paise, 'tdsPaise', s.tds_paise, ${GST_TDS}, ${TDS_EARLY},
  'categoryId', ${category}, 'number', d.number,
  'documentDate', d.date, 'documentId', d.id, ${CLIENT})`;

/** Merges the parts of a split into one voucher. */
const selectMoney = ({ agencyId, period }: At, { date, place }: After) => sql`
  SELECT json_object('id', coalesce(t.split_id, t.id), 'entryId', t.id, 'place', t.entry,
    'date', t.date, 'type', t.type,
    'accountId', t.account_id, 'toAccountId', t.to_account_id, 'categoryId', t.category_id,
    'amountPaise', t.amount_paise, 'description', t.description, 'notes', t.notes,
    'parts', json(iif(t.split_id IS NULL, 'null', (SELECT json_group_array(json_object(
      'categoryId', p.category_id, 'amountPaise', p.amount_paise)) FROM transactions p
      WHERE p.agency_id = t.agency_id AND p.split_id = t.split_id))),
    'settled', json(iif(s.id IS NULL, 'null', ${settlementJson(sql`t.category_id`)}))) AS row
  FROM transactions t INDEXED BY transactions_by_date
  LEFT JOIN settlements s ON s.agency_id = t.agency_id AND s.transaction_id = t.id
  LEFT JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  WHERE t.agency_id = ${agencyId} AND t.date BETWEEN ${date} AND ${period.dateTo}
    AND (t.date, t.entry) > (${date}, ${Number(place)})
    AND (t.split_id IS NULL OR NOT EXISTS (SELECT 1 FROM transactions p
      WHERE p.agency_id = t.agency_id AND p.split_id = t.split_id AND p.entry < t.entry))
  ORDER BY t.date, t.entry`;

function ofMoney(row: MoneyRow, catalogue: KeyOf): Entry {
  const { id, entryId, date, type, description, notes, parts, settled } = row;
  const money = parts
    ? parts.flatMap((part) => postTransaction({ ...row, ...part }))
    : postTransaction(row);
  const rest = settled ? postSettlement(settled) : [];
  return {
    id,
    date,
    type: type === "Transfer" ? "Contra" : type === "Income" ? "Receipt" : "Payment",
    number: "",
    reference: settled?.number ?? "",
    referenceDate: settled?.documentDate ?? "",
    narration: [description, notes].filter(Boolean).join("\n"),
    party: settled ? toParty(settled, { bill: settled.number, isNew: false }) : undefined,
    postings: replacePartyKeys([...money, ...rest], settled ?? NOBODY, catalogue),
    sales: [],
    gst: undefined,
    source: settled
      ? toSource(settled.of, settled.documentId)
      : { type: "Transaction", _id: entryId },
  };
}

const NOBODY = { clientId: null, vendorId: null };

interface SettlementRow extends Row, Settled {
  notes: string;
}

const selectSettlements = ({ agencyId, period }: At, { date, place }: After) => sql`
  SELECT json_patch(json_object('id', s.id, 'place', s.id, 'date', s.date, 'notes', s.notes),
    ${settlementJson(sql`NULL`)}) AS row
  FROM settlements s INDEXED BY settlements_by_date
  CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  WHERE s.agency_id = ${agencyId} AND s.date BETWEEN ${date} AND ${period.dateTo}
    AND (s.date, s.id) > (${date}, ${String(place)}) AND s.transaction_id IS NULL AND s.kind <> 'CREDIT'
  ORDER BY s.date, s.id`;

const WORDS: Record<PostedSettlement["kind"], string> = {
  PAYMENT: "Payment of",
  ADVANCE: "Advance set against",
  CREDIT: "Credit of",
  WRITE_OFF: "Written off:",
  REFUND: "Refund of",
};

function ofSettlement(row: SettlementRow, catalogue: KeyOf): Entry {
  const { id, date, kind, number, documentDate, notes } = row;
  return {
    id,
    date,
    type: "Journal",
    number: "",
    reference: number,
    referenceDate: documentDate,
    narration: [`${WORDS[kind]} ${number}`, notes].filter(Boolean).join("\n"),
    party: toParty(row, { bill: number, isNew: false }),
    postings: replacePartyKeys(postSettlement({ ...row, categoryId: null }), row, catalogue),
    sales: [],
    gst: undefined,
    source: toSource(row.of, row.documentId),
  };
}

interface JournalRow extends Row {
  reason: string;
  postings: Posting[];
}

const selectJournals = ({ agencyId, period }: At, { date, place }: After) => sql`
  SELECT json_object('id', j.id, 'place', j.id, 'date', j.date, 'reason', j.reason, 'postings', json((
    SELECT json_group_array(json_object('ledger', coalesce(category_id, ledger), 'paise', paise))
    FROM journal_lines l WHERE l.agency_id = j.agency_id AND l.journal_id = j.id))) AS row
  FROM journals j WHERE j.agency_id = ${agencyId} AND j.date BETWEEN ${date} AND ${period.dateTo}
    AND (j.date, j.id) > (${date}, ${String(place)})
  ORDER BY j.date, j.id`;

const ofJournal = ({ id, date, reason, postings }: JournalRow, { keyOf }: KeyOf): Entry => ({
  id,
  date,
  type: "Journal",
  number: "",
  reference: "",
  referenceDate: "",
  narration: reason,
  party: undefined,
  sales: [],
  gst: undefined,
  source: { type: "Journal", _id: id },
  // To the ledger itself: only documents have rates.
  postings: postings.map(({ ledger, paise }) => ({ ledger: keyOf(ledger), paise })),
});

interface TaxRow extends Row, Parties {
  number: string;
  /** Null for a filing, which has its period. */
  kind: DocumentKind | null;
  documentId: string;
  period: string;
  reason: string;
  postings: Posting[];
}

/** Selects the tax book's postings of a document on a day. */
const selectTax = ({ agencyId, period }: At, { date, place }: After) => sql`
  SELECT json_object('id', p.document || '-' || p.date, 'place', p.document, 'date', p.date, ${CLIENT},
    'number', ${TAX_TITLE}, 'reason', min(p.reason), 'kind', min(d.kind), 'documentId', min(d.id),
    'period', min(coalesce(f.period, substr(p.document, -7))),
    'postings', json(json_group_array(json_object('ledger', p.ledger, 'paise', p.paise)))) AS row
  FROM tax_postings p ${OF_TAX_POSTING}
  WHERE p.agency_id = ${agencyId} AND p.date BETWEEN ${date} AND ${period.dateTo}
    AND (p.date, p.document) > (${date}, ${String(place)})
  GROUP BY p.date, p.document ORDER BY p.date, p.document`;

function ofTax({ id, date, number, reason, postings, ...row }: TaxRow, catalogue: KeyOf): Entry {
  return {
    id,
    date,
    type: "Journal",
    number: "",
    reference: number,
    referenceDate: date,
    narration: `${number}: ${reason}`,
    party: toParty(row, { bill: number, isNew: false }),
    postings: replacePartyKeys(postings, row, catalogue),
    sales: [],
    gst: undefined,
    source: row.kind ? toSource(row.kind, row.documentId) : { type: "Filing", _id: row.period },
  };
}
