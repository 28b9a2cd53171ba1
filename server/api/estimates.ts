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
import {
  ESTIMATE_STATUSES,
  type Estimate,
  type EstimateList,
  EstimateQuery,
  type EstimateRow,
  NewBilling,
} from "../../domain/documents/estimates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import { renderEstimate } from "../pdf/pdfQueue.ts";
import type { Group } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { ID } from "./ids.ts";
import { clientRow, invoice, issuedFields, itemizedFields } from "./invoiceShapes.ts";
import { createPageShape, createShape, rupees, text } from "./shapes.ts";

const row = {
  ...clientRow,
  grandTotal: rupees,
  kind: v.literal("ESTIMATE"),
  dueDate: v.pipe(text, v.description('Last day it is valid, or ""')),
  status: v.picklist(ESTIMATE_STATUSES),
  invoiceId: v.pipe(text, v.description('First invoice created from it; "" if none')),
  billed: v.pipe(rupees, v.description("Invoiced amount excluding tax, in rupees")),
};
const estimateRow = createShape<EstimateRow>()(v.object(row));
const shownFields = v.pick(invoice, [
  ...(["deliveryAddress", "exchangeRate", "foreignCurrency", "placeOfSupply"] as const),
  ...(["terms", "title"] as const),
]);
const estimate = createShape<Estimate>()(
  v.object({
    ...issuedFields,
    ...itemizedFields,
    ...shownFields.entries,
    ...row,
    invoices: v.array(v.pick(invoice, ["_id", "number", "status", "taxableValue"])),
  }),
);
const estimateList = createShape<EstimateList>()(createPageShape(estimateRow, {}));

const calls = documentCalls({ noun: "estimate", id: ID.estimate, record: estimate });

export const estimates: Group = {
  title: "Estimates",
  about:
    "A price quoted to a client, with the fields of an invoice; not a GST document. Once sent, it " +
    "is accepted or declined, and can be turned into a draft invoice.",
  schemas: { Estimate: estimate, EstimateRow: estimateRow, EstimateList: estimateList, NewBilling },
  calls: [
    calls.list({
      query: EstimateQuery,
      example: "status=SENT",
      answer: { status: 200, schema: estimateList },
      list: ESTIMATE_LIST,
      run: listEstimates,
    }),
    calls.get(getEstimate),
    calls.pdf({ entity: "Estimate", read: getEstimate, render: renderEstimate }),
    calls.add({
      about: "The body is that of an invoice; `dueDate` is the last day the estimate is valid.",
      schema: NewEstimate,
      example: {
        clientId: ID.client,
        date: "2026-04-14",
        dueDate: "2026-05-14",
        items: [{ description: "Website, five pages", hsnSac: "998314", qty: 1, rate: 85000 }],
      },
      run: addEstimate,
    }),
    calls.change({
      about: "Returns 409 if it was accepted or declined.",
      schema: NewEstimate,
      example: { dueDate: "2026-05-31" },
      run: changeEstimate,
    }),
    calls.send(sendEstimate),
    calls.changeStatus("accept", acceptEstimate, { summary: "Mark an estimate as accepted" }),
    calls.changeStatus("decline", declineEstimate, { summary: "Mark an estimate as declined" }),
    calls.act("invoice", {
      summary: "Create an invoice from an estimate",
      about:
        "Creates a draft invoice dated today. Without a body it has all lines, and a second call " +
        "returns 409 with the existing invoice. With `percent` or `lines`, it bills a part, such " +
        "as a milestone, until nothing is left; the remaining percentage bills the rest. Billing " +
        "an estimate also marks it as sent and accepted.",
      body: { schema: NewBilling, mayBeNone: true, example: { percent: 40 } },
      answer: { status: 201, schema: invoice },
      run: ({ tenant, id, input }) => invoiceEstimate(tenant, id, input),
    }),
  ],
};
