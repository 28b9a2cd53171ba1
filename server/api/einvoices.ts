import * as v from "valibot";
import { recordView } from "../../db/engine/views.ts";
import { getEinvoice, getEinvoiceFile } from "../../db/returns/einvoices.ts";
import { BATCH_MB, readJsonFile } from "../http/body.ts";
import { readFile } from "../http/fileReads.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call } from "./call.ts";
import { fileCall, JSON_FILE, jsonFile, MONTH } from "./gstFiles.ts";
import { documentEinvoice, einvoiceRow, storedEinvoices } from "./gstShapes.ts";
import { ID } from "./ids.ts";

/** The portal defines its response. We check only that it is JSON of that kind. */
const PortalAnswer = v.union(
  [v.array(v.unknown()), v.record(v.string(), v.unknown())],
  "Send the portal's response as JSON",
);

const einvoiceCalls = (entity: "Invoice" | "Note", folder: "invoices" | "notes", id: string) => [
  call({
    name: `get${entity}Einvoice`,
    method: "GET",
    path: `/api/${folder}/:id/einvoice`,
    summary: `Get the e-invoice of ${entity === "Note" ? "a note" : "an invoice"}`,
    about: "Returns its registration, or the details still missing.",
    who: "members",
    id,
    answer: { status: 200, schema: documentEinvoice },
    run: ({ context, tenant, id }) =>
      getEinvoice(tenant, entity, id, context.settings.einvoiceKeys),
  }),
  call({
    name: `get${entity}EinvoiceJson`,
    method: "GET",
    path: `/api/${folder}/:id/einvoice.json`,
    summary: `Download ${entity === "Note" ? "a note" : "an invoice"} for the e-invoice portal`,
    about: "Returns 409 if details are missing.",
    who: "members",
    id,
    answer: { status: 200, file: JSON_FILE },
    also: [409],
    run: async ({ tenant, id }) => {
      const file = await getEinvoiceFile(tenant, entity, id);
      await recordView(tenant, entity, { export: file.name, _id: id });
      return jsonFile(file);
    },
  }),
];

/** The calls for the Invoice Registration Portal's requests and responses. */
export const einvoices = [
  call({
    name: "listEinvoices",
    method: "GET",
    path: "/api/gst/:id/einvoices",
    summary: "List the e-invoices for a period",
    about:
      "Registered documents and those to register. Documents with missing details come first, " +
      "with what is missing.",
    who: "members",
    id: MONTH,
    answer: { status: 200, schema: v.object({ einvoices: v.array(einvoiceRow) }) },
    also: [409],
    run: async ({ context, caller, id }) => ({
      einvoices: await readInWorker(context, caller, "listEinvoices", id),
    }),
  }),
  fileCall(
    {
      name: "getEinvoices",
      path: "/api/gst/:id/einvoices.json",
      summary: "Download the JSON of e-invoices to register",
      about:
        "INV-01, schema 1.1: the documents of the period that need an IRN and have none. " +
        "Documents with missing details are left out and shown in the list.",
    },
    "getEinvoices",
  ),
  call({
    name: "storeEinvoices",
    method: "POST",
    path: "/api/gst/einvoices",
    summary: "Upload the portal's response",
    about:
      "Saves the IRN, acknowledgement and signed QR code, and locks the documents. An entry for " +
      "another agency or document is rejected with its reason; the others are saved. An entry " +
      "that is already known is not an error.",
    who: "members",
    body: {
      schema: PortalAnswer,
      example: [
        {
          AckNo: 112610530645919,
          AckDt: "2026-04-08 18:05:00",
          Irn: "0000000000000000000000000000000000000000000000000000000000000000",
          SignedQRCode: "",
          Status: "ACT",
        },
      ],
      isStreamed: true,
    },
    answer: { status: 200, schema: storedEinvoices },
    run: async ({ context, tenant, caller, request }) => {
      const bytes = await readJsonFile(request, BATCH_MB);
      const entries = await readFile(context, caller, "einvoices", { bytes });
      const keys = context.settings.einvoiceKeys;
      return context.writers.call("storeEinvoices", tenant, { entries, keys });
    },
  }),
  ...einvoiceCalls("Invoice", "invoices", ID.invoice),
  ...einvoiceCalls("Note", "notes", ID.note),
];
