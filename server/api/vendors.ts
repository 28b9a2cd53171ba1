import * as v from "valibot";
import {
  addVendor,
  changeVendor,
  deleteVendor,
  getVendor,
  listVendors,
} from "../../db/purchases/vendors.ts";
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
  VENDOR_KINDS,
  type Vendor,
  type VendorDues,
  type VendorList,
} from "../../domain/purchases/vendors.ts";
import { TDS_RULES } from "../../domain/tds/law.ts";
import { readInWorker } from "../http/workerReads.ts";
import { tdsProposal } from "./billShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, deleted, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

const fields = {
  _id: id,
  displayName: text,
  billingName: text,
  email: text,
  phone: text,
  billingAddress: text,
  city: text,
  pin: text,
  gstin: text,
  pan: text,
  state: text,
  stateCode: text,
  kind: v.picklist(VENDOR_KINDS),
  country: v.pipe(text, v.description("ISO 3166, two letters")),
  tdsRule: v.picklist(["", ...TDS_RULES]),
  itc: v.pipe(
    v.picklist(["", ...ITC_TREATMENTS]),
    v.description('"" for the treatment of the category'),
  ),
  isSmallEnterprise: isTrue,
  agreedDays: v.pipe(
    v.nullable(count),
    v.description("Payment days in the written agreement. Null if there is none."),
  ),
  isAssociated: v.pipe(isTrue, v.description("An associated enterprise abroad")),
  notes: text,
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
    credit: v.pipe(rupeeSum, v.description("Rupees of unused credit notes")),
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
    late: v.pipe(rupeeSum, v.description("Rupees overdue")),
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
    call({
      name: "listVendors",
      method: "GET",
      path: "/api/vendors",
      summary: "List vendors, by display name",
      about: "All vendors, or those whose name, email, phone, GSTIN or PAN contains `q`.",
      who: "members",
      query: { schemas: [ClientQuery], example: "q=pune" },
      answer: { status: 200, schema: vendorList },
      run: async ({ tenant, query }) => ({ vendors: await listVendors(tenant, query.q) }),
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
      name: "getVendor",
      method: "GET",
      path: "/api/vendors/:id",
      summary: "Get a vendor with the amount to pay",
      who: "members",
      id: ID.vendor,
      answer: { status: 200, schema: v.object({ vendor, dues }) },
      run: ({ tenant, id }) => getVendor(tenant, id),
    }),
    call({
      name: "getTdsProposal",
      method: "GET",
      path: "/api/vendors/:id/tds",
      summary: "Get the TDS to deduct from a bill",
      about:
        "Computed from the year’s total of the vendor’s other bills under the rule, by default " +
        "the vendor’s own rule. `billId` is a bill being changed. Without a PAN the rate is 20 %.",
      who: "members",
      id: ID.vendor,
      query: {
        schemas: [TdsQuery],
        example: "rule=CONTRACTOR&date=2026-04-20&taxable=34000",
      },
      answer: { status: 200, schema: tdsProposal },
      run: ({ tenant, id, query }) => getTdsProposal(tenant, id, query),
    }),
    call({
      name: "addVendor",
      method: "POST",
      path: "/api/vendors",
      summary: "Create a vendor",
      who: "members",
      body: {
        schema: NewVendor,
        example: {
          displayName: "Pune Print House",
          gstin: "27AAMFP3390B1Z8",
          email: "accounts@puneprint.example",
          tdsRule: "CONTRACTOR",
          isSmallEnterprise: true,
        },
      },
      answer: { status: 201, schema: v.object({ vendor }) },
      run: async ({ tenant, input }) => ({ vendor: await addVendor(tenant, input) }),
    }),
    call({
      name: "changeVendor",
      method: "PUT",
      path: "/api/vendors/:id",
      summary: "Update a vendor",
      about: "Entered bills keep the vendor's details from the day they were entered.",
      who: "members",
      id: ID.vendor,
      body: { schema: NewVendor, isChange: true, example: { phone: "+91 20 2550 0147" } },
      answer: { status: 200, schema: v.object({ vendor }) },
      run: async ({ tenant, id, input }) => ({ vendor: await changeVendor(tenant, id, input) }),
    }),
    call({
      name: "deleteVendor",
      method: "DELETE",
      path: "/api/vendors/:id",
      summary: "Delete a vendor without bills",
      who: "members",
      id: ID.vendor,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteVendor(tenant, id);
        return { message: "Vendor deleted successfully" };
      },
    }),
  ],
};
