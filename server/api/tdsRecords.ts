import * as v from "valibot";
import { addAdvance, deleteAdvance, listAdvances, useAdvance } from "../../db/tds/advances.ts";
import {
  addPartnerPayment,
  deletePartnerPayment,
  listPartnerPayments,
} from "../../db/tds/partners.ts";
import { addStatement, deleteStatement } from "../../db/tds/statements.ts";
import {
  AdvanceQuery,
  NewAdvance,
  NewAdvanceUse,
  type VendorAdvance,
} from "../../domain/tds/advances.ts";
import { ALL_TDS_RULES } from "../../domain/tds/law.ts";
import {
  NewPartnerPayment,
  PARTNER_PAYMENT_KINDS,
  type PartnerPayment,
} from "../../domain/tds/partners.ts";
import { QuarterQuery } from "../../domain/tds/payable.ts";
import {
  type FiledStatement,
  NewStatement,
  TDS_FORMS,
  type TdsStatement,
} from "../../domain/tds/statement.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { createShape, day, deleted, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";
import { deposit, tdsRow } from "./tds.ts";

const form = v.pipe(v.picklist(TDS_FORMS), v.description("140 residents, 144 non-residents"));
const filed = createShape<FiledStatement>()(
  v.object({
    _id: id,
    quarter: text,
    form,
    date: day,
    reference: text,
    fee: rupees,
    createdAt: text,
  }),
);
const statement = createShape<TdsStatement>()(
  v.object({
    quarter: text,
    dateFrom: day,
    dateTo: day,
    forms: v.array(
      v.object({
        form,
        due: day,
        filed: v.nullable(filed),
        tax: rupeeSum,
        fee: v.pipe(rupees, v.description("Fee on the filing date, or today, in rupees")),
        rows: v.array(tdsRow),
        challans: v.array(v.object({ ...deposit.entries, isCovering: isTrue })),
        errors: v.array(
          v.object({
            code: v.picklist(["NO_CHALLAN", "NO_PAN", "SHORT_CHALLAN"]),
            message: text,
          }),
        ),
      }),
    ),
  }),
);
const advance = createShape<VendorAdvance>()(
  v.object({
    _id: id,
    vendorId: id,
    date: day,
    amount: rupees,
    tdsRule: v.picklist(["", ...ALL_TDS_RULES]),
    tdsAmount: rupees,
    reference: text,
    accountId: id,
    transactionId: id,
    billId: v.pipe(text, v.description('Id of the bill it settles; "" if none')),
    createdAt: text,
  }),
);
const partnerPayment = createShape<PartnerPayment>()(
  v.object({
    _id: id,
    date: day,
    partner: text,
    pan: text,
    kind: v.picklist(PARTNER_PAYMENT_KINDS),
    amount: rupees,
    tdsAmount: rupees,
    journalId: id,
    createdAt: text,
  }),
);

export const tdsStatements: Group = {
  title: "TDS statements",
  about:
    "Form 140 (residents) and Form 144 (non-residents) for a quarter: rows, challans, and what is missing. " +
    "The fee of a late statement is ₹200 a day, at most its tax (Income-tax Act 2025, s. 427).",
  schemas: { TdsStatement: statement, FiledTdsStatement: filed, NewStatement },
  calls: [
    call({
      name: "getTdsStatement",
      method: "GET",
      path: "/api/reports/tds-statement",
      summary: "Get the TDS statements for a quarter",
      about: "`quarter` is `2026-27-Q3`, or one of its months; the current quarter if you omit it.",
      who: "members",
      query: { schemas: [QuarterQuery], example: "quarter=2026-27-Q1" },
      answer: { status: 200, schema: statement },
      run: ({ context, caller, query }) =>
        readInWorker(context, caller, "getTdsStatement", query.quarter),
    }),
    call({
      name: "addTdsStatement",
      method: "POST",
      path: "/api/tds-statements",
      summary: "Mark a TDS statement as filed",
      about: "Records the fee as an expense in category Fee of TDS statements.",
      who: "everyone",
      body: {
        schema: NewStatement,
        example: {
          quarter: "2026-27-Q1",
          form: "140",
          date: "2026-07-30",
          reference: "070900200412",
        },
      },
      answer: { status: 201, schema: v.object({ statement: filed }) },
      also: [409],
      run: async ({ tenant, input }) => ({ statement: await addStatement(tenant, input) }),
    }),
    call({
      name: "deleteTdsStatement",
      method: "DELETE",
      path: "/api/tds-statements/:id",
      summary: "Delete the record of a filed TDS statement",
      who: "delete deposits",
      id: ID.tdsStatement,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deleteStatement(tenant, id);
        return { message: "Statement deleted successfully" };
      },
    }),
  ],
};

