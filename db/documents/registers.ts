import { type SQL, sql } from "drizzle-orm";
import type { Cell } from "../../domain/csv/registers.ts";
import { type DocumentKind, type Family, KIND_NAMES } from "../../domain/documents/kinds.ts";
import { fromHundredths, type Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { GST_TDS } from "./tdsLimit.ts";

export interface Range {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/**
 * Lists issued and cancelled invoices, bills of supply and notes, with one row for each document, HSN/SAC and
 * rate. Credit notes are negative.
 */
export const invoiceRegister = (tenant: Tenant, range: Range) =>
  register(
    tenant,
    (["INVOICES", "NOTES"] as const).map(
      (family) => (after) => invoiceRows(tenant, range, after, family),
    ),
    toInvoiceCells,
  );

/** Lists payments of invoices with the TDS deducted from them. */
export const paymentRegister = (tenant: Tenant, range: Range) =>
  register(tenant, [(after) => paymentRows(tenant, range, after, OF_CLIENTS)], toPaymentCells);

/** Lists payments and advances from which TDS was deducted. */
export const tdsRegister = (tenant: Tenant, range: Range) =>
  register(
    tenant,
    [
      (after) =>
        paymentRows(
          tenant,
          range,
          after,
          sql`${OF_CLIENTS} AND tds_paise > 0 AND tds_paise > ${GST_TDS}`,
        ),
    ],
    toPaymentCells,
  );

const OF_CLIENTS = sql`kind = 'PAYMENT' AND EXISTS (SELECT 1 FROM documents o
  WHERE o.agency_id = settlements.agency_id AND o.id = document_id AND o.client_id IS NOT NULL)`;

export const receiptRegister = (tenant: Tenant, range: Range) =>
  register(tenant, [(after) => receiptRows(tenant, range, after)], toReceiptCells);

/** The sort key: date, then id, oldest first. */
export interface Keyed {
  id: string;
  date: string;
}

const KEYS_AT_ONCE = 500;

/** Yields rows of one snapshot in parts, with other work in between. */
export function register<Row extends Keyed>(
  { books }: Tenant,
  parts: ((last: Keyed | undefined) => SQL<Row>)[],
  toCells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  return streamSnapshot(books, async function* (read: Read) {
    for (const rowsAfter of parts) {
      for (let last: Row | undefined; ; ) {
        const rows: Row[] = await read.all<Row>(rowsAfter(last));
        last = rows.at(-1);
        if (!last) break;
        yield rows.map(toCells);
        await Bun.sleep(0); // Reading a local file never yields on its own.
      }
    }
  });
}

export function selectKeys(
  table: "documents" | "receipts" | "settlements",
  { agencyId }: Tenant,
  { dateFrom, dateTo }: Range,
  last: Keyed | undefined,
  which: SQL,
): SQL {
  const where = joinConditions(
    sql`agency_id = ${agencyId}`,
    which,
    dateFrom && sql`date >= ${dateFrom}`,
    dateTo && sql`date <= ${dateTo}`,
    last && sql`(date, id) > (${last.date}, ${last.id})`,
  );
  return sql`SELECT id FROM ${sql.raw(table)} WHERE ${where} ORDER BY date, id LIMIT ${KEYS_AT_ONCE}`;
}

interface InvoiceLine
  extends Keyed,
    Record<"taxable" | "cgst" | "sgst" | "igst" | "total" | "roundOff", Paise> {
  kind: DocumentKind;
  number: string;
  client: string;
  gstin: string;
  place: string;
  supply: string;
  reverseCharge: number;
  against: string;
  hsnSac: string;
  rate: Hundredths;
  isFirst: number;
  status: string;
}

const invoiceRows = (
  tenant: Tenant,
  range: Range,
  last: Keyed | undefined,
  family: Family,
) => sql<InvoiceLine>`
  SELECT d.id, d.date, d.kind, d.number, coalesce(d.issued ->> '$.recipient.name', c.display_name) AS client,
    coalesce(d.recipient_gstin, c.gstin) AS gstin, d.supply_text AS place, d.supply,
    d.reverse_charge AS "reverseCharge", coalesce(d.original ->> '$.number', '') AS against,
    l.hsn_sac AS "hsnSac", l.tax_pct AS rate, sum(l.taxable_paise) AS taxable,
    sum(l.cgst_paise) AS cgst, sum(l.sgst_paise) AS sgst, sum(l.igst_paise) AS igst,
    min(l.line) = 0 AS "isFirst", d.grand_total_paise AS total, d.round_off_paise AS "roundOff", d.status
  FROM documents d
  JOIN document_lines l ON l.agency_id = d.agency_id AND l.document_id = d.id
  JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
  WHERE d.agency_id = ${tenant.agencyId} AND d.id IN (${selectKeys(
    "documents",
    tenant,
    range,
    last,
    sql`family = ${family} AND status <> 'DRAFT'`,
  )})
  GROUP BY d.id, l.hsn_sac, l.tax_pct ORDER BY d.date, d.id, min(l.line)`;

/** Total and round off are only in a document's first row, so that the column's sum is right. */
function toInvoiceCells(row: InvoiceLine): Cell[] {
  const sign = row.kind === "CREDIT_NOTE" ? -1 : 1;
  const signed = (paise: Paise): Cell => ({ paise: (paise * sign || 0) as Paise });
  const ofDocument = (paise: Paise): Cell => (row.isFirst ? signed(paise) : "");
  return [
    ...[row.number, KIND_NAMES[row.kind], row.date, row.client, row.gstin, row.place],
    ...[row.supply, row.reverseCharge ? "Yes" : "No", row.against, row.hsnSac],
    String(fromHundredths(row.rate)),
    ...[row.taxable, row.cgst, row.sgst, row.igst].map(signed),
    ...[row.roundOff, row.total].map(ofDocument),
    row.status,
  ];
}

interface PaymentLine extends Keyed, Record<"amount" | "tds", Paise> {
  client: string;
  gstin: string;
  number: string;
  mode: string;
  reference: string;
  account: string;
}

const paymentRows = (
  tenant: Tenant,
  range: Range,
  last: Keyed | undefined,
  which: SQL,
) => sql<PaymentLine>`
  SELECT s.id, s.date, c.display_name AS client, coalesce(d.recipient_gstin, c.gstin) AS gstin, d.number,
    s.amount_paise AS amount, s.tds_paise - ${GST_TDS} AS tds,
    s.mode, s.reference, coalesce(a.name, '') AS account
  FROM settlements s
  JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
  LEFT JOIN accounts a ON a.agency_id = s.agency_id AND a.id = s.account_id
  WHERE s.agency_id = ${tenant.agencyId}
    AND s.id IN (${selectKeys("settlements", tenant, range, last, which)})
  ORDER BY s.date, s.id`;

const toPaymentCells = (row: PaymentLine): Cell[] => [
  ...[row.date, row.client, row.gstin, row.number],
  ...[{ paise: row.amount }, { paise: row.tds }],
  ...[row.mode, row.reference, row.account],
];

interface ReceiptLine extends Keyed {
  number: string;
  client: string;
  purpose: string;
  amountPaise: Paise;
  mode: string;
  reference: string;
  account: string;
}

const receiptRows = (tenant: Tenant, range: Range, last: Keyed | undefined) => sql<ReceiptLine>`
  SELECT r.id, r.date, r.number, r.client_name AS client, r.purpose, r.amount_paise AS "amountPaise", r.mode,
    r.reference, a.name AS account
  FROM receipts r JOIN accounts a ON a.agency_id = r.agency_id AND a.id = r.account_id
  WHERE r.agency_id = ${tenant.agencyId} AND r.id IN (${selectKeys("receipts", tenant, range, last, sql`1`)})
  ORDER BY r.date, r.id`;

const toReceiptCells = (row: ReceiptLine): Cell[] => [
  ...[row.number, row.date, row.client, row.purpose],
  { paise: row.amountPaise },
  ...[row.mode, row.reference, row.account],
];
