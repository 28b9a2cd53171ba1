import { type SQL, sql } from "drizzle-orm";
import type { Recipient } from "../../domain/documents/invoices.ts";
import type { GstMode } from "../../domain/gst/figures.ts";
import { dueDay } from "../../domain/gst/lateInvoice.ts";
import type {
  OutwardKind,
  ReturnDocument,
  ReturnLine,
  ReturnVoucher,
} from "../../domain/gst/returns/books.ts";
import type { LineTreatment, Supply } from "../../domain/gst/supply.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

// Reads documents for returns as they were issued. Lines come as JSON, one row per document, which takes a
// third of the time of one row per line.

interface DocumentRow {
  id: string;
  kind: OutwardKind;
  number: string;
  date: string;
  serviceDate: string;
  status: string;
  supply: Supply;
  reverseCharge: number;
  isUntaxed: number;
  mode: GstMode;
  pos: string;
  roundOffPaise: Paise;
  totalPaise: Paise;
  foreignCurrency: string;
  exchangeRate: number;
  clientId: string;
  recipient: string | null;
  /** For a draft. */
  client: string | null;
  originalId: string | null;
  original: string | null;
  originalOfOurs: string | null;
  irn: string | null;
  lines: string;
}

/** Reads invoices and notes by key, unordered. @param keys a SELECT of ids of the agency's documents */
export async function readDocuments(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  keys: SQL,
): Promise<ReturnDocument[]> {
  const rows = await read.all<DocumentRow>(sql`
    SELECT d.id, d.kind, d.number, d.date, d.service_date AS "serviceDate", d.status, d.supply,
      d.reverse_charge AS "reverseCharge",
      d.is_untaxed AS "isUntaxed", d.gst_mode AS mode, d.supply_code AS pos,
      d.round_off_paise AS "roundOffPaise", d.grand_total_paise AS "totalPaise",
      d.foreign_currency AS "foreignCurrency", d.exchange_rate AS "exchangeRate",
      d.client_id AS "clientId", d.issued ->> '$.recipient' AS recipient,
      iif(d.issued IS NOT NULL, NULL,
        json_object('name', iif(c.billing_name = '', c.display_name, c.billing_name),
        'address', c.billing_address, 'city', c.city, 'pin', c.pin, 'gstin', c.gstin,
        'stateCode', c.state_code, 'kind', c.kind, 'country', c.country)) AS client,
      d.original_id AS "originalId", d.original,
      (SELECT json_array(o.number, o.date, o.grand_total_paise) FROM documents o
        WHERE o.agency_id = d.agency_id AND o.id = d.original_id AND d.family = 'NOTES') AS "originalOfOurs",
      (SELECT e.irn FROM einvoices e
        WHERE e.agency_id = d.agency_id AND e.id = d.id AND e.status = 'ACT') AS irn,
      (SELECT json_group_array(json_array(l.description, l.hsn_sac, l.unit, l.qty, l.rate_paise,
          l.discount_pct, l.tax_pct, l.treatment, l.taxable_paise, l.cgst_paise, l.sgst_paise, l.igst_paise,
          l.line))
        FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id) AS lines
    FROM documents d JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
    WHERE d.agency_id = ${agencyId} AND d.id IN (${keys})`);
  // Cached, because a client's documents mostly show the same recipient.
  const known = new Map<string, Recipient>();
  const parseRecipient = (text: string) => {
    const recipient = known.get(text) ?? (JSON.parse(text) as Recipient);
    known.set(text, recipient);
    return recipient;
  };
  return rows.map((row) => toDocument(row, parseRecipient(row.recipient ?? row.client ?? "{}")));
}

function toDocument(row: DocumentRow, recipient: Recipient): ReturnDocument {
  const { id, kind, number, date, status, supply, mode, pos, roundOffPaise } = row;
  const { name, address, city = "", pin = "", gstin, stateCode, ...rest } = recipient;
  // Older documents did not store these fields.
  const { kind: of = gstin ? "REGULAR" : "UNREGISTERED", country = "IN" } = rest;
  const state = status === "DRAFT" || status === "CANCELLED" ? status : "ISSUED";
  const all = (JSON.parse(row.lines) as LineRow[]).toSorted((a, b) => a[12] - b[12]).map(toLine);
  // Lines that are not a supply are in no table and no value.
  const lines = all.filter(isSupply);
  const outside = all.reduce((sum, line) => sum + (isSupply(line) ? 0 : line.taxable), 0);
  const total = (row.totalPaise - outside) as Paise;
  return {
    due: dueDay(row),
    id,
    kind,
    number,
    date,
    state,
    supply,
    mode,
    pos,
    roundOffPaise,
    totalPaise: total,
    buyer: { id: row.clientId, name, address, city, pin, gstin, stateCode, kind: of, country },
    reverseCharge: row.reverseCharge === 1,
    isUntaxed: row.isUntaxed === 1,
    lines,
    original: toOriginal(row),
    foreignCurrency: row.foreignCurrency,
    exchangeRate: row.exchangeRate,
    irn: row.irn ?? "",
    iff: "",
  };
}

