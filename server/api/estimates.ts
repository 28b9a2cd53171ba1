import * as v from "valibot";
import {
  acceptEstimate,
  addEstimate,
  changeEstimate,
  declineEstimate,
  getEstimate,
  invoiceEstimate,
  listEstimates,
  sendEstimate,
} from "../../db/documents/estimates.ts";
import { mayTakeLong } from "../../db/documents/listFamily.ts";
import {
  ESTIMATE_STATUSES,
  type Estimate,
  type EstimateList,
  EstimateQuery,
  type EstimateRow,
  NewBilling,
} from "../../domain/documents/estimates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import { downloadPaper } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { drawEstimate } from "../pdf/papers.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { invoice, summed } from "./invoiceShapes.ts";
import { pageOf, rupees, shapeOf, text } from "./shapes.ts";

const of = invoice.entries;
const row = {
  ...summed,
  ...{ _id: of._id, date: of.date, clientId: of.clientId, grandTotal: rupees, number: text },
  kind: v.literal("ESTIMATE"),
  dueDate: v.pipe(text, v.description('Until when it holds, or ""')),
  status: v.picklist(ESTIMATE_STATUSES),
  invoiceId: v.pipe(text, v.description('The first invoice of it; "" before')),
  billed: v.pipe(rupees, v.description("Rupees of its invoices, without tax")),
};
const estimateRow = shapeOf<EstimateRow>()(v.object(row));
const shown = v.pick(invoice, [
  ...(["createdAt", "createdBy", "discountTotal", "exchangeRate", "foreignCurrency"] as const),
  ...(["deliveryAddress"] as const),
  ...(["gstMode", "items", "notes", "placeOfSupply", "recipient", "reverseCharge"] as const),
  ...(["reverseChargeTax", "roundOff", "subTotal", "supplier", "supply", "supplyPlace"] as const),
  ...(["terms", "title"] as const),
]);
const estimate = shapeOf<Estimate>()(
  v.object({
    ...shown.entries,
    ...row,
    invoices: v.array(v.pick(invoice, ["_id", "number", "status", "taxableValue"])),
  }),
);
const estimateList = shapeOf<EstimateList>()(pageOf(estimateRow, {}));

export const estimates: Group = {
  title: "Estimates",
  about:
    "What a client is offered, written as an invoice is; no document of GST. Once it was sent it is " +
    "accepted or declined, and becomes the draft of an invoice.",
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
      run: ({ context, tenant, asker, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, asker, "listEstimates", query)
          : listEstimates(tenant, query),
    }),
    call({
      name: "getEstimate",
      method: "GET",
      path: "/api/estimates/:id",
      summary: "Read an estimate",
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
      about: "400 where it would take longer than 30 seconds to draw.",
      who: "members",
      id: ID.estimate,
      answer: { status: 200, file: "application/pdf" },
      run: ({ context, tenant, asker, id }) =>
        downloadPaper(context, asker, "Estimate", () => getEstimate(tenant, id), drawEstimate),
    }),
    call({
      name: "addEstimate",
      method: "POST",
      path: "/api/estimates",
      summary: "Add a draft of an estimate",
      about: "As an invoice; `dueDate` is the day until which it holds.",
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
      summary: "Change an estimate",
      about: "409 once it was accepted or declined.",
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
        ["acceptEstimate", "accept", "Note that the client accepts", acceptEstimate],
        ["declineEstimate", "decline", "Note that the client declines", declineEstimate],
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
      summary: "Bill an estimate",
      about:
        "The draft of an invoice of today with its lines; without a body all of them, and then the second " +
        "time is 409, and names the invoice. With `percent` or `lines` a part: a milestone, as long as " +
        "there is something left; the percentage that the rest comes to bills all of it. Whoever bills an " +
        "estimate has had it sent and accepted.",
      who: "members",
      id: ID.estimate,
      body: { schema: NewBilling, mayBeNone: true, example: { percent: 40 } },
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id, input }) => invoiceEstimate(tenant, id, input),
    }),
  ],
};
