import { sql } from "drizzle-orm";
import type { Cell } from "../../domain/csv/registers.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { fromHundredths, type Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import { type BookedKind, toApiStatus } from "../../domain/purchases/bills.ts";
import { TDS_LAW, type TdsRule } from "../../domain/tds/law.ts";
import { type Keyed, type Range, register, selectKeys } from "../documents/registers.ts";
import type { Tenant } from "../engine/tenant.ts";

/** Lists entered and cancelled bills, one row per line. Credit notes are negative. */
export const billRegister = (tenant: Tenant, range: Range) =>
  register(tenant, [(after) => billRows(tenant, range, after)], toCells);

interface Line extends Keyed, Record<(typeof LINE)[number] | (typeof WHOLE)[number], Paise> {
  line: number;
  kind: BookedKind;
  number: string;
  dueDate: string;
  vendor: string;
  gstin: string;
  pan: string;
  place: string;
  reverseCharge: number;
  import: string;
  description: string;
  category: string;
  hsnSac: string;
  rate: Hundredths;
  itc: string;
  tdsRule: TdsRule | "";
  status: string;
}

const LINE = ["taxable", "cgst", "sgst", "igst", "cess"] as const;
const WHOLE = ["roundOff", "total", "tds", "paid", "toPay"] as const;

const billRows = (tenant: Tenant, range: Range, last: Keyed | undefined) => sql<Line>`
  SELECT d.id, d.date, l.line, d.kind, d.number, d.due_date AS "dueDate",
    coalesce(d.issued ->> '$.recipient.name', v.display_name) AS vendor,
    coalesce(d.recipient_gstin, v.gstin) AS gstin, v.pan, d.supply_text AS place,
    d.reverse_charge AS "reverseCharge", d.import, l.description, coalesce(c.name, '') AS category,
    l.hsn_sac AS "hsnSac", l.tax_pct AS rate, l.taxable_paise AS taxable, l.cgst_paise AS cgst,
    l.sgst_paise AS sgst, l.igst_paise AS igst, l.cess_paise AS cess, l.itc,
    d.round_off_paise AS "roundOff", d.grand_total_paise AS total, d.tds_rule AS "tdsRule",
    iif(d.status = 'PAID', d.tds_paise, max(d.tds_paise, d.tds_due_paise)) AS tds,
    d.received_paise AS paid, iif(d.status = 'CANCELLED', 0, d.to_pay_paise) AS "toPay", d.status
  FROM documents d
  JOIN document_lines l ON l.agency_id = d.agency_id AND l.document_id = d.id
  JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
  LEFT JOIN categories c ON c.agency_id = l.agency_id AND c.id = l.category_id
  WHERE d.agency_id = ${tenant.agencyId} AND d.id IN (${selectKeys(
    "documents",
    tenant,
    range,
    last,
    sql`family = 'BILLS' AND status <> 'DRAFT'`,
  )})
  ORDER BY d.date, d.id, l.line`;

/** Amounts of the whole bill are only in its first row, so that the column's sum is right. */
function toCells(row: Line): Cell[] {
  const sign = row.kind === "VENDOR_CREDIT" ? -1 : 1;
  const signed = (paise: Paise): Cell => ({ paise: (paise * sign || 0) as Paise });
  return [
    ...[
      row.number,
      KIND_NAMES[row.kind],
      row.date,
      row.dueDate,
      row.vendor,
      row.gstin,
      row.pan,
      row.place,
    ],
    ...[
      row.reverseCharge ? "Yes" : "No",
      row.import ? "Services" : "",
      row.description,
      row.category,
    ],
    ...[
      row.hsnSac,
      String(fromHundredths(row.rate)),
      ...LINE.map((name) => signed(row[name])),
      row.itc,
    ],
    ...WHOLE.slice(0, 2).map((name) => (row.line === 0 ? signed(row[name]) : "")),
    row.line === 0 && row.tdsRule ? TDS_LAW[row.tdsRule].name : "",
    ...WHOLE.slice(2).map((name) => (row.line === 0 ? signed(row[name]) : "")),
    toApiStatus({ status: row.status, held: row.toPay }),
  ];
}
