import * as v from "valibot";
import { submitBillPayment } from "../../db/approvals/request.ts";
import { mayTakeLong } from "../../db/documents/listPage.ts";
import { addBill, cancelBill, changeBill } from "../../db/purchases/bills.ts";
import { changeCredit } from "../../db/purchases/creditChange.ts";
import { getBillWithCredit } from "../../db/purchases/creditStates.ts";
import { applyCredit, refundBill } from "../../db/purchases/credits.ts";
import { BILL_LIST, listBills } from "../../db/purchases/listBills.ts";
import { billExistingTransaction } from "../../db/purchases/payBills.ts";
import { getSelfInvoice } from "../../db/purchases/purchaseDocuments.ts";
import { NewRefund } from "../../domain/documents/notes.ts";
import { NewBillPayment } from "../../domain/documents/payments.ts";
import {
  BillQuery,
  CancelBill,
  CreditChange,
  NewBill,
  NewCreditUse,
} from "../../domain/purchases/billInput.ts";
import { downloadPdf } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { renderPurchase } from "../pdf/pdfQueue.ts";
import { respondBooked } from "./approvalShapes.ts";
import { bill, billList, billRow, billWithCredit, creditUse } from "./billShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { payment } from "./invoiceShapes.ts";
import { exportBills } from "./registers.ts";
import { DISCARDED, removed } from "./shapes.ts";

