import * as v from "valibot";
import { addCashEntry } from "../../db/returns/cashLedger.ts";
import {
  CASH_HEADS,
  CASH_KINDS,
  type CashLedger,
  CashLedgerQuery,
  NewCashEntry,
} from "../../domain/gst/cashLedger.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call } from "./call.ts";
import { ID } from "./ids.ts";
import { createShape, day, id, rupeeSum, rupees, text } from "./shapes.ts";

const heads = v.object({ igst: rupeeSum, cgst: rupeeSum, sgst: rupeeSum, cess: rupeeSum });

export const cashLedgerShape = createShape<CashLedger>()(
  v.object({
    at: day,
    openings: v.pipe(heads, v.description("Balances on the day the books begin")),
    balances: heads,
    entries: v.array(
      v.object({
        _id: v.pipe(id, v.description("Id of the transaction or journal that recorded it")),
        type: v.picklist(["Journal", "TaxBook", "Transaction"]),
        date: day,
        head: v.picklist(CASH_HEADS),
        kind: v.picklist(["", ...CASH_KINDS]),
        amount: v.pipe(rupees, v.description("Rupees. Below 0 if it pays a return.")),
        cin: text,
        words: text,
      }),
    ),
  }),
);

export const cashLedgerCalls = [
  call({
    name: "getCashLedger",
    method: "GET",
    path: "/api/gst/cash-ledger",
    summary: "Get the portal’s cash ledger",
    about:
      "Challans, accepted GST-TDS and payments of returns up to `at` (today by default), by tax " +
      "head.",
    who: "view statements",
    query: { schemas: [CashLedgerQuery], example: "at=2026-05-31" },
    answer: { status: 200, schema: cashLedgerShape },
    run: ({ context, caller, query }) => readInWorker(context, caller, "getCashLedger", query),
  }),
  call({
    name: "addCashEntry",
    method: "POST",
    path: "/api/gst/cash-ledger",
    summary: "Record a GST challan or accepted GST-TDS",
    about:
      "A challan (Form PMT-06) for one tax head is an expense from `accountId`; `cin` is its " +
      "number. With `source` GST_TDS, records GST that clients deducted and you accepted on the " +
      "portal, as a journal. Delete either one as a transaction or journal.",
    who: "keep journals",
    body: {
      schema: NewCashEntry,
      example: {
        date: "2026-05-20",
        head: "igst",
        kind: "tax",
        amount: 3240,
        accountId: ID.bank,
        cin: "SBIN26052900012345",
      },
    },
    answer: {
      status: 201,
      schema: v.object({
        entry: v.object({ _id: id, type: v.picklist(["Journal", "Transaction"]) }),
      }),
    },
    run: async ({ tenant, input }) => ({ entry: await addCashEntry(tenant, input) }),
  }),
];
