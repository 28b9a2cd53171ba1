import { type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import type { DocumentKind } from "../../domain/documents/kinds.ts";
import { toCurrentPos } from "../../domain/gst/returns/placement.ts";
import type { Paise } from "../../domain/money.ts";
import type { BookedBill } from "../../domain/purchases/bookedRows.ts";
import type { Itc } from "../../domain/purchases/credit.ts";
import { addTaxes, NO_TAXES } from "../../domain/purchases/inward.ts";
import type { PeriodBill } from "../../domain/purchases/table4.ts";
import type { VendorKind } from "../../domain/purchases/vendors.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

// Bills for returns: tax by head, and the credit that can be claimed.

type Who = Pick<Tenant, "agencyId">;

/** A bill with the data that returns need. */
export interface ReturnBill extends PeriodBill, BookedBill {
  isEarlier: boolean;
  /** With tax, less amounts not owed to the vendor. */
  totalPaise: Paise;
  /** The linked row of GSTR-2B, and the period of its file. */
  linked: { row: string; period: string } | undefined;
}

interface BillRow {
  id: string;
  kind: DocumentKind;
  number: string;
  date: CalendarDate;
  place: string;
  reverseCharge: number;
  isImport: number;
  isEarlier: number;
  totalPaise: Paise;
  vendorId: string;
  name: string;
  gstin: string;
  vendorKind: VendorKind;
  stateCode: string;
  rowId: string | null;
  rowPeriod: string | null;
  isPaired: number;
  lines: string;
}

type LineRow = [
  ...[itc: Itc, treatment: string, taxPct: number, taxable: Paise],
  ...[igst: Paise, cgst: Paise, sgst: Paise, cess: Paise],
];

/**
 * Excludes drafts and cancelled bills. @param which condition on `d`, the document, and `r`, its GSTR-2B row
 */
export async function readBills(
  read: Read,
  { agencyId }: Who,
  homeState: string,
  which: SQL,
): Promise<ReturnBill[]> {
  const rows = await read.all<BillRow>(sql`
    SELECT d.id, d.kind, d.number, d.date, d.supply_code AS place,
      d.reverse_charge AS "reverseCharge", d.import <> '' AS "isImport",
      d.is_earlier AS "isEarlier", d.grand_total_paise AS "totalPaise", d.vendor_id AS "vendorId",
      coalesce(d.issued ->> '$.recipient.name', v.display_name) AS name,
      coalesce(d.issued ->> '$.recipient.gstin', v.gstin) AS gstin,
      coalesce(d.issued ->> '$.recipient.kind', v.kind) AS "vendorKind",
      coalesce(d.issued ->> '$.recipient.stateCode', v.state_code) AS "stateCode",
      r.id AS "rowId", r.period AS "rowPeriod", EXISTS (SELECT 1 FROM tax_links k
        WHERE k.agency_id = d.agency_id AND k.bill_id = d.id) AS "isPaired",
      (SELECT json_group_array(json_array(l.itc, l.treatment, l.tax_pct, l.taxable_paise, l.igst_paise,
          l.cgst_paise, l.sgst_paise, l.cess_paise))
        FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id) AS lines
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
      LEFT JOIN gstr2b_rows r ON r.agency_id = d.agency_id AND r.bill_id = d.id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.status NOT IN ('DRAFT', 'CANCELLED')
      AND (${which})`);
  return rows.map((row) => toBill(row, homeState));
}

function toBill(row: BillRow, homeState: string): ReturnBill {
  const { id, kind, number, date, place, totalPaise, vendorId, name, gstin, vendorKind } = row;
  const lines = (JSON.parse(row.lines) as LineRow[]).map(
    ([itc, treatment, taxPct, taxable, igst, cgst, sgst, cess]) => ({
      itc,
      treatment,
      taxPct,
      taxable,
      igst,
      cgst,
      sgst,
      cess,
    }),
  );
  const taxable = (isOf: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(isOf).reduce((sum, line) => sum + line.taxable, 0) as Paise;
  const sumTaxes = (itc: Itc) => addTaxes(lines.filter((line) => line.itc === itc));
  const untaxed = (treatment: string) =>
    taxable((line) => line.treatment === treatment && line.taxPct === 0);
  return {
    id,
    number,
    gstin,
    date,
    place,
    totalPaise,
    vendorState: toCurrentPos(gstin.slice(0, 2) || row.stateCode || homeState),
    kind: kind === "VENDOR_CREDIT" ? "C" : kind === "VENDOR_DEBIT" ? "D" : "INVOICE",
    vendorKind,
    vendor: { id: vendorId, name },
    isImport: row.isImport === 1,
    isReverseCharge: row.reverseCharge === 1,
    isEarlier: row.isEarlier === 1,
    taxable: taxable(() => true),
    ...(lines.length > 0 ? addTaxes(lines) : NO_TAXES),
    eligible: sumTaxes("ELIGIBLE"),
    blocked: sumTaxes("BLOCKED"),
    untaxedPaise: { NIL: untaxed("NIL"), EXEMPT: untaxed("EXEMPT"), NON_GST: untaxed("NON_GST") },
    linked: row.rowId && row.rowPeriod ? { row: row.rowId, period: row.rowPeriod } : undefined,
    isPaired: row.isPaired === 1,
    isLinkedElsewhere: false,
  };
}

export const withIds = (ids: string[]): SQL =>
  sql`d.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A settlement of a bill. */
export interface Paid {
  date: CalendarDate;
  /** Including the tax deducted from it. */
  amountPaise: Paise;
  /** The amount posted to payables; 0 if neither money nor an advance moved. */
  postedPaise: Paise;
}

/** Returns the payments of bills with their TDS, by bill id. */
export async function readPaid(
  read: Read,
  { agencyId }: Who,
  ids: string[],
): Promise<Map<string, Paid[]>> {
  const rows = await read.all<Paid & { id: string }>(sql`
    SELECT document_id AS id, date, amount_paise + tds_paise AS "amountPaise",
      iif(kind IN ('PAYMENT', 'ADVANCE'), amount_paise + iif(is_tds_early, tds_paise, 0), 0) AS "postedPaise"
    FROM settlements
    WHERE agency_id = ${agencyId} AND kind <> 'REFUND'
      AND document_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const paid = new Map<string, Paid[]>();
  for (const { id, ...one } of rows) paid.set(id, [...(paid.get(id) ?? []), one]);
  return paid;
}