/** Older database servers cannot order an aggregate, so each line has its position. */
type LineRow = [
  ...[description: string, hsnSac: string, unit: string, qty: Hundredths, rate: Paise],
  ...[discountPct: Hundredths, taxPct: Hundredths, treatment: LineTreatment | ""],
  ...[taxable: Paise, cgst: Paise, sgst: Paise, igst: Paise, line: number],
];

const isSupply = (line: Line): line is ReturnLine => line.treatment !== "NOT_A_SUPPLY";

type Line = Omit<ReturnLine, "treatment"> & { treatment: LineTreatment | "" };

const toLine = ([
  description,
  hsnSac,
  unit,
  qty,
  rate,
  discountPct,
  taxPct,
  treatment,
  taxable,
  cgst,
  sgst,
  igst,
]: LineRow): Line => ({
  description,
  hsnSac,
  unit,
  qty,
  rate,
  discountPct,
  taxPct,
  treatment,
  taxable,
  cgst,
  sgst,
  igst,
});

function toOriginal({ originalId, original, originalOfOurs }: DocumentRow) {
  if (originalOfOurs) {
    const [number, date, total] = JSON.parse(originalOfOurs) as [string, string, Paise];
    return { id: originalId ?? "", number, date, totalPaise: total };
  }
  if (!original) return null;
  const { number, date, total } = JSON.parse(original) as Record<string, string> & {
    total: number;
  };
  if (!number || !date) return null;
  return { id: "", number, date, totalPaise: toPaise(total) ?? (0 as Paise) };
}

interface VoucherRow {
  id: string;
  number: string;
  date: string;
  client: string;
  amountPaise: Paise;
  taxPct: Hundredths;
  supply: Supply;
  isUntaxed: number;
  mode: GstMode;
  pos: string;
  taken: string;
}

/** Reads receipt vouchers that are not cancelled, with their uses in order. */
export async function readVouchers(
  read: Read,
  { agencyId }: Pick<Tenant, "agencyId">,
  keys: SQL,
): Promise<ReturnVoucher[]> {
  const rows = await read.all<VoucherRow>(sql`
    SELECT d.id, d.number, d.date, coalesce(d.issued ->> '$.recipient.name', '') AS client,
      d.grand_total_paise AS "amountPaise", d.supply, d.is_untaxed AS "isUntaxed", d.gst_mode AS mode,
      d.supply_code AS pos,
      (SELECT l.tax_pct FROM document_lines l
        WHERE l.agency_id = d.agency_id AND l.document_id = d.id AND l.line = 0) AS "taxPct",
      (SELECT json_group_array(json_array(kind, date, amount_paise, date || created_at || id)) FROM (
        SELECT * FROM settlements s
          WHERE s.agency_id = d.agency_id AND s.source_id = d.id AND s.kind = 'ADVANCE'
        UNION ALL SELECT * FROM settlements s
          WHERE s.agency_id = d.agency_id AND s.document_id = d.id AND s.kind = 'REFUND')) AS taken
    FROM documents d
    WHERE d.agency_id = ${agencyId} AND d.kind = 'RECEIPT_VOUCHER' AND d.cancelled_at IS NULL
      AND d.id IN (${keys})
    ORDER BY d.date, d.id`);
  return rows.map(({ isUntaxed, taken, ...row }) => ({
    ...row,
    isUntaxed: isUntaxed === 1,
    taken: (JSON.parse(taken) as [string, string, Paise, string][])
      .toSorted((a, b) => (a[3] < b[3] ? -1 : 1))
      .map(([kind, date, amount]) => ({
        kind: kind === "REFUND" ? ("REFUND" as const) : ("USE" as const),
        date,
        amountPaise: amount,
      })),
  }));
}
