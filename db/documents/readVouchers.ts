import { and, eq } from "drizzle-orm";
import { type GstTds, showGstTds, sumGstTds } from "../../domain/documents/gstTds.ts";
import { TITLES } from "../../domain/documents/kinds.ts";
import type {
  Voucher,
  VoucherKind,
  VoucherList,
  VoucherQuery,
  VoucherRow,
} from "../../domain/documents/vouchers.ts";
import { type Paise, roundToPaise, toRupees } from "../../domain/money.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { settlements } from "../schema/settlements.ts";
import { documentList, type Listed } from "./listDocuments.ts";
import { readPage } from "./listPage.ts";
import { readInvoice } from "./parties.ts";
import { toDocumentView, toSummed, type WholeInvoice } from "./rows.ts";
import { computeHeld, listApplications, listRefunds } from "./settlements.ts";

type From = Pick<Write, "select">;

export const VOUCHER_LIST = documentList("VOUCHERS");

/** Returns a page of vouchers, newest first. */
export async function listVouchers(tenant: Tenant, query: VoucherQuery): Promise<VoucherList> {
  const { rows, paging } = await readPage(tenant, VOUCHER_LIST, query);
  const ids = rows.map(({ invoice }) => invoice.id);
  const deducted = await readGstTds(tenant.books.read, tenant, ids);
  const items = rows.map((row) => withGstTds(toRow(row), deducted.get(row.invoice.id)));
  return { items, ...paging };
}

/** Returns the GST deducted from advances, by voucher id. */
async function readGstTds(from: From, tenant: Tenant, ids: string[]): Promise<Map<string, GstTds>> {
  const { documentId, gstTdsIgstPaise, gstTdsCgstPaise, gstTdsSgstPaise } = settlements;
  const rows = await from
    .select({ id: documentId, igst: gstTdsIgstPaise, cgst: gstTdsCgstPaise, sgst: gstTdsSgstPaise })
    .from(settlements)
    .where(
      forAgency(tenant, settlements, and(isIn(documentId, ids), eq(settlements.kind, "PAYMENT"))),
    );
  return new Map(rows.map(({ id, ...gstTds }) => [id, gstTds]));
}

/** Splits a row's TDS into income tax and GST. The row has the sum of both. */
function withGstTds<Row extends VoucherRow>(row: Row, gstTds: GstTds | undefined): Row {
  if (!gstTds) return row;
  const tds = roundToPaise(row.tdsAmount) - sumGstTds(gstTds);
  return { ...row, tdsAmount: toRupees(tds as Paise), gstTds: showGstTds(gstTds) };
}

/** @throws Refusal "missing" */
export async function getVoucher(tenant: Tenant, id: string): Promise<Voucher> {
  const { read } = tenant.books;
  return toVoucher(read, tenant, await readVoucher(read, tenant, id));
}

export const readVoucher = (from: From, tenant: Tenant, id: string) =>
  readInvoice(from, tenant, id, "VOUCHERS");

/** Converts a voucher to its API form. */
export async function toVoucher(from: From, tenant: Tenant, whole: WholeInvoice): Promise<Voucher> {
  const { invoice: row } = whole.record;
  const { items, gstMode, supply, supplyPlace, ...view } = toDocumentView(whole);
  const { supplier, recipient, createdBy, createdAt } = view;
  const [item] = items;
  const [money] = await from
    .select({ mode: settlements.mode, reference: settlements.reference })
    .from(settlements)
    .where(
      forAgency(
        tenant,
        settlements,
        row.kind === "REFUND_VOUCHER"
          ? eq(settlements.sourceId, row.id)
          : and(eq(settlements.documentId, row.id), eq(settlements.kind, "PAYMENT")),
      ),
    );
  const gstTds = (await readGstTds(from, tenant, [row.id])).get(row.id);
  return {
    ...withGstTds(toRow(whole.record), gstTds),
    gstMode,
    supply,
    supplyPlace,
    supplier,
    recipient,
    createdBy,
    createdAt,
    title: TITLES[row.kind as VoucherKind],
    taxPct: item?.taxPct ?? 0,
    description: item?.description ?? "",
    mode: money?.mode ?? "Other",
    reference: money?.reference ?? "",
    voucherId: row.originalId ?? "",
    original: row.original,
    applications: await listApplications(from, tenant, [row.id]),
    refunds: await listRefunds(from, tenant, row.id),
  };
}

function toRow({ invoice: document, client }: Listed): VoucherRow {
  const { id, kind, number, date, status } = document;
  const isRefund = kind === "REFUND_VOUCHER";
  return {
    _id: id,
    kind: kind as VoucherKind,
    number,
    date,
    clientId: { _id: client.id, displayName: client.displayName, email: client.email },
    status: status === "CANCELLED" ? "CANCELLED" : "SENT",
    ...toSummed(document),
    amount: toRupees(document.grandTotalPaise),
    tdsAmount: toRupees(document.tdsPaise),
    gstTds: showGstTds({ igst: 0 as Paise, cgst: 0 as Paise, sgst: 0 as Paise }),
    used: toRupees(document.usedPaise),
    refunded: toRupees(document.refundedPaise),
    held: isRefund ? 0 : toRupees(computeHeld(document)),
  };
}
