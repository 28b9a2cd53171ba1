import { status } from "elysia";
import * as v from "valibot";
import { listReceipts, RECEIPT_LIST } from "../../db/documents/listReceipts.ts";
import { changeReceiptSettings, getReceiptSettings } from "../../db/documents/receiptSettings.ts";
import { addReceipt, addReceipts, deleteReceipt, getReceipt } from "../../db/documents/receipts.ts";
import { getReceiptPaid, settleReceipt } from "../../db/documents/settleReceipt.ts";
import { RESET_POLICIES } from "../../domain/documents/numbering.ts";
import {
  type AgencySnapshot,
  type IssuedReceipts,
  NewReceipt,
  NewReceipts,
  RECEIPT_MODES,
  type Receipt,
  ReceiptIds,
  type ReceiptList,
  type ReceiptPaid,
  ReceiptPayment,
  ReceiptQuery,
  type ReceiptSettings,
  ReceiptSettingsChange,
  receiptFileName,
} from "../../domain/documents/receipts.ts";
import { BATCH_MB } from "../http/body.ts";
import type { Papers } from "../http/download.ts";
import { renderReceipt } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { payment } from "./invoiceShapes.ts";
import { exportReceipts } from "./registers.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  deleted,
  id,
  moment,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";
import { accountName } from "./transactionShapes.ts";

const snapshot = createShape<AgencySnapshot>()(
  v.object({ agencyName: text, gstin: text, location: text, contactNumber: text, logoUrl: text }),
);
const receipt = createShape<Receipt>()(
  v.object({
    _id: id,
    receiptNumber: text,
    date: day,
    client: v.object({ name: text, email: text, phone: text, address: text }),
    purpose: text,
    amount: rupees,
    mode: v.picklist(RECEIPT_MODES),
    reference: text,
    accountId: accountName,
    notes: text,
    transactionId: id,
    createdBy: v.object({ _id: id, fullName: text }),
    createdAt: moment,
    metadataSnapshot: snapshot,
  }),
);
const issued = createShape<IssuedReceipts>()(
  v.object({
    receipts: v.array(receipt),
    existing: v.array(v.object({ row: count, receiptNumber: text })),
  }),
);
const list = createShape<ReceiptList>()(
  createPageShape(receipt, { totals: v.object({ amountSum: rupeeSum }) }),
);
const settings = createShape<ReceiptSettings>()(
  v.object({ series: text, prefix: text, resetPolicy: v.picklist(RESET_POLICIES), nextSeq: count }),
);

const paid = createShape<ReceiptPaid>()(
  v.object({
    paid: v.nullable(v.object({ _id: id, number: text })),
    likely: v.nullable(
      v.object({ _id: id, number: text, client: text, balance: rupees, tdsAmount: rupees }),
    ),
  }),
);

const EXAMPLE = {
  date: "2026-04-05",
  client: { name: "Meera Iyer", phone: "+91 98450 67890" },
  purpose: "Wedding invitations",
  amount: 12500,
  mode: "UPI",
  reference: "UTR 409512345678",
  accountId: ID.bank,
};

const calls = documentCalls({
  noun: "receipt",
  id: ID.receipt,
  record: v.object({ receipt }),
});
const papers: Papers<Receipt> = {
  entity: "Receipt",
  read: getReceipt,
  render: renderReceipt,
  toFile: ({ _id, receiptNumber, metadataSnapshot }) => ({
    _id,
    number: receiptNumber,
    name: receiptFileName(receiptNumber),
    logoUrl: metadataSnapshot.logoUrl,
  }),
};

