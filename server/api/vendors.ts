import * as v from "valibot";
import { getVendor, listVendors, vendorStore } from "../../db/purchases/vendors.ts";
import { getTdsProposal } from "../../db/tds/propose.ts";
import { ClientQuery } from "../../domain/documents/clients.ts";
import { TdsQuery } from "../../domain/purchases/billInput.ts";
import { ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import {
  SmallEnterpriseQuery,
  type SmallEnterprises,
} from "../../domain/purchases/smallEnterprises.ts";
import {
  NewVendor,
  type Vendor,
  type VendorDues,
  type VendorList,
  vendorFields,
} from "../../domain/purchases/vendors.ts";
import { readInWorker } from "../http/workerReads.ts";
import { tdsProposal } from "./billShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { type GetArgs, type ListArgs, recordCalls, toResponse } from "./records.ts";
import { count, createShape, day, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

const fields = {
  ...toResponse(vendorFields),
  country: v.pipe(text, v.description("ISO 3166, two letters")),
  itc: v.pipe(
    v.picklist(["", ...ITC_TREATMENTS]),
    v.description('"" for the treatment of the category'),
  ),
  agreedDays: v.pipe(
    v.nullable(count),
    v.description("Payment days in the written agreement. Null if there is none."),
  ),
  isAssociated: v.pipe(isTrue, v.description("An associated enterprise abroad")),
};
const vendor = createShape<Vendor>()(v.object(fields));
const toPay = v.pipe(rupeeSum, v.description("Rupees, less the TDS to deduct"));
const vendorList = createShape<VendorList>()(
  v.object({ vendors: v.array(v.object({ ...fields, toPay })) }),
);
const dues = createShape<VendorDues>()(
  v.object({
    bills: count,
    billed: rupeeSum,
    toPay,
    overdue: rupeeSum,
    credit: v.pipe(rupeeSum, v.description("Unused credit notes, in rupees")),
  }),
);

const smallEnterprises = createShape<SmallEnterprises>()(
  v.object({
    at: day,
    rows: v.array(
      v.object({
        billId: id,
        number: text,
        vendor: v.object({ _id: id, displayName: text }),
        date: day,
        payBy: v.pipe(day, v.description("Last day to pay it (MSMED Act, s. 15)")),
        isLate: isTrue,
        unpaid: v.pipe(rupees, v.description("Rupees, less the TDS to deduct")),
      }),
    ),
    unpaid: rupeeSum,
    late: v.pipe(rupeeSum, v.description("Overdue amount, in rupees")),
  }),
);

export const vendors: Group = {
  title: "Vendors",
  about:
    "The people and companies you buy from. As with clients, omitted state, kind and PAN are " +
    "taken from the GSTIN. A vendor's TDS rule and credit treatment are the defaults for their " +
    "bills.",
  schemas: {
    Vendor: vendor,
    VendorList: vendorList,
    VendorDues: dues,
    NewVendor,
    TdsProposal: tdsProposal,
  },
  calls: [
    ...recordCalls({
      noun: "vendor",
      id: ID.vendor,
      schema: NewVendor,
      record: vendor,
      store: vendorStore,
      example: {
        displayName: "Pune Print House",
        gstin: "27AAMFP3390B1Z8",
        email: "accounts@puneprint.example",
        tdsRule: "CONTRACTOR",
        isSmallEnterprise: true,
      },
      changeExample: { phone: "+91 20 2550 0147" },
      list: {
        summary: "List vendors, by display name",
        about: "All vendors, or those whose name, email, phone, GSTIN or PAN contains `q`.",
        query: { schemas: [ClientQuery], example: "q=pune" },
        answer: { status: 200, schema: vendorList },
        run: async ({ tenant, query }: ListArgs<ClientQuery>) => ({
          vendors: await listVendors(tenant, query.q),
        }),
      },
      get: {
        summary: "Get a vendor with the amount to pay",
        answer: { status: 200, schema: v.object({ vendor, dues }) },
        run: ({ tenant, id }: GetArgs) => getVendor(tenant, id),
      },
      change: { about: "Entered bills keep the vendor's details from the day they were entered." },
      remove: { summary: "Delete a vendor without bills", also: [409] },
    }),
    call({
      name: "getSmallEnterprises",
      method: "GET",
      path: "/api/reports/small-enterprises",
      summary: "List unpaid bills of small enterprises",
      about:
        "Bills of micro and small enterprises that are unpaid at the end of `at`, today by default. " +
        "Amounts overdue on 31 March are deductible only in the year of payment (Income-tax Act, " +
        "2025, s. 37(2)(g)).",
      who: "members",
      query: { schemas: [SmallEnterpriseQuery], example: "at=2027-03-31" },
      answer: { status: 200, schema: smallEnterprises },
      run: ({ context, caller, query }) =>
        readInWorker(context, caller, "getSmallEnterprises", query),
    }),
    call({
      name: "getTdsProposal",
      method: "GET",
      path: "/api/vendors/:id/tds",
      summary: "Get the TDS to deduct from a bill",
      about:
        "Computed from the year’s total of the vendor’s other bills under the rule, by default " +
        "the vendor’s own rule. `billId` is a bill being changed. Without a PAN the rate is 20%.",
      who: "members",
      id: ID.vendor,
      query: {
        schemas: [TdsQuery],
        example: "rule=CONTRACTOR&date=2026-04-20&taxable=34000",
      },
      answer: { status: 200, schema: tdsProposal },
      run: ({ tenant, id, query }) => getTdsProposal(tenant, id, query),
    }),
  ],
};
