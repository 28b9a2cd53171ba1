import { type SQL, sql } from "drizzle-orm";
import type { Chart, Ledger } from "../../domain/ledger/chart.ts";
import { toSides } from "../../domain/ledger/postings.ts";
import type { LedgerRow, Source } from "../../domain/ledger/reports.ts";
import { toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";

/** A posting to a ledger, with its texts. */
export interface Posting {
  date: string;
  /** Orders postings of a day by creation. */
  place: string;
  paise: number;
  type: Source["type"];
  id: string;
  particulars: string;
  contra: string;
  /** The id shared by the parts of a split. */
  split: string | null;
}

/** A filter of a ledger's postings. */
export interface Wanted {
  /** The first and last days. */
  days: string[];
  /** Only one client's documents and their settlements. */
  clientId?: string;
}

/** Reads a ledger's postings, oldest first: from transactions, documents, settlements and journals. */
export async function readPostings(
  read: Read,
  agencyId: number,
  chart: Chart,
  ledger: Ledger,
  wanted: Wanted,
): Promise<Posting[]> {
  const ids = chart.idsOf(ledger);
  const sources =
    ledger.kind === "account"
      ? [ofAccount(agencyId, ledger, wanted)]
      : [
          ...(wanted.clientId
            ? []
            : [ofCategories(agencyId, ids, wanted), ofJournals(agencyId, ids, wanted)]),
          ofDocuments(agencyId, ids, wanted),
          ofSettlements(agencyId, ids, wanted),
          ofTaxBook(agencyId, ids, wanted),
        ];
  const [found] = await read.all<{ rows: string }>(sql`
    SELECT json_group_array(json_object('date', date, 'place', place, 'paise', paise, 'type', type, 'id', id,
      'particulars', particulars, 'contra', contra, 'split', split)) AS rows
    FROM (SELECT * FROM (${sql.join(sources, sql` UNION ALL `)}) ORDER BY date, place)`);
  return (JSON.parse(found?.rows ?? "[]") as Posting[]).map((row) => ({
    ...row,
    contra: chart.of(row.contra)?.name ?? row.contra,
  }));
}

export function toRow(row: Posting, balance: bigint): LedgerRow {
  const { date, particulars, contra, paise, type, id } = row;
  return {
    date,
    particulars,
    contra,
    ...toSides(paise),
    balance: toRupees(balance),
    source: { type, _id: id },
  };
}

// Plain values, because SQLite pushes only those into a view. Otherwise it would compute all rows first.
const onDays = (column: SQL, { days }: Wanted): SQL =>
  sql`${column} BETWEEN ${days[0]} AND ${days.at(-1)}`;
const among = (column: SQL, ids: string[]): SQL =>
  sql`${column} IN (${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`;
const ofClient = ({ clientId }: Wanted): SQL =>
  clientId ? sql`p.client_id = ${clientId}` : sql`true`;

/** Descriptions of settlements. */
const SETTLED =
  sql.raw(`CASE s.kind WHEN 'PAYMENT' THEN iif(d.kind = 'RECEIPT_VOUCHER', 'Advance ', 'Payment of ')
  WHEN 'REFUND' THEN 'Refund of ' WHEN 'ADVANCE' THEN 'Advance set against '
  WHEN 'WRITE_OFF' THEN 'Written off: ' ELSE 'Credit of ' END
  || iif(d.kind = 'BILL', 'bill ', '') || d.number`);
const TYPES = sql.raw(`CASE d.family WHEN 'INVOICES' THEN 'Invoice' WHEN 'NOTES' THEN 'Note'
  WHEN 'VOUCHERS' THEN 'Voucher' ELSE 'Bill' END`);
const PARTY = sql.raw(`coalesce((SELECT display_name FROM clients c
    WHERE c.agency_id = d.agency_id AND c.id = d.client_id),
  (SELECT display_name FROM vendors v WHERE v.agency_id = d.agency_id AND v.id = d.vendor_id), '')`);

function ofAccount(agencyId: number, { _id }: Ledger, wanted: Wanted): SQL {
  return sql`SELECT t.date, printf('%016d', t.entry) AS place,
      iif(t.type = 'Income' OR t.to_account_id = ${_id}, t.amount_paise, -t.amount_paise) AS paise,
      iif(d.id IS NULL, 'Transaction', ${TYPES}) AS type, coalesce(d.id, t.id) AS id,
      CASE WHEN s.id IS NULL THEN t.description WHEN s.kind = 'PAYMENT' AND d.kind = 'RECEIPT_VOUCHER' THEN
        (SELECT description FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id)
        ELSE ${SETTLED} END AS particulars,
      CASE WHEN s.id IS NOT NULL THEN ${PARTY} WHEN t.to_account_id IS NULL THEN t.category_id
        WHEN t.to_account_id = ${_id} THEN t.account_id ELSE t.to_account_id END AS contra,
      t.split_id AS split
    FROM transactions t INDEXED BY transactions_by_date
    LEFT JOIN settlements s ON s.agency_id = t.agency_id AND s.transaction_id = t.id
    LEFT JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
    WHERE t.agency_id = ${agencyId} AND ${onDays(sql`t.date`, wanted)}
      AND (t.account_id = ${_id} OR t.to_account_id = ${_id})`;
}

/** Without the money of settlements, which is listed with the documents. */
function ofCategories(agencyId: number, ids: string[], wanted: Wanted): SQL {
  return sql`SELECT t.date, printf('%016d', t.entry) AS place,
      iif(t.type = 'Income', -t.amount_paise, t.amount_paise) AS paise, 'Transaction' AS type, t.id,
      t.description AS particulars, t.account_id AS contra, NULL AS split
    FROM transactions t INDEXED BY transactions_by_date
    WHERE t.agency_id = ${agencyId} AND ${onDays(sql`t.date`, wanted)} AND ${isIn(sql`t.category_id`, ids)}
      AND NOT EXISTS (SELECT 1 FROM settlements s
        WHERE s.agency_id = t.agency_id AND s.transaction_id = t.id)`;
}

function ofDocuments(agencyId: number, ids: string[], wanted: Wanted): SQL {
  return sql`SELECT p.date, d.created_at AS place, p.paise, ${TYPES} AS type, d.id,
      CASE d.kind ${sql.raw(KINDS)} END || ' ' || d.number AS particulars, ${PARTY} AS contra, NULL AS split
    FROM document_postings p CROSS JOIN documents d ON d.agency_id = p.agency_id AND d.id = p.document_id
    WHERE p.agency_id = ${agencyId} AND ${onDays(sql`p.date`, wanted)} AND ${among(sql`p.ledger`, ids)}
      AND ${ofClient(wanted)}`;
}

const KINDS = Object.entries({
  INVOICE: "Invoice",
  BILL_OF_SUPPLY: "Bill of supply",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  BILL: "Bill",
  VENDOR_CREDIT: "Vendor’s credit note",
  VENDOR_DEBIT: "Vendor’s debit note",
  SELF_INVOICE: "Self-invoice",
})
  .map(([kind, name]) => `WHEN '${kind}' THEN '${name}'`)
  .join(" ");

/** Without their effect on the money's category: those entries are excluded above. */
function ofSettlements(agencyId: number, ids: string[], wanted: Wanted): SQL {
  return sql`SELECT p.date, s.created_at, p.paise, ${TYPES}, d.id, ${SETTLED}, ${PARTY}, NULL
    FROM settlement_postings p
    CROSS JOIN settlements s ON s.agency_id = p.agency_id AND s.id = p.settlement_id
    CROSS JOIN documents d ON d.agency_id = p.agency_id AND d.id = p.document_id
    WHERE p.agency_id = ${agencyId} AND ${onDays(sql`p.date`, wanted)} AND ${among(sql`p.ledger`, ids)}
      AND ${ofClient(wanted)} AND p.origin = 'D'`;
}

/** SQL: the document of a tax book posting: its own, or the bill of a GSTR-2B row; none for a filing. */
export const OF_TAX_POSTING = sql.raw(`
    LEFT JOIN tax_links k ON k.agency_id = p.agency_id AND k.row_id = p.document
    LEFT JOIN documents d ON d.agency_id = p.agency_id AND d.id = coalesce(k.bill_id, p.document)
    LEFT JOIN tax_settlements f ON f.agency_id = p.agency_id AND f.filing_id = substr(p.document, 8)`);
export const TAX_TITLE = sql.raw(
  "coalesce(d.number, 'GSTR-3B ' || coalesce(f.period, substr(p.document, -7)))",
);

function ofTaxBook(agencyId: number, ids: string[], wanted: Wanted): SQL {
  return sql`SELECT p.date, coalesce(d.created_at, p.date), p.paise, iif(d.id IS NULL, 'Filing', ${TYPES}),
      coalesce(d.id, f.period, substr(p.document, -7)), ${TAX_TITLE} || ': ' || p.reason,
      iif(d.id IS NULL, 'GSTR-3B', ${PARTY}), NULL
    FROM tax_postings p ${OF_TAX_POSTING}
    WHERE p.agency_id = ${agencyId} AND ${onDays(sql`p.date`, wanted)} AND ${among(sql`p.ledger`, ids)}
      AND ${wanted.clientId ? sql`d.client_id = ${wanted.clientId}` : sql`true`}`;
}

function ofJournals(agencyId: number, ids: string[], wanted: Wanted): SQL {
  const own = isIn(sql`coalesce(l.category_id, l.ledger)`, ids);
  return sql`SELECT j.date, j.created_at, l.paise, 'Journal', j.id, j.reason, 'Journal', NULL
    FROM journals j CROSS JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id
    WHERE j.agency_id = ${agencyId} AND ${onDays(sql`j.date`, wanted)} AND ${own}`;
}
