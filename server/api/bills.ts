import * as v from "valibot";
import { submitBillPayment } from "../../db/approvals/request.ts";
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
import { renderPurchase } from "../pdf/pdfQueue.ts";
import { respondBooked } from "./approvalShapes.ts";
import { bill, billList, billRow, billWithCredit, creditUse } from "./billShapes.ts";
import { call, type Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { payment } from "./invoiceShapes.ts";
import { exportBills } from "./registers.ts";
import { DISCARDED, removed } from "./shapes.ts";

const calls = documentCalls({ noun: "bill", id: ID.bill, record: bill });

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
    calls.list({
      about:
        "Totals cover the whole filter except drafts and cancelled bills. `UNPAID` are entered " +
        "bills that are not settled, `OVERDUE` those due before today, `THIS_WEEK` those due from " +
        "today to six days from now. Bills on hold are in none of the three, and not in `toPay` " +
        "of the totals. `creditState` filters by the state of the input credit.",
      query: BillQuery,
      example: "status=UNPAID&sort=dueDate",
      answer: { status: 200, schema: billList },
      list: BILL_LIST,
      run: listBills,
    }),
    calls.get(getBillWithCredit, {
      summary: "Get a bill with its payments and input credit",
      answer: { status: 200, schema: billWithCredit },
    }),
    calls.pdf(
      { entity: "Bill", read: getSelfInvoice, render: renderPurchase },
      {
        name: "getSelfInvoicePdf",
        summary: "Download a self-invoice",
        about: "Returns 404 for a bill issued by the vendor.",
        id: ID.selfInvoice,
      },
    ),
    calls.add({
      summary: "Create a bill",
      about:
        "If you omit taxes, they are computed from the rate. A bill under reverse charge from a " +
        "vendor without a GSTIN and without a number is a self-invoice and gets a number from " +
        "your series. A credit note with `billId` is applied to that bill immediately. Returns " +
        "409 with the existing bill if the vendor’s number is already used.",
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
      run: addBill,
    }),
    calls.change({
      about:
        "The kind cannot change. `status: OPEN` enters a draft; `onHold` excludes the bill from " +
        "the amount to pay. Returns 409 if the bill is paid or cancelled.",
      schema: NewBill,
      example: { dueDate: "2026-05-31" },
      run: changeBill,
    }),
    calls.act("payments", {
      name: "payBill",
      summary: "Record a bill payment",
      about:
        "Creates an expense in the category with the largest share of the bill. If you omit " +
        "`tdsAmount`, it is the TDS still to deduct if `amount` is the whole balance. " +
        "Under reverse charge, the payment gets a payment voucher. Delete it like any other " +
        "payment.",
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
    calls.act("apply", {
      name: "applyCredit",
      summary: "Apply a vendor’s credit note to a bill",
      about: "Delete the application to undo it.",
      id: ID.vendorCredit,
      body: { schema: NewCreditUse, example: { billId: ID.bill, amount: 500 } },
      answer: { status: 201, schema: v.object({ application: creditUse }) },
      run: async ({ tenant, id, input }) => ({ application: await applyCredit(tenant, id, input) }),
    }),
    calls.act("refund", {
      summary: "Record a refund of a vendor’s credit note",
      about: "Creates an income in category Refunds from vendors.",
      id: ID.vendorCredit,
      body: {
        schema: NewRefund,
        example: { date: "2026-04-29", amount: 300, mode: "UPI", accountId: ID.bank },
      },
      answer: { status: 201, schema: bill },
      run: ({ tenant, id, input }) => refundBill(tenant, id, input),
    }),
    calls.act("credit", {
      name: "changeCredit",
      summary: "Update the input credit of a bill",
      about:
        "For an entered bill, paid or not. `lines` are numbered from 1; omit them to include all. " +
        "`date` is the day from which a return counts the change, today by default.",
      body: {
        schema: CreditChange,
        example: { itc: "BLOCKED", blockedBy: "PERSONAL", date: "2026-11-20" },
      },
      also: [409],
      run: ({ tenant, id, input }) => changeCredit(tenant, id, input),
    }),
    calls.act("cancel", {
      about:
        "Payments become an advance to the vendor, which `apply` uses for other bills; `balance` is the " +
        "unused part. A return counts the cancellation from `date`. A vendor’s number can be entered " +
        `again. ${DISCARDED}`,
      who: "cancel bills",
      body: { schema: CancelBill, example: { date: "2026-11-20" } },
      answer: { status: 200, schema: v.union([bill, removed]) },
      also: [409],
      run: ({ tenant, id, input }) => cancelBill(tenant, id, input),
    }),
  ],
};
