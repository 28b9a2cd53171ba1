import * as v from "valibot";
import { listSupplierReturns, markSupplierReturn } from "../../db/purchases/supplierReturns.ts";
import {
  SupplierReturn,
  SupplierReturnQuery,
  type SupplierReturnRow,
} from "../../domain/purchases/supplierReturns.ts";
import { call } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, dayIfAny, id, rupees, text } from "./shapes.ts";

// Suppliers who have not filed GSTR-3B: Rule 37A of the CGST Rules.

export const supplierReturnShape = createShape<SupplierReturnRow>()(
  v.object({
    vendorId: v.object({ _id: id, displayName: text }),
    period: v.pipe(text, v.description("Month of the bills, like 2026-04")),
    bills: count,
    credit: v.pipe(rupees, v.description("Input tax credit in those bills, in rupees")),
    unfiledOn: v.pipe(day, v.description("Day from which a return reverses the credit")),
    filedOn: v.pipe(dayIfAny, v.description('Day from which a return reclaims it; "" until then')),
  }),
);

export const supplierCalls = [
  call({
    name: "listSupplierReturns",
    method: "GET",
    path: "/api/gst/suppliers",
    summary: "List suppliers who had not filed GSTR-3B",
    about: "By vendor and month of the bills, newest first (Rule 37A).",
    who: "members",
    query: { schemas: [SupplierReturnQuery], example: `vendorId=${ID.vendor}` },
    answer: { status: 200, schema: v.object({ suppliers: v.array(supplierReturnShape) }) },
    run: async ({ tenant, query }) => ({ suppliers: await listSupplierReturns(tenant, query) }),
  }),
  ...[false, true].map((isFiled) =>
    call({
      name: isFiled ? "markSupplierFiled" : "markSupplierNotFiled",
      method: "POST",
      path: `/api/gst/suppliers/:id/${isFiled ? "filed" : "not-filed"}`,
      summary: isFiled
        ? "Reclaim credit: a supplier has filed GSTR-3B"
        : "Reverse credit: a supplier has not filed GSTR-3B",
      about:
        "Rule 37A, for the vendor’s bills dated in `period`. `date` is the day from which a return " +
        "counts it, today by default. Returns 409 if the month has no such bill.",
      who: "members",
      id: ID.vendor,
      body: { schema: SupplierReturn, example: { period: "2026-04" } },
      answer: { status: 200, schema: v.object({ bills: count }) },
      also: [409],
      run: ({ tenant, id, input }) => markSupplierReturn(tenant, id, input, isFiled),
    }),
  ),
];