export const vendorAdvances: Group = {
  title: "Advances to vendors",
  about:
    "Money paid to a vendor before any bill. TDS is deducted on the payment date; the bill that " +
    "uses the advance deducts TDS on the rest.",
  schemas: { VendorAdvance: advance, NewAdvance, NewAdvanceUse },
  calls: [
    call({
      name: "listVendorAdvances",
      method: "GET",
      path: "/api/vendor-advances",
      summary: "List advances to vendors",
      who: "members",
      query: { schemas: [AdvanceQuery], example: `vendorId=${ID.vendor}` },
      answer: { status: 200, schema: v.object({ advances: v.array(advance) }) },
      run: async ({ tenant, query }) => ({ advances: await listAdvances(tenant, query.vendorId) }),
    }),
    call({
      name: "addVendorAdvance",
      method: "POST",
      path: "/api/vendor-advances",
      summary: "Record an advance to a vendor",
      about:
        "`amount` is the money the vendor receives. If you omit the TDS, it follows the vendor's " +
        "rule.",
      who: "members",
      body: {
        schema: NewAdvance,
        example: {
          vendorId: ID.vendor,
          date: "2026-04-22",
          amount: 5000,
          accountId: ID.bank,
          reference: "ADV/1",
        },
      },
      answer: { status: 201, schema: v.object({ advance }) },
      run: async ({ tenant, input }) => ({ advance: await addAdvance(tenant, input) }),
    }),
    call({
      name: "useVendorAdvance",
      method: "POST",
      path: "/api/vendor-advances/:id/use",
      summary: "Settle a bill with an advance",
      about: "The whole advance settles one bill. To undo it, delete that payment of the bill.",
      who: "members",
      id: ID.advance,
      body: { schema: NewAdvanceUse, example: { billId: ID.bill } },
      answer: { status: 201, schema: v.object({ advance }) },
      also: [409],
      run: async ({ tenant, id, input }) => ({
        advance: await useAdvance(tenant, id, input.billId),
      }),
    }),
    call({
      name: "deleteVendorAdvance",
      method: "DELETE",
      path: "/api/vendor-advances/:id",
      summary: "Delete an advance to a vendor",
      who: "delete payments",
      id: ID.advance,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteAdvance(tenant, id);
        return { message: "Advance deleted successfully" };
      },
    }),
  ],
};

export const partnerPayments: Group = {
  title: "Partners’ pay",
  about:
    "Salary, remuneration, commission, bonus and interest that a firm credits to its partners, less TDS " +
    "(Income-tax Act 2025, s. 393(3)): 10% if a partner gets more than ₹20,000 in the year.",
  schemas: { PartnerPayment: partnerPayment, NewPartnerPayment },
  calls: [
    call({
      name: "listPartnerPayments",
      method: "GET",
      path: "/api/partner-payments",
      summary: "List partners’ pay",
      who: "view statements",
      answer: { status: 200, schema: v.object({ payments: v.array(partnerPayment) }) },
      run: async ({ tenant }) => ({ payments: await listPartnerPayments(tenant) }),
    }),
    call({
      name: "addPartnerPayment",
      method: "POST",
      path: "/api/partner-payments",
      summary: "Credit a partner’s pay",
      about:
        "Creates a journal from Partners' remuneration to the Partners' current account and TDS " +
        "payable. If you omit the TDS, it follows the rule.",
      who: "keep journals",
      body: {
        schema: NewPartnerPayment,
        example: {
          date: "2026-04-30",
          partner: "Asha Nair",
          pan: "ABCPN5511E",
          kind: "SALARY",
          amount: 15000,
        },
      },
      answer: { status: 201, schema: v.object({ payment: partnerPayment }) },
      run: async ({ tenant, input }) => ({ payment: await addPartnerPayment(tenant, input) }),
    }),
    call({
      name: "deletePartnerPayment",
      method: "DELETE",
      path: "/api/partner-payments/:id",
      summary: "Delete a partner’s pay",
      who: "keep journals",
      id: ID.partnerPayment,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deletePartnerPayment(tenant, id);
        return { message: "Partner’s payment deleted successfully" };
      },
    }),
  ],
};
