import * as v from "valibot";
import { addAmendment, deleteAmendment } from "../../db/returns/amendments.ts";
import { getDocumentReturn } from "../../db/returns/documentReturn.ts";
import { type DocumentReturn, NewAmendment } from "../../domain/gst/returns/amendments.ts";
import { call } from "./call.ts";
import { MONTH } from "./gstFiles.ts";
import { ID } from "./ids.ts";
import { createShape, day, deleted, isTrue, text } from "./shapes.ts";

export const documentReturn = createShape<DocumentReturn>()(
  v.object({
    filed: v.pipe(
      v.nullable(v.object({ period: text, date: day })),
      v.description("The filed GSTR-1 or IFF that includes it. Null if none does"),
    ),
    table: v.pipe(v.picklist(["9A", "9C"]), v.description("Table that restates it")),
    amendedIn: v.pipe(text, v.description('The return that amends it, like 2026-07; "" for none')),
    isAmendmentFiled: isTrue,
    amendIn: v.pipe(text, v.description('First open GSTR-1 that can amend it; "" if none can')),
  }),
);

export const amendmentCalls = [
  call({
    name: "getDocumentReturn",
    method: "GET",
    path: "/api/gst/documents/:id",
    summary: "Get the GST return status of an invoice or note",
    about:
      "Shows whether a filed GSTR-1 includes the document. If so, credit or amend it instead of " +
      "cancelling it.",
    who: "members",
    id: ID.invoice,
    answer: { status: 200, schema: documentReturn },
    run: ({ tenant, id }) => getDocumentReturn(tenant, id),
  }),
  call({
    name: "addAmendment",
    method: "POST",
    path: "/api/gst/:id/amendments",
    summary: "Amend an invoice or note in a filed return",
    about:
      "Use this if the document is right and the filed return was wrong. The open return restates " +
      "it in table 9A or 9C, and only the tax difference counts. Returns 409 for a document of " +
      "table 7, which table 10 amends.",
    who: "edit invoices",
    id: MONTH,
    body: { schema: NewAmendment, example: { documentId: ID.invoice } },
    answer: { status: 201, schema: deleted },
    also: [409],
    run: async ({ tenant, id: period, input }) => {
      await addAmendment(tenant, { ...input, period });
      return { message: "Amended in this return" };
    },
  }),
  call({
    name: "deleteAmendment",
    method: "DELETE",
    path: "/api/gst/:id/amendments",
    summary: "Remove an amendment from an open return",
    who: "edit invoices",
    id: MONTH,
    query: { schemas: [NewAmendment], example: `documentId=${ID.invoice}` },
    answer: { status: 200, schema: deleted },
    also: [409],
    run: async ({ tenant, id, query }) => {
      await deleteAmendment(tenant, id, query.documentId);
      return { message: "Amendment deleted successfully" };
    },
  }),
];
