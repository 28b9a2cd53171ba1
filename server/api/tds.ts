import * as v from "valibot";
import { addDeposit } from "../../db/approvals/ask.ts";
import { recordView } from "../../db/engine/views.ts";
import { deleteDeposit, tdsPayableRegister } from "../../db/purchases/tdsPayable.ts";
import { TDS_REGISTER } from "../../domain/csv/registers.ts";
import { TDS_RULES } from "../../domain/purchases/tds.ts";
import {
  type Deposit,
  NewDeposit,
  QuarterQuery,
  type TdsPayable,
} from "../../domain/purchases/tdsPayable.ts";
import { download } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { booked } from "./approvalShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { CSV, csvOf } from "./registers.ts";
import { count, day, deleted, id, rupeeSum, rupees, shapeOf, text } from "./shapes.ts";

const rule = v.pipe(v.picklist(["", ...TDS_RULES]), v.description('"" where none was named'));
const month = v.pipe(text, v.description("2026-10"));
const deposit = shapeOf<Deposit>()(
  v.object({
    ...{ _id: id, month, rule, date: day, amount: rupees, accountId: id, reference: text },
    ...{ transactionId: id, createdAt: text },
  }),
);
const sums = { tds: rupeeSum, deposited: rupeeSum, payable: rupeeSum };
const tdsPayable = shapeOf<TdsPayable>()(
  v.object({
    quarter: text,
    ...{ dateFrom: day, dateTo: day, ...sums },
    months: v.array(
      v.object({
        ...{ month, due: day, ...sums },
        rules: v.array(v.object({ rule, name: text, bills: count, taxable: rupeeSum, ...sums })),
      }),
    ),
    deposits: v.array(deposit),
  }),
);

export const tds: Group = {
  title: "TDS of vendors",
  about:
    "Income tax that the agency keeps back of what it pays vendors (Income-tax Act 2025, s. 393; the Act " +
    "of 1961 before April 2026). It counts in the month of its bill, and is paid to the Government by the " +
    "7th of the next one.",
  schemas: { TdsPayable: tdsPayable, Deposit: deposit, NewDeposit },
  calls: [
    call({
      name: "getTdsPayable",
      method: "GET",
      path: "/api/reports/tds-payable",
      summary:
        "Read what was kept back in a quarter, by month and rule, and what of it was deposited",
      about:
        "`quarter` is `2026-27-Q3`, or one of its months; the present one, where none is said.",
      who: "members",
      query: { schemas: [QuarterQuery], example: "quarter=2026-27-Q1" },
      answer: { status: 200, schema: tdsPayable },
      run: ({ context, asker, query }) =>
        readInWorker(context, asker, "getTdsPayable", query.quarter),
    }),
    call({
      name: "exportTdsPayable",
      method: "GET",
      path: "/api/reports/tds-payable.csv",
      summary: "Export the register for Form 140 (was 26Q) as CSV",
      about: "One row a bill of the quarter that tax was kept back of.",
      who: "members",
      query: { schemas: [QuarterQuery], example: "quarter=2026-27-Q1" },
      answer: { status: 200, file: CSV },
      run: ({ context, tenant, asker, query: { quarter } }) =>
        context.heavy.admit(asker, async (turn) => {
          const name = `TDS-${quarter.quarter}.csv`;
          await recordView(tenant, "Bill", { export: name });
          const slices = tdsPayableRegister(tenant, quarter);
          return download(context, turn, { name, type: CSV }, csvOf(TDS_REGISTER, slices), slices);
        }),
    }),
    call({
      name: "addDeposit",
      method: "POST",
      path: "/api/tds-deposits",
      summary: "Record TDS that was paid to the Government",
      about: "An expense, in category TDS Paid.",
      who: "everyone",
      body: {
        schema: NewDeposit,
        example: {
          ...{ month: "2026-04", rule: "CONTRACTOR", date: "2026-05-06", amount: 680 },
          ...{ accountId: ID.bank, reference: "CIN 0510308 00042" },
        },
      },
      answer: { status: 201, schema: v.object({ deposit }) },
      waits: true,
      run: async ({ tenant, input }) =>
        booked(await addDeposit(tenant, input), (deposit) => ({ deposit })),
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