export const bills: Group = {
  title: "Bills",
  about:
    "Bills from vendors, with the taxes as printed. Each tax head may differ by ₹1 from the " +
    "computed tax and is never recomputed. A vendor’s number can be used once per financial year. " +
    "The payment of a bill records the expense; the bill alone records none.",
  schemas: {
    Bill: bill,
    BillWithCredit: billWithCredit,
    BillRow: billRow,
    BillList: billList,
    NewBill,
    NewBillPayment,
    CreditUse: creditUse,
    NewCreditUse,
  },
  calls: [
    exportBills,
    call({
      name: "listBills",
      method: "GET",
      path: "/api/bills",
      summary: "List bills, newest first",
      about:
        "Totals cover the whole filter except drafts and cancelled bills. `UNPAID` are entered " +
        "bills that are not settled, `OVERDUE` those due before today, `THIS_WEEK` those due from " +
        "today to six days from now. Bills on hold are in none of the three, and not in `toPay` " +
        "of the totals. `creditState` filters by the state of the input credit.",
      who: "members",
      query: { schemas: [BillQuery], example: "status=UNPAID&sort=dueDate" },
      answer: { status: 200, schema: billList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(BILL_LIST, query)
          ? readInWorker(context, caller, "listBills", query)
          : listBills(tenant, query),
    }),
    call({
      name: "getBill",
      method: "GET",
      path: "/api/bills/:id",
      summary: "Get a bill with its payments and input credit",
      who: "members",
      id: ID.bill,
      answer: { status: 200, schema: billWithCredit },
      run: ({ tenant, id }) => getBillWithCredit(tenant, id),
    }),
    call({
      name: "getSelfInvoicePdf",
      method: "GET",
      path: "/api/bills/:id/pdf",
      summary: "Download a self-invoice",
      about: "Returns 404 for a bill issued by the vendor.",
      who: "members",
      id: ID.selfInvoice,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, id }) =>
        downloadPdf(context, caller, "Bill", () => getSelfInvoice(tenant, id), renderPurchase),
    }),
    call({
      name: "addBill",
      method: "POST",
      path: "/api/bills",
      summary: "Create a bill",
      about:
        "If you omit taxes, they are computed from the rate. A bill under reverse charge from a " +
        "vendor without a GSTIN and without a number is a self-invoice and gets a number from " +
        "your series. A credit note with `billId` is applied to that bill immediately. Returns " +
        "409 with the existing bill if the vendor’s number is already used.",
      who: "members",
      body: {
        schema: NewBill,
        example: {
          vendorId: ID.vendor,
          number: "PPH/61",
          date: "2026-04-18",
          dueDate: "2026-05-18",
          items: [
            {
              description: "Brochures, 500 copies",
              categoryId: ID.cost,
              taxable: 34000,
              taxPct: 18,
              cgst: 3060,
              sgst: 3060,
            },
          ],
        },
      },
      answer: { status: 201, schema: bill },
      run: ({ tenant, input }) => addBill(tenant, input),
    }),
    call({
      name: "changeBill",
      method: "PUT",
      path: "/api/bills/:id",
      summary: "Update a bill",
      about:
        "The kind cannot change. `status: OPEN` enters a draft; `onHold` excludes the bill from " +
        "the amount to pay. Returns 409 if the bill is paid or cancelled.",
      who: "members",
      id: ID.bill,
      body: { schema: NewBill, isChange: true, example: { dueDate: "2026-05-31" } },
      answer: { status: 200, schema: bill },
      also: [409],
      run: ({ tenant, id, input }) => changeBill(tenant, id, input),
    }),
    call({
      name: "payBill",
      method: "POST",
      path: "/api/bills/:id/payments",
      summary: "Record a bill payment",
      about:
        "Creates an expense in the category with the largest share of the bill. If you omit " +
        "`tdsAmount`, it is the TDS still to deduct if `amount` is the whole balance. " +
        "Under reverse charge, the payment gets a payment voucher. Delete it like any other " +
        "payment.",
      who: "members",
      id: ID.bill,
      body: {
        schema: NewBillPayment,
        example: { date: "2026-04-28", amount: 20000, mode: "Bank Transfer", accountId: ID.bank },
      },
      answer: { status: 201, schema: v.object({ payment, bill }) },
      waits: true,
      run: async ({ tenant, id, input }) =>
        respondBooked(await submitBillPayment(tenant, id, input)),
    }),
    call({
      name: "billTransaction",
      method: "POST",
      path: "/api/transactions/:id/bill",
      summary: "Convert an expense to a bill",
      about:
        "The expense becomes the payment. The date and a single item come from the expense unless " +
        "you send them. Deleting the payment keeps the expense.",
      who: "members",
      id: ID.expense,
      body: { schema: NewBill, isChange: true, example: { vendorId: ID.vendor, number: "PPH/58" } },
      answer: { status: 201, schema: bill },
      run: ({ tenant, id, input }) => billExistingTransaction(tenant, id, input),
    }),
    call({
      name: "applyCredit",
      method: "POST",
      path: "/api/bills/:id/apply",
      summary: "Apply a vendor’s credit note to a bill",
      about: "Delete the application to undo it.",
      who: "members",
      id: ID.vendorCredit,
      body: { schema: NewCreditUse, example: { billId: ID.bill, amount: 500 } },
      answer: { status: 201, schema: v.object({ application: creditUse }) },
      run: async ({ tenant, id, input }) => ({ application: await applyCredit(tenant, id, input) }),
    }),
    call({
      name: "refundBill",
      method: "POST",
      path: "/api/bills/:id/refund",
      summary: "Record a refund of a vendor’s credit note",
      about: "Creates an income in category Refunds from vendors.",
      who: "members",
      id: ID.vendorCredit,
      body: {
        schema: NewRefund,
        example: { date: "2026-04-29", amount: 300, mode: "UPI", accountId: ID.bank },
      },
      answer: { status: 201, schema: bill },
      run: ({ tenant, id, input }) => refundBill(tenant, id, input),
    }),
    call({
      name: "changeCredit",
      method: "POST",
      path: "/api/bills/:id/credit",
      summary: "Update the input credit of a bill",
      about:
        "For an entered bill, paid or not. `lines` are numbered from 1; omit them to include all. " +
        "`date` is the day from which a return counts the change, today by default.",
      who: "members",
      id: ID.bill,
      body: {
        schema: CreditChange,
        example: { itc: "BLOCKED", blockedBy: "PERSONAL", date: "2026-11-20" },
      },
      answer: { status: 200, schema: bill },
      also: [409],
      run: ({ tenant, id, input }) => changeCredit(tenant, id, input),
    }),
    call({
      name: "cancelBill",
      method: "POST",
      path: "/api/bills/:id/cancel",
      summary: "Cancel a bill",
      about:
        "Payments become an advance to the vendor, which `apply` uses for other bills; `balance` is the " +
        "unused part. A return counts the cancellation from `date`. A vendor’s number can be entered " +
        `again. ${DISCARDED}`,
      who: "cancel bills",
      id: ID.bill,
      body: { schema: CancelBill, example: { date: "2026-11-20" } },
      answer: { status: 200, schema: v.union([bill, removed]) },
      also: [409],
      run: ({ tenant, id, input }) => cancelBill(tenant, id, input),
    }),
  ],
};
