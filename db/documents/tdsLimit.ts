import { type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import { type GstTds, sumGstTds } from "../../domain/documents/gstTds.ts";
import { gstTdsFault } from "../../domain/documents/gstTdsLimit.ts";
import { computeTdsLimit, tdsTooHigh } from "../../domain/documents/payments.ts";
import type { GstMode } from "../../domain/gst/figures.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { documents } from "../schema/documents.ts";

/** SQL: the GST-TDS of a settlement, in paise. */
export const GST_TDS = sql.raw("(gst_tds_igst_paise + gst_tds_cgst_paise + gst_tds_sgst_paise)");

/** SQL: GST-TDS in the money of the voucher `v`, in paise. */
const ADVANCE_GST_TDS = sql`(SELECT coalesce(sum(${GST_TDS}), 0) FROM settlements p
  WHERE p.agency_id = v.agency_id AND p.document_id = v.id AND p.kind = 'PAYMENT')`;

/**
 * SQL: income tax in the advances that settle the document `d`, in paise. An advance that settles several
 * invoices brings each its share.
 */
const ADVANCE_TDS = inAdvances(sql`(v.tds_paise - ${ADVANCE_GST_TDS})`);

/** SQL: GST-TDS in the advances that settle the document `d`, in paise. */
const GST_TDS_ADVANCED = inAdvances(ADVANCE_GST_TDS);

/** SQL: the share of each advance that settles the document `d` in an amount of its voucher `v`. */
function inAdvances(amount: SQL) {
  return sql<number>`iif(d.advances_paise = 0, 0, (
    SELECT coalesce(sum(CAST(1.0 * ${amount} * s.amount_paise / v.grand_total_paise AS INTEGER)), 0)
    FROM settlements s JOIN documents v ON v.agency_id = s.agency_id AND v.id = s.source_id
    WHERE s.agency_id = d.agency_id AND s.document_id = d.id AND s.kind = 'ADVANCE'))`;
}

/** SQL: GST-TDS in the payments of the document `d`, in paise. */
const GST_TDS_PAID = sql<number>`iif(d.tds_paise = 0, 0, (
  SELECT coalesce(sum(${GST_TDS}), 0) FROM settlements s
  WHERE s.agency_id = d.agency_id AND s.document_id = d.id AND s.kind = 'PAYMENT'))`;

/** SQL: income tax that was deducted for the document `d`, in paise. */
export const INCOME_TDS = sql<number>`(d.tds_paise - ${GST_TDS_PAID} + ${ADVANCE_TDS})`;

type Row = Pick<
  typeof documents.$inferSelect,
  "creditPaise" | "family" | "grandTotalPaise" | "id" | "taxablePaise" | "tdsDuePaise" | "tdsPaise"
>;

/** Returns the most TDS that the next payment of an invoice, debit note or bill can have. */
export async function findTdsLimit(
  from: Pick<Write, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  document: Row,
): Promise<Paise> {
  const [found] = await from.all<{ tds: number }>(sql`
    SELECT ${INCOME_TDS} AS tds FROM documents d
    WHERE d.agency_id = ${agencyId} AND d.id = ${document.id}`);
  return computeTdsLimit({
    taxablePaise: document.taxablePaise,
    creditedPaise: document.creditPaise,
    totalPaise: document.grandTotalPaise,
    deductedPaise: (found?.tds ?? 0) as Paise,
  });
}

/**
 * Checks the TDS of a payment of an invoice, debit note or bill. A bill can have all the TDS that its rule
 * requires, because that may make up for earlier bills of the year.
 * @throws Refusal "invalid" at tdsAmount if it is above the limit
 */
export async function assertTdsWithin(
  tx: Write,
  tenant: Tenant,
  document: Row,
  tds: number,
): Promise<void> {
  // Most payments have none.
  if (tds === 0 || tds <= document.tdsDuePaise - document.tdsPaise) return;
  const limit = await findTdsLimit(tx, tenant, document);
  if (tds > limit) throw invalid("tdsAmount", tdsTooHigh(limit, document.family === "INVOICES"));
}

/** Checks the TDS of an advance. The money and the TDS together are the total. */
export function assertAdvanceTdsWithin(taxable: Paise, total: Paise, tds: number): void {
  const none = 0 as Paise;
  const limit = computeTdsLimit({
    taxablePaise: taxable,
    totalPaise: total,
    creditedPaise: none,
    deductedPaise: none,
  });
  if (tds > limit) throw invalid("tdsAmount", tdsTooHigh(limit));
}

/** Checks the GST-TDS of an advance. The money and the deductions together are the total. */
export function assertAdvanceGstTdsWithin(
  taxable: Paise,
  total: Paise,
  gstTds: GstTds,
  of: { mode: GstMode; date: CalendarDate },
): void {
  const none = 0 as Paise;
  if (sumGstTds(gstTds) === 0) return;
  const fault = gstTdsFault(gstTds, {
    taxablePaise: taxable,
    totalPaise: total,
    creditedPaise: none,
    deductedPaise: none,
    ...of,
  });
  if (fault) throw invalid("gstTds", fault);
}

/**
 * @throws Refusal "invalid" at gstTds if the tax head differs from the document's, or the amount exceeds the
 * law's rate
 */
export async function assertGstTdsWithin(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  document: Row & Pick<typeof documents.$inferSelect, "gstMode">,
  { gstTds, date }: { gstTds: GstTds; date: CalendarDate },
): Promise<void> {
  if (sumGstTds(gstTds) === 0) return;
  if (document.family === "BILLS") throw invalid("gstTds", "Only clients deduct GST-TDS");
  const [found] = await tx.all<{ paidPaise: Paise }>(sql`
    SELECT ${GST_TDS_PAID} + ${GST_TDS_ADVANCED} AS "paidPaise" FROM documents d
    WHERE d.agency_id = ${agencyId} AND d.id = ${document.id}`);
  const fault = gstTdsFault(gstTds, {
    taxablePaise: document.taxablePaise,
    creditedPaise: document.creditPaise,
    totalPaise: document.grandTotalPaise,
    deductedPaise: found?.paidPaise ?? (0 as Paise),
    mode: document.gstMode,
    date,
  });
  if (fault) throw invalid("gstTds", fault);
}
