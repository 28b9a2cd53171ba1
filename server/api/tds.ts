import * as v from "valibot";
import { submitDeposit } from "../../db/approvals/request.ts";
import { recordView } from "../../db/engine/views.ts";
import { deleteDeposit } from "../../db/tds/deposits.ts";
import { tdsPayableRegister } from "../../db/tds/payable.ts";
import { TDS_REGISTER } from "../../domain/csv/registers.ts";
import { ALL_TDS_RULES } from "../../domain/tds/law.ts";
import {
  type Deposit,
  NewDeposit,
  QuarterQuery,
  type TdsPayable,
  type TdsRow,
} from "../../domain/tds/payable.ts";
import { download } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { respondBooked } from "./approvalShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { CSV, renderRegisterCsv } from "./registers.ts";
import { count, createShape, day, deleted, id, rupeeSum, rupees, text } from "./shapes.ts";

const rule = v.pipe(v.picklist(["", ...ALL_TDS_RULES]), v.description('"" if none was named'));
const code = v.pipe(text, v.description("Payment code; before April 2026 the section"));
const month = v.pipe(text, v.description("2026-10"));
export const deposit = createShape<Deposit>()(
  v.object({
    _id: id,
    month,
    rule,
    code,
    date: day,
    amount: rupees,
    interest: v.pipe(rupees, v.description("Interest in the same challan, in rupees")),
    roundOff: v.pipe(rupees, v.description("Amount posted to Round off, in rupees, less than 1")),
    accountId: id,
    reference: text,
    transactionId: id,
    createdAt: text,
  }),
);
export const tdsRow = createShape<TdsRow>()(
  v.object({
    form: v.picklist(["140", "144"]),
    party: text,
    pan: text,
    rule,
    code,
    section: text,
    document: v.pipe(text, v.description("Id of the bill; '' for several")),
    number: text,
    paidOn: v.pipe(day, v.description("Payment or credit, whichever is first")),
    deductedOn: v.pipe(text, v.description("'' if the amount is below the limit")),
    amount: rupees,
    rate: v.number(),
    tax: rupees,
    remark: v.pipe(
      v.picklist(["", "A", "Y"]),
      v.description("A: lower rate by certificate. Y: below the limit."),
    ),
    certificate: text,
    challan: v.pipe(text, v.description("Challan numbers for its month and code")),
  }),
);
const sums = { tds: rupeeSum, deposited: rupeeSum, payable: rupeeSum };
const tdsPayable = createShape<TdsPayable>()(
  v.object({
    quarter: text,
    dateFrom: day,
    dateTo: day,
    ...sums,
    quarters: v.array(
      v.object({
        quarter: text,
        dateFrom: day,
        dateTo: day,
        tds: rupeeSum,
        due: v.pipe(day, v.description("Last day to file its statements")),
        filed: v.array(v.object({ form: text, date: day })),
      }),
    ),
    months: v.array(
      v.object({
        month,
        due: day,
        ...sums,
        codes: v.array(
          v.object({
            code,
            rule,
            name: text,
            sums: count,
            amount: rupeeSum,
            ...sums,
            roundOff: rupeeSum,
            interest: v.pipe(
              rupees,
              v.description("Interest owed if the rest is deposited today, in rupees"),
            ),
          }),
        ),
      }),
    ),
    rows: v.array(tdsRow),
    deposits: v.array(deposit),
  }),
);

export const tds: Group = {
  title: "TDS of vendors",
  about:
    "Income tax the agency deducts from payments to vendors (Income-tax Act 2025, s. 393; the " +
    "1961 Act before April 2026). It counts in the month of payment or credit, whichever is " +
    "first, and must be deposited by the 7th of the next month, for March by 30 April.",
  schemas: { TdsPayable: tdsPayable, Deposit: deposit, NewDeposit },
  calls: [
    call({
      name: "getTdsPayable",
      method: "GET",
      path: "/api/reports/tds-payable",
      summary: "Get the TDS register for a quarter, and its deposits by month and code",
      about: "`quarter` is `2026-27-Q3`, or one of its months; the current quarter if you omit it.",
      who: "members",
      query: { schemas: [QuarterQuery], example: "quarter=2026-27-Q1" },
      answer: { status: 200, schema: tdsPayable },
      run: ({ context, caller, query }) =>
        readInWorker(context, caller, "getTdsPayable", query.quarter),
    }),
    call({
      name: "exportTdsPayable",
      method: "GET",
      path: "/api/reports/tds-payable.csv",
      summary: "Export the register for Form 140 (was 26Q) as CSV",
      about: "One row per amount in the quarter; amount × rate is the row’s tax.",
      who: "members",
      query: { schemas: [QuarterQuery], example: "quarter=2026-27-Q1" },
      answer: { status: 200, file: CSV },
      run: ({ context, tenant, caller, query: { quarter } }) =>
        context.exportLimit.admit(caller, async (turn) => {
          const name = `TDS-${quarter.quarter}.csv`;
          await recordView(tenant, "Bill", { export: name });
          const slices = tdsPayableRegister(tenant, quarter);
          return download(
            context,
            turn,
            { name, type: CSV },
            renderRegisterCsv(TDS_REGISTER, slices),
            slices,
          );
        }),
    }),
    call({
      name: "addDeposit",
      method: "POST",
      path: "/api/tds-deposits",
      summary: "Record a TDS deposit",
      about:
        "Creates an expense in category TDS Paid, and one in Interest on TDS. `code` follows from " +
        "`rule`. If the deposit leaves less than ₹1 of its month and code, the remainder goes to " +
        "Round off.",
      who: "everyone",
      body: {
        schema: NewDeposit,
        example: {
          month: "2026-04",
          code: "1024",
          date: "2026-05-06",
          amount: 680,
          accountId: ID.bank,
          reference: "CIN 0510308 00042",
        },
      },
      answer: { status: 201, schema: v.object({ deposit }) },
      waits: true,
      run: async ({ tenant, input }) =>
        respondBooked(await submitDeposit(tenant, input), (deposit) => ({ deposit })),
    }),
    call({
      name: "deleteDeposit",
      method: "DELETE",
      path: "/api/tds-deposits/:id",
      summary: "Delete a deposit and its expense",
      who: "delete deposits",
      id: ID.deposit,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deleteDeposit(tenant, id);
        return { message: "Deposit deleted successfully" };
      },
    }),
  ],
};
