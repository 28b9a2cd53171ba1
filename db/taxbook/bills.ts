import { sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import type { DocumentKind } from "../../domain/documents/kinds.ts";
import type { Paise } from "../../domain/money.ts";
import { addTaxes, type Inward, NO_TAXES, type Taxes } from "../../domain/purchases/inward.ts";
import type { VendorKind } from "../../domain/purchases/vendors.ts";
import type { BillLine } from "../../domain/taxbook/reverseCharge.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Paid, readPaid } from "../returns/bills.ts";

// Bills as the tax book needs them: by line, with the ledger of each line's cost.

type Who = Pick<Tenant, "agencyId">;

/** A bill, a vendor's note or a self-invoice. */
export interface TaxBill extends Omit<Inward, "id"> {
  id: string;
  /** Neither a draft nor cancelled. */
  isLive: boolean;
  vendorId: string;
  /** The day it was cancelled, if a filed return had it by then; otherwise "". */
  cancelledOn: CalendarDate | "";
  /** The day it was cancelled or its credit changed; "" for neither. */
  changedOn: CalendarDate | "";
  supplierUnfiledOn: CalendarDate | "";
  supplierFiledOn: CalendarDate | "";
  vendorKind: VendorKind;
  isImport: boolean;
  /** Bought from an associated enterprise abroad. */
  isAssociated: boolean;
  isEarlier: boolean;
  /** From before the tax book, with credit not claimed when the tax book started. */
  waitsFromStart: boolean;
  totalPaise: Paise;
  sign: -1 | 1;
  lines: BillLine[];
  paid: Paid[];
  /** Credit reversed in a return before the books. */
  reversedBefore: (Taxes & { period: string }) | undefined;
}

interface Row {
  id: string;
  kind: DocumentKind;
  number: string;
  gstin: string;
  date: CalendarDate;
  status: string;
  vendorId: string;
  cancelledOn: CalendarDate | "";
  changedOn: CalendarDate | "";
  supplierUnfiledOn: CalendarDate | "";
  supplierFiledOn: CalendarDate | "";
  totalPaise: Paise;
  vendorKind: VendorKind;
  isReverseCharge: number;
  isImport: number;
  isAssociated: number;
  isEarlier: number;
  waitsFromStart: number;
  place: string;
  reversed: string | null;
  lines: string;
}

/**
 * SQL: a bill from before the tax book whose credit no return had claimed at the start, or that was entered
 * since.
 */
export const waitsFromStartSql = (d: "d" | "documents") =>
  sql.raw(`(NOT ${d}.is_earlier AND NOT ${d}.reverse_charge AND EXISTS (SELECT 1 FROM tax_books t
    WHERE t.agency_id = ${d}.agency_id AND ${d}.date < t.starts_on
      AND (${d}.sent_at > t.opening ->> '$.begunAt'
        OR EXISTS (SELECT 1 FROM json_each(t.opening, '$.waiting') w WHERE w.value = ${d}.id))))`);

type LineRow = [
  ...[itc: BillLine["itc"], ledger: string, taxable: Paise],
  ...[igst: Paise, cgst: Paise, sgst: Paise, cess: Paise, line: number],
];

/** Reads bills by id, including drafts and cancelled ones. */
export async function readTaxBills(read: Read, who: Who, ids: string[]): Promise<TaxBill[]> {
  if (ids.length === 0) return [];
  const { agencyId } = who;
  const rows = await read.all<Row>(sql`
    SELECT d.id, d.kind, d.number, d.date, d.status, d.grand_total_paise AS "totalPaise",
      d.supply_code AS place, d.reverse_charge AS "isReverseCharge", d.import <> '' AS "isImport",
      coalesce(d.issued ->> '$.recipient.isAssociated', false) AS "isAssociated",
      d.is_earlier AS "isEarlier", d.vendor_id AS "vendorId",
      iif(d.status = 'CANCELLED' AND d.sent_at IS NOT NULL, d.cancelled_on, '') AS "cancelledOn",
      max(d.cancelled_on, d.credit_changed_on) AS "changedOn",
      d.supplier_unfiled_on AS "supplierUnfiledOn", d.supplier_filed_on AS "supplierFiledOn",
      ${waitsFromStartSql("d")} AS "waitsFromStart",
      coalesce(d.issued ->> '$.recipient.gstin', v.gstin) AS gstin,
      coalesce(d.issued ->> '$.recipient.kind', v.kind) AS "vendorKind",
      (SELECT json_object('period', r.period, 'igst', r.igst_paise, 'cgst', r.cgst_paise,
          'sgst', r.sgst_paise, 'cess', r.cess_paise) FROM credit_reversals r
        WHERE r.agency_id = d.agency_id AND r.bill_id = d.id AND NOT EXISTS (SELECT 1 FROM filings f
          WHERE f.agency_id = r.agency_id AND f.period = r.period AND f.return = 'GSTR3B')) AS reversed,
      (SELECT json_group_array(json_array(l.itc, coalesce(l.category_id, 'purchases'), l.taxable_paise,
          l.igst_paise, l.cgst_paise, l.sgst_paise, l.cess_paise, l.line))
        FROM document_lines l WHERE l.agency_id = d.agency_id AND l.document_id = d.id) AS lines
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS'
      AND d.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const paid = await readPaid(
    read,
    who,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toTaxBill(row), paid: paid.get(row.id) ?? [] }));
}

function toTaxBill({ lines: text, reversed, status, kind, ...row }: Row): Omit<TaxBill, "paid"> {
  const lines = (JSON.parse(text) as LineRow[])
    .toSorted((a, b) => a[7] - b[7])
    .map(([itc, ledger, taxable, igst, cgst, sgst, cess]) => ({
      itc,
      ledger,
      taxable,
      igst,
      cgst,
      sgst,
      cess,
    }));
  return {
    ...row,
    isReverseCharge: row.isReverseCharge === 1,
    isImport: row.isImport === 1,
    isAssociated: row.isAssociated === 1,
    waitsFromStart: row.waitsFromStart === 1,
    isEarlier: row.isEarlier === 1,
    isLive: status !== "DRAFT" && status !== "CANCELLED",
    kind: kind === "VENDOR_CREDIT" ? "C" : kind === "VENDOR_DEBIT" ? "D" : "INVOICE",
    sign: kind === "VENDOR_CREDIT" ? -1 : 1,
    ...(lines.length > 0 ? addTaxes(lines) : NO_TAXES),
    taxable: lines.reduce((sum, line) => sum + line.taxable, 0) as Paise,
    lines,
    reversedBefore: reversed ? JSON.parse(reversed) : undefined,
  };
}
