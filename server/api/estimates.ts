import * as v from "valibot";
import {
  acceptEstimate,
  addEstimate,
  changeEstimate,
  declineEstimate,
  ESTIMATE_LIST,
  getEstimate,
  invoiceEstimate,
  listEstimates,
  sendEstimate,
} from "../../db/documents/estimates.ts";
import { mayTakeLong } from "../../db/documents/listPage.ts";
import {
  ESTIMATE_STATUSES,
  type Estimate,
  type EstimateList,
  EstimateQuery,
  type EstimateRow,
  NewBilling,
} from "../../domain/documents/estimates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import { downloadPdf } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { renderEstimate } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, summed } from "./invoiceShapes.ts";
import { createPageShape, createShape, rupees, text } from "./shapes.ts";

const of = invoice.entries;
const row = {
  ...summed,
  _id: of._id,
  date: of.date,
  clientId: of.clientId,
  grandTotal: rupees,
  number: text,
  kind: v.literal("ESTIMATE"),
  dueDate: v.pipe(text, v.description('Last day it is valid, or ""')),
  status: v.picklist(ESTIMATE_STATUSES),
  invoiceId: v.pipe(text, v.description('First invoice created from it; "" if none')),
  billed: v.pipe(rupees, v.description("Invoiced amount excluding tax, in rupees")),
};
const estimateRow = createShape<EstimateRow>()(v.object(row));
const shownFields = v.pick(invoice, [
  ...(["createdAt", "createdBy", "discountTotal", "exchangeRate", "foreignCurrency"] as const),
  ...(["deliveryAddress"] as const),
  ...(["gstMode", "items", "notes", "placeOfSupply", "recipient", "reverseCharge"] as const),
  ...(["reverseChargeTax", "roundOff", "subTotal", "supplier", "supply", "supplyPlace"] as const),
  ...(["terms", "title"] as const),
]);
const estimate = createShape<Estimate>()(
  v.object({
    ...shownFields.entries,
    ...row,
    invoices: v.array(v.pick(invoice, ["_id", "number", "status", "taxableValue"])),
  }),
);
const estimateList = createShape<EstimateList>()(createPageShape(estimateRow, {}));

export const estimates: Group = {
  title: "Estimates",
  about:
    "A price quoted to a client, with the fields of an invoice; not a GST document. Once sent, it " +
    "is accepted or declined, and can be turned into a draft invoice.",
  schemas: { Estimate: estimate, EstimateRow: estimateRow, EstimateList: estimateList, NewBilling },
  calls: [
    call({
      name: "listEstimates",
      method: "GET",
      path: "/api/estimates",
      summary: "List estimates, newest first",
      who: "members",
      query: {
        schemas: [EstimateQuery],
        example: "status=SENT",
      },
      answer: { status: 200, schema: estimateList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(ESTIMATE_LIST, query)
          ? readInWorker(context, caller, "listEstimates", query)
          : listEstimates(tenant, query),
    }),
    call({
      name: "getEstimate",
      method: "GET",
      path: "/api/estimates/:id",
      summary: "Get an estimate",
      who: "members",
      id: ID.estimate,
      answer: { status: 200, schema: estimate },
      run: ({ tenant, id }) => getEstimate(tenant, id),
    }),
    call({
      name: "getEstimatePdf",
      method: "GET",
      path: "/api/estimates/:id/pdf",
      summary: "Download an estimate",
      about: "Returns 400 if rendering would take longer than 30 seconds.",
      who: "members",
      id: ID.estimate,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, caller, id }) =>
        downloadPdf(context, caller, "Estimate", () => getEstimate(tenant, id), renderEstimate),
    }),
    call({
      name: "addEstimate",
      method: "POST",
      path: "/api/estimates",
      summary: "Create a draft estimate",
      about: "The body is that of an invoice; `dueDate` is the last day the estimate is valid.",
      who: "members",
      body: {
        schema: NewEstimate,
        example: {
          clientId: ID.client,
          date: "2026-04-14",
          dueDate: "2026-05-14",
          items: [{ description: "Website, five pages", hsnSac: "998314", qty: 1, rate: 85000 }],
        },
      },
      answer: { status: 201, schema: estimate },
      run: ({ tenant, input }) => addEstimate(tenant, input),
    }),
    call({
      name: "changeEstimate",
      method: "PUT",
      path: "/api/estimates/:id",
      summary: "Update an estimate",
      about: "Returns 409 if it was accepted or declined.",
      who: "members",
      id: ID.estimate,
      body: { schema: NewEstimate, isChange: true, example: { dueDate: "2026-05-31" } },
      answer: { status: 200, schema: estimate },
      also: [409],
      run: ({ tenant, id, input }) => changeEstimate(tenant, id, input),
    }),
    ...(
      [
        ["sendEstimate", "send", "Mark an estimate as sent", sendEstimate],
        ["acceptEstimate", "accept", "Mark an estimate as accepted", acceptEstimate],
        ["declineEstimate", "decline", "Mark an estimate as declined", declineEstimate],
      ] as const
    ).map(([name, verb, summary, run]) =>
      call({
        name,
        method: "POST",
        path: `/api/estimates/:id/${verb}`,
        summary,
        who: "members",
        id: ID.estimate,
        answer: { status: 200, schema: estimate },
        also: [409],
        run: ({ tenant, id }) => run(tenant, id),
      }),
    ),
    call({
      name: "invoiceEstimate",
      method: "POST",
      path: "/api/estimates/:id/invoice",
      summary: "Create an invoice from an estimate",
      about:
        "Creates a draft invoice dated today. Without a body it has all lines, and a second call " +
        "returns 409 with the existing invoice. With `percent` or `lines`, it bills a part, such " +
        "as a milestone, until nothing is left; the remaining percentage bills the rest. Billing " +
        "an estimate also marks it as sent and accepted.",
      who: "members",
      id: ID.estimate,
      body: { schema: NewBilling, mayBeNone: true, example: { percent: 40 } },
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id, input }) => invoiceEstimate(tenant, id, input),
    }),
  ],
};
