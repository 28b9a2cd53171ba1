import * as v from "valibot";
import { mayTakeLong } from "../../db/documents/listPage.ts";
import { getVoucher, listVouchers, VOUCHER_LIST } from "../../db/documents/readVouchers.ts";
import {
  addVoucher,
  cancelVoucher,
  refundVoucher,
  useVoucher,
} from "../../db/documents/vouchers.ts";
import { NewApplication, NewRefund } from "../../domain/documents/notes.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import {
  NewVoucher,
  VOUCHER_KINDS,
  type Voucher,
  type VoucherList,
  VoucherQuery,
  type VoucherRow,
} from "../../domain/documents/vouchers.ts";
import { downloadPdf } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { renderVoucher } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, summed } from "./invoiceShapes.ts";
import { application, refund } from "./notes.ts";
import { createPageShape, createShape, day, id, percent, rupees, text } from "./shapes.ts";

const row = {
  ...summed,
  _id: id,
  kind: v.picklist(VOUCHER_KINDS),
  number: text,
  date: day,
  clientId: v.object({ _id: id, displayName: text, email: text }),
  status: v.picklist(["CANCELLED", "SENT"]),
  amount: v.pipe(rupees, v.description("Amount received, in rupees, including TDS deducted")),
  tdsAmount: rupees,
  gstTds: v.pipe(
    v.object({ igst: rupees, cgst: rupees, sgst: rupees }),
    v.description("GST that the client deducted (CGST Act, s. 51), by head, in rupees"),
  ),
  used: rupees,
  refunded: rupees,
  held: v.pipe(rupees, v.description("Amount neither used nor refunded, in rupees")),
};
const voucherRow = createShape<VoucherRow>()(v.object(row));
const of = invoice.entries;
const voucher = createShape<Voucher>()(
  v.object({
    ...row,
    gstMode: of.gstMode,
    supply: of.supply,
    supplyPlace: of.supplyPlace,
    supplier: of.supplier,
    recipient: of.recipient,
    createdBy: of.createdBy,
    createdAt: of.createdAt,
    title: text,
    taxPct: percent,
    description: text,
    mode: v.picklist(PAYMENT_MODES),
    reference: text,
    voucherId: v.pipe(text, v.description("For a refund, the voucher it refunds")),
    original: v.nullable(
      v.pipe(
        v.object({ number: text, date: day, total: rupees }),
        v.description("Number and date of that voucher"),
      ),
    ),
    applications: v.array(application),
    refunds: v.array(refund),
  }),
);
const voucherList = createShape<VoucherList>()(createPageShape(voucherRow, {}));

export const vouchers: Group = {
  title: "Advances",
  about:
    "Money received before its invoice, with a receipt voucher (Rule 50 of the CGST Rules): an " +
    "income in category Advances from clients. The amount includes the tax. It is held until it " +
    "is used for invoices of the same client or refunded with a refund voucher (Rule 51).",
  schemas: { Voucher: voucher, VoucherRow: voucherRow, VoucherList: voucherList, NewVoucher },
  calls: [
    call({
      name: "listVouchers",
      method: "GET",
      path: "/api/vouchers",
      summary: "List vouchers, newest first",
      who: "members",
      query: { schemas: [VoucherQuery], example: "kind=RECEIPT_VOUCHER" },
      answer: { status: 200, schema: voucherList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(VOUCHER_LIST, query)
          ? readInWorker(context, caller, "listVouchers", query)
          : listVouchers(tenant, query),
    }),
    call({
      name: "getVoucher",
      method: "GET",
      path: "/api/vouchers/:id",
      summary: "Get a voucher and its uses",
      who: "members",
      id: ID.voucher,
      answer: { status: 200, schema: voucher },
      run: ({ tenant, id }) => getVoucher(tenant, id),
    }),
    call({
      name: "getVoucherPdf",
      method: "GET",
      path: "/api/vouchers/:id/pdf",
      summary: "Download a voucher",
      about: "Returns 400 if rendering would take longer than 30 seconds.",
      who: "members",
      id: ID.voucher,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, id }) =>
        downloadPdf(context, caller, "Voucher", () => getVoucher(tenant, id), renderVoucher),
    }),
    call({
      name: "addVoucher",
      method: "POST",
      path: "/api/vouchers",
      summary: "Record an advance",
      about:
        "If you omit `taxPct`, it is 18, as Rule 50 requires if the rate is unknown. `tdsAmount` " +
        "is TDS deducted by the client: the advance is the sum of both.",
      who: "members",
      body: {
        schema: NewVoucher,
        example: {
          clientId: ID.client,
          date: "2026-04-12",
          amount: 11800,
          taxPct: 18,
          description: "Advance for the website",
          mode: "Bank Transfer",
          accountId: ID.bank,
        },
      },
      answer: { status: 201, schema: voucher },
      run: ({ tenant, input }) => addVoucher(tenant, input),
    }),
    call({
      name: "useVoucher",
      method: "POST",
      path: "/api/vouchers/:id/use",
      summary: "Apply an advance to an invoice",
      about: "Records no new income: the money was recorded when it was received.",
      who: "members",
      id: ID.voucher,
      body: { schema: NewApplication, example: { invoiceId: ID.invoice, amount: 5000 } },
      answer: { status: 201, schema: v.object({ application }) },
      run: async ({ tenant, id, input }) => ({ application: await useVoucher(tenant, id, input) }),
    }),
    call({
      name: "refundVoucher",
      method: "POST",
      path: "/api/vouchers/:id/refund",
      summary: "Refund the rest of an advance",
      about: "Creates a refund voucher with its own number, and an expense in Refunds to clients.",
      who: "refund advances",
      id: ID.voucher,
      body: {
        schema: NewRefund,
        example: { date: "2026-04-29", amount: 1800, mode: "Bank Transfer", accountId: ID.bank },
      },
      answer: { status: 201, schema: voucher },
      run: ({ tenant, id, input }) => refundVoucher(tenant, id, input),
    }),
    call({
      name: "cancelVoucher",
      method: "POST",
      path: "/api/vouchers/:id/cancel",
      summary: "Cancel an advance and its income",
      about: "The number is not reused. Returns 409 if any of it was used or refunded.",
      who: "cancel advances",
      id: ID.voucher,
      answer: { status: 200, schema: voucher },
      also: [409],
      run: ({ tenant, id }) => cancelVoucher(tenant, id),
    }),
  ],
};
