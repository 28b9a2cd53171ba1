import { sql } from "drizzle-orm";
import type { DocumentKind, Family } from "../../domain/documents/kinds.ts";
import type {
  Register,
  RegisterFigures,
  RegisterPageQuery,
  RegisterRow,
} from "../../domain/ledger/registers.ts";
import { toRupees } from "../../domain/money.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart } from "../ledger/chart.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";

// The registers of sales and purchases, a row for each document. For a reader thread.

const PAGE = 1_000;

export const getSalesRegister = (tenant: Tenant, query: RegisterPageQuery) =>
  readRegister(tenant, query, ["INVOICES", "NOTES"]);

export const getPurchaseRegister = (tenant: Tenant, query: RegisterPageQuery) =>
  readRegister(tenant, query, ["BILLS"]);

interface Row extends Record<keyof RegisterFigures, number> {
  id: string;
  kind: DocumentKind;
  number: string;
  date: string;
  party: string;
  gstin: string;
  isCancelled: number;
}

const SIGN = sql.raw(`(CASE WHEN d.status = 'CANCELLED' THEN 0
  WHEN d.kind IN ('CREDIT_NOTE', 'VENDOR_CREDIT') THEN -1 ELSE 1 END)`);
const TAX = sql.raw("(d.taxable_paise + d.cgst_paise + d.sgst_paise + d.igst_paise)");
const FIGURES = {
  taxable: sql`${SIGN} * d.taxable_paise`,
  cgst: sql`${SIGN} * d.cgst_paise`,
  sgst: sql`${SIGN} * d.sgst_paise`,
  igst: sql`${SIGN} * d.igst_paise`,
  other: sql`${SIGN} * (d.grand_total_paise - ${TAX})`,
  total: sql`${SIGN} * d.grand_total_paise`,
};
const NAMES = Object.keys(FIGURES) as (keyof RegisterFigures)[];

function readRegister(
  { agencyId, books }: Tenant,
  { dateFrom, dateTo, page }: RegisterPageQuery,
  families: Family[],
): Promise<Register> {
  return withSnapshot(books, async (read) => {
    const { booksBegin } = await readChart(agencyId, read);
    const own = sql`d.agency_id = ${agencyId} AND d.family IN ${families} AND d.status <> 'DRAFT'
      AND d.date BETWEEN ${dateFrom} AND ${dateTo}`;
    const sums = NAMES.map((name) => sql`${sumOfAmounts(FIGURES[name])} AS ${sql.raw(name)}`);
    const [all] = await read.all<Record<keyof RegisterFigures, string> & { documents: number }>(
      sql`SELECT count(*) AS documents, ${sql.join(sums, sql`, `)} FROM documents d WHERE ${own}`,
    );
    const figures = NAMES.map((name) => sql`${FIGURES[name]} AS ${sql.raw(name)}`);
    const rows = await read.all<Row>(sql`
      SELECT d.id, d.kind, d.number, d.date, d.status = 'CANCELLED' AS "isCancelled",
        coalesce(d.issued ->> '$.recipient.name', c.display_name, v.display_name) AS party,
        coalesce(d.recipient_gstin, c.gstin, v.gstin) AS gstin, ${sql.join(figures, sql`, `)}
      FROM (SELECT d.id FROM documents d WHERE ${own} ORDER BY d.date, d.id
        LIMIT ${PAGE} OFFSET ${(page - 1) * PAGE}) p
      CROSS JOIN documents d ON d.agency_id = ${agencyId} AND d.id = p.id
      LEFT JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
      LEFT JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
      ORDER BY d.date, d.id`);
    const documents = all?.documents ?? 0;
    return {
      dateFrom,
      dateTo,
      booksBegin,
      rows: rows.map(toRow),
      total: toFigures((name) => readSum(all?.[name] ?? "0 0")),
      documents,
      page,
      totalPages: Math.ceil(documents / PAGE),
    };
  });
}

const toFigures = (paiseOf: (name: keyof RegisterFigures) => bigint) =>
  Object.fromEntries(
    NAMES.map((name) => [name, toRupees(paiseOf(name))]),
  ) as unknown as RegisterFigures;

const toRow = ({ id, isCancelled, ...row }: Row): RegisterRow => ({
  _id: id,
  kind: row.kind,
  number: row.number,
  date: row.date,
  party: row.party,
  gstin: row.gstin,
  isCancelled: isCancelled === 1,
  ...toFigures((name) => BigInt(row[name])),
});
