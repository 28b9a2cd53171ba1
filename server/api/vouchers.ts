import * as v from "valibot";
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
import { renderVoucher } from "../pdf/pdfQueue.ts";
import type { Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { clientRow, issuedFields } from "./invoiceShapes.ts";
import { application, refund } from "./notes.ts";
import { createPageShape, createShape, day, percent, rupees, text } from "./shapes.ts";

const row = {
  ...clientRow,
  kind: v.picklist(VOUCHER_KINDS),
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
const voucher = createShape<Voucher>()(
  v.object({
    ...row,
    ...issuedFields,
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

const calls = documentCalls({ noun: "voucher", id: ID.voucher, record: voucher });

export const vouchers: Group = {
  title: "Advances",
  about:
    "Money received before its invoice, with a receipt voucher (Rule 50 of the CGST Rules): an " +
    "income in category Advances from clients. The amount includes the tax. It is held until it " +
    "is used for invoices of the same client or refunded with a refund voucher (Rule 51).",
  schemas: { Voucher: voucher, VoucherRow: voucherRow, VoucherList: voucherList, NewVoucher },
  calls: [
    calls.list({
      query: VoucherQuery,
      example: "kind=RECEIPT_VOUCHER",
      answer: { status: 200, schema: voucherList },
      list: VOUCHER_LIST,
      run: listVouchers,
    }),
    calls.get(getVoucher, { summary: "Get a voucher and its uses" }),
    calls.pdf({ entity: "Voucher", read: getVoucher, render: renderVoucher }),
    calls.add({
      summary: "Record an advance",
      about:
        "If you omit `taxPct`, it is 18, as Rule 50 requires if the rate is unknown. `tdsAmount` " +
        "is TDS deducted by the client: the advance is the sum of both.",
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
      run: addVoucher,
    }),
    calls.act("use", {
      summary: "Apply an advance to an invoice",
      about: "Records no new income: the money was recorded when it was received.",
      body: { schema: NewApplication, example: { invoiceId: ID.invoice, amount: 5000 } },
      answer: { status: 201, schema: v.object({ application }) },
      run: async ({ tenant, id, input }) => ({ application: await useVoucher(tenant, id, input) }),
    }),
    calls.act("refund", {
      summary: "Refund the rest of an advance",
      about: "Creates a refund voucher with its own number, and an expense in Refunds to clients.",
      who: "refund advances",
      body: {
        schema: NewRefund,
        example: { date: "2026-04-29", amount: 1800, mode: "Bank Transfer", accountId: ID.bank },
      },
      answer: { status: 201, schema: voucher },
      run: ({ tenant, id, input }) => refundVoucher(tenant, id, input),
    }),
    calls.changeStatus("cancel", cancelVoucher, {
      summary: "Cancel an advance and its income",
      about: "The number is not reused. Returns 409 if any of it was used or refunded.",
      who: "cancel advances",
    }),
  ],
};