export const receipts: Group = {
  title: "Receipts",
  about:
    "A receipt, its number and its income in category Receipts are created and deleted together. " +
    "Numbers are never reused.",
  schemas: {
    Receipt: receipt,
    AgencySnapshot: snapshot,
    ReceiptList: list,
    ReceiptSettings: settings,
    NewReceipt,
    NewReceipts,
    ReceiptSettingsChange,
  },
  calls: [
    exportReceipts,
    calls.list({
      about:
        "`sort` changes the order: `-amount` lists the largest first, and equal rows newest " +
        "first.",
      query: ReceiptQuery,
      example: "mode=UPI&min=1000&limit=2",
      answer: { status: 200, schema: list },
      list: RECEIPT_LIST,
      run: listReceipts,
    }),
    calls.get(async (...of) => ({ receipt: await getReceipt(...of) })),
    call({
      name: "getReceiptPaid",
      method: "GET",
      path: "/api/receipts/:id/payment",
      summary: "Get the invoice a receipt pays or may pay",
      who: "members",
      id: ID.receipt,
      answer: { status: 200, schema: paid },
      run: ({ tenant, id }) => getReceiptPaid(tenant, id),
    }),
    call({
      name: "settleReceipt",
      method: "PUT",
      path: "/api/receipts/:id/payment",
      summary: "Settle an invoice with a receipt",
      about:
        "Records no new income. With an empty `invoiceId`, the receipt is marked as not for an " +
        "invoice. If you omit `tdsAmount`, it is the amount explained by a usual TDS rate.",
      who: "members",
      id: ID.receipt,
      body: { schema: ReceiptPayment, isChange: true, example: { invoiceId: "" } },
      answer: { status: 200, schema: v.object({ payment: v.nullable(payment) }) },
      also: [409],
      run: ({ tenant, id, input }) => settleReceipt(tenant, id, input),
    }),
    calls.pdf(papers, { about: undefined }),
    calls.add({
      summary: "Create a receipt",
      schema: NewReceipt,
      example: EXAMPLE,
      run: async (...of) => ({ receipt: await addReceipt(...of) }),
    }),
    call({
      name: "addReceipts",
      method: "POST",
      path: "/api/receipts/batch",
      summary: "Create up to 1,000 receipts",
      about:
        "All or nothing; an error in the fourth has the path `receipts.3.amount`. A row without a " +
        "date is dated today. With `skipExisting`, rows that already exist as receipts are " +
        "skipped and returned as `existing`, with their position from 0: rows equal in client, " +
        "date, amount, purpose and reference, ignoring case, one row per receipt. A row without a " +
        "date is compared without it. With `dryRun` nothing is issued and only `existing` is " +
        "filled. Returns 200 if nothing was issued. The body can be up to 8 MB.",
      who: "members",
      body: {
        schema: NewReceipts,
        maxMb: BATCH_MB,
        example: {
          receipts: [
            { ...EXAMPLE, client: { name: "Devika Nair" }, amount: 4500.5 },
            {
              date: "2026-04-06",
              client: { name: "Arjun Rao" },
              purpose: "Visiting cards",
              amount: 800,
              mode: "Cash",
              accountId: ID.cash,
            },
          ],
          skipExisting: true,
        },
      },
      answer: { status: 201, schema: issued },
      also: [200],
      run: async ({ tenant, input }) => {
        const answer = await addReceipts(tenant, input);
        return status(answer.receipts.length > 0 ? 201 : 200, answer);
      },
    }),
    calls.pdfs(papers, ReceiptIds),
    call({
      name: "deleteReceipt",
      method: "DELETE",
      path: "/api/receipts/:id",
      summary: "Delete a receipt and its income",
      who: "delete receipts",
      id: ID.receipt,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteReceipt(tenant, id);
        return { message: "Receipt deleted successfully" };
      },
    }),
    call({
      name: "getReceiptSettings",
      method: "GET",
      path: "/api/receipts/settings",
      summary: "Get the receipt settings",
      who: "members",
      answer: { status: 200, schema: settings },
      run: ({ tenant }) => getReceiptSettings(tenant),
    }),
    call({
      name: "changeReceiptSettings",
      method: "PUT",
      path: "/api/receipts/settings",
      summary: "Update the receipt settings",
      who: "update receipt settings",
      body: {
        schema: ReceiptSettingsChange,
        isChange: true,
        example: { series: "FY26-27", prefix: "RCPT", resetPolicy: "YEARLY" },
      },
      answer: { status: 200, schema: settings },
      run: ({ tenant, input }) => changeReceiptSettings(tenant, input),
    }),
  ],
};
