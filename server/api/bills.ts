import * as v from "valibot";
import { payBill } from "../../db/approvals/ask.ts";
import { addBill, cancelBill, changeBill } from "../../db/purchases/bills.ts";
import { changeCredit } from "../../db/purchases/creditChange.ts";
import { getBillWithCredit } from "../../db/purchases/creditStates.ts";
import { applyCredit, refundBill } from "../../db/purchases/credits.ts";
import { listBills, mayTakeLong } from "../../db/purchases/listBills.ts";
import { getSelfInvoice } from "../../db/purchases/papers.ts";
import { billTransaction } from "../../db/purchases/payBills.ts";
import { NewRefund } from "../../domain/documents/notes.ts";
import { NewBillPayment } from "../../domain/documents/payments.ts";
import {
  BillQuery,
  CancelBill,
  CreditChange,
  NewBill,
  NewCreditUse,
} from "../../domain/purchases/billInput.ts";
import { downloadPaper } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { drawPurchase } from "../pdf/papers.ts";
import { booked } from "./approvalShapes.ts";
import { bill, billList, billRow, billWithCredit, creditUse } from "./billShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { payment } from "./invoiceShapes.ts";
import { exportBills } from "./registers.ts";
import { DISCARDED, removed } from "./shapes.ts";

export const bills: Group = {
  title: "Bills",
  about:
    "What vendors bill, with the taxes that they printed: each head may differ by ₹1 from what the rate " +
    "comes to, and is never computed anew. A vendor’s number is entered once a financial year. " +
    "Paying a bill " +
    "books an expense; the bill alone books none.",
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
        "Totals are those of the whole filter but its drafts and its cancelled ones. `UNPAID` is what is " +
        "entered and not settled, `OVERDUE` what of that was due before today, `THIS_WEEK` what is due " +
        "from today until six days on; what is on hold is in none of the three, nor in `toPay` of the " +
        "totals. `creditState` keeps bills whose input credit is in that state.",
      who: "members",
      query: { schemas: [BillQuery], example: "status=UNPAID&sort=dueDate" },
      answer: { status: 200, schema: billList },
      run: ({ context, tenant, asker, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, asker, "listBills", query)
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
      about: "404 for a bill that the vendor wrote.",
      who: "members",
      id: ID.selfInvoice,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, asker, id }) =>
        downloadPaper(context, asker, "Bill", () => getSelfInvoice(tenant, id), drawPurchase),
    }),
    call({
      name: "addBill",
      method: "POST",
      path: "/api/bills",
      summary: "Enter a bill",
      about:
        "Taxes left out are what the rate comes to. A bill under reverse charge of a vendor without a " +
        "GSTIN and without a number is a self-invoice, and gets one of ours. A credit note with " +
        "`billId` settles " +
        "what that bill owes at once. 409 names the bill that has the vendor’s number already.",
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
      summary: "Change a bill",
      about:
        "Its kind stays. `status: OPEN` enters a draft, `onHold` keeps a bill from what is to be paid. 409 " +
        "once it is paid or cancelled.",
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
      summary: "Record a payment of a bill",
      about:
        "An expense, in the category of most of its value. `tdsAmount` left out is the rest of what the " +
        "bill keeps back, where `amount` is all that is to pay. Under reverse charge it comes with a " +
        "payment " +
        "voucher. Deleting it is that of any payment.",
      who: "members",
      id: ID.bill,
      body: {
        schema: NewBillPayment,
        example: { date: "2026-04-28", amount: 20000, mode: "Bank Transfer", accountId: ID.bank },
      },
      answer: { status: 201, schema: v.object({ payment, bill }) },
      waits: true,
      run: async ({ tenant, id, input }) => booked(await payBill(tenant, id, input)),
    }),
    call({
      name: "billTransaction",
      method: "POST",
      path: "/api/transactions/:id/bill",
      summary: "Make a bill of an expense",
      about:
        "The expense is its payment. Date and one item are those of the expense, where nothing else is " +
        "said. Deleting that payment leaves the expense.",
      who: "members",
      id: ID.expense,
      body: { schema: NewBill, isChange: true, example: { vendorId: ID.vendor, number: "PPH/58" } },
      answer: { status: 201, schema: bill },
      run: ({ tenant, id, input }) => billTransaction(tenant, id, input),
    }),
    call({
      name: "applyCredit",
      method: "POST",
      path: "/api/bills/:id/apply",
      summary: "Settle a bill with what a vendor’s credit note holds",
      about: "Deleting it as an application takes it back.",
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
      summary: "Take back what a vendor’s credit note holds, as money",
      about: "An income, in category Refunds from vendors.",
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
      summary: "Change the input credit of a bill",
      about:
        "Of a bill that is entered, paid or not. `lines` are numbered from 1, all of them if left out. " +
        "`date` is the day from which a return counts it, today by default.",
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
        "Payments become an advance to the vendor, which `apply` uses for other bills; `balance` is what " +
        `is left of it. \`date\` is the day of its tax. A vendor’s number can be entered again. ${DISCARDED}`,
      who: "cancel bills",
      id: ID.bill,
      body: { schema: CancelBill, example: { date: "2026-11-20" } },
      answer: { status: 200, schema: v.union([bill, removed]) },
      also: [409],
      run: ({ tenant, id, input }) => cancelBill(tenant, id, input),
    }),
  ],
};
