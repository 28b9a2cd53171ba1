import * as v from "valibot";
import { recordView } from "../../db/engine/audit.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { getEinvoice, getEinvoiceFile } from "../../db/returns/einvoices.ts";
import type { GstFile } from "../../db/returns/files.ts";
import { unfileReturn } from "../../db/returns/filings.ts";
import { today } from "../../domain/dates.ts";
import { NewFiling, RETURN_NAMES, WhichReturn } from "../../domain/gst/returns/filings.ts";
import type { Asker } from "../http/admission.ts";
import { BATCH_MB } from "../http/body.ts";
import type { AppContext } from "../http/context.ts";
import { download, pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { zipOf } from "../http/zip.ts";
import { drawGstr3b } from "../pdf/papers.ts";
import { call, type Group } from "./call.ts";
import {
  documentEinvoice,
  filing,
  gstPeriod,
  gstr3b,
  periodRow,
  storedEinvoices,
} from "./gstShapes.ts";
import { ID } from "./ids.ts";
import { letterheadOf } from "./letterhead.ts";
import { deleted } from "./shapes.ts";

const MONTH = "2026-04";
const JSON_FILE = "application/json";

/** What the portal answers is its own: all that is asked of it is that it is JSON of that kind. */
const PortalAnswer = v.union(
  [v.array(v.unknown()), v.record(v.string(), v.unknown())],
  "Send the portal's answer as JSON",
);

/** A file that leaves the books, as it was made in the thread that read them. */
const fileCall = (
  told: { name: string; path: string; summary: string; about?: string },
  operation: "getEinvoices" | "getGstr1File" | "getGstr3bFile",
) =>
  call({
    ...{ method: "GET", who: "members", id: MONTH, ...told },
    answer: { status: 200, file: JSON_FILE },
    also: [409],
    run: async ({ context, tenant, asker, id }) => {
      const file = await readInWorker(context, asker, operation, id);
      await seen(tenant, file.name, id);
      return jsonFile(file);
    },
  });

const seen = (tenant: Tenant, file: string, period: string) =>
  recordView(tenant, "Filing", { export: file, period });

const jsonFile = ({ name, text }: GstFile) =>
  new Response(text, {
    headers: {
      "content-type": JSON_FILE,
      "content-disposition": `attachment; filename="${name}"`,
    },
  });

async function sheets(context: AppContext, asker: Asker, id: string): Promise<Response> {
  const files = await readInWorker(context, asker, "getGstr1Sheets", id);
  const name = `GSTR1-${id}.zip`;
  await seen(asker.tenant, name, id);
  const encoder = new TextEncoder();
  // Dated as their period, so that the same books give the same bytes.
  const madeOn = `${id}-01T12:00:00`;
  async function* entries() {
    for (const { name, text } of files) yield { name, bytes: encoder.encode(text), madeOn };
  }
  return context.heavy.admit(asker, (turn) =>
    download(context, turn, { name, type: "application/zip" }, zipOf(entries())),
  );
}

const einvoiceCalls = (entity: "Invoice" | "Note", folder: "invoices" | "notes", id: string) => [
  call({
    name: `get${entity}Einvoice`,
    method: "GET",
    path: `/api/${folder}/:id/einvoice`,
    summary: `Read the e-invoice of ${entity === "Note" ? "a note" : "an invoice"}`,
    about: "Its registration, or what it still wants before it can be registered.",
    who: "members",
    id,
    answer: { status: 200, schema: documentEinvoice },
    run: ({ tenant, id }) => getEinvoice(tenant, entity, id),
  }),
  call({
    name: `get${entity}EinvoiceJson`,
    method: "GET",
    path: `/api/${folder}/:id/einvoice.json`,
    summary: "Download it for the portal",
    about: "409 where something is missing.",
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

export const gst: Group = {
  title: "GST",
  about:
    "Returns from the books. A period is called by its last month, `2026-10`; who files by quarter has an " +
    "IFF for the other two. Nothing is kept of a return before it is marked as filed: it follows the books.",
  schemas: {
    GstPeriodRow: periodRow,
    GstPeriod: gstPeriod,
    Gstr3b: gstr3b,
    Filing: filing,
    NewFiling,
    DocumentEinvoice: documentEinvoice,
  },
  calls: [
    call({
      name: "listGstPeriods",
      method: "GET",
      path: "/api/gst",
      summary: "List the periods of the last year",
      about: "Newest first; none for an agency without GSTIN.",
      who: "members",
      answer: { status: 200, schema: v.object({ periods: v.array(periodRow) }) },
      also: [409],
      run: async ({ context, asker }) => ({
        periods: await readInWorker(context, asker, "listGstPeriods", undefined),
      }),
    }),
    call({
      name: "getGstPeriod",
      method: "GET",
      path: "/api/gst/:id",
      summary: "Read GSTR-1 of a period, with its pre-flight",
      about:
        "Rows of sections are signed: a credit note is less than nothing. 409 for an agency under " +
        "composition, which files none.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: gstPeriod },
      also: [409],
      run: ({ context, asker, id }) => readInWorker(context, asker, "getGstPeriod", id),
    }),
    fileCall(
      {
        name: "getGstr1Json",
        path: "/api/gst/:id/gstr1.json",
        summary: "Download GSTR-1 as the portal takes it",
        about:
          "The same books give the same bytes. Of a filed period it is the file that was filed.",
      },
      "getGstr1File",
    ),
    call({
      name: "getGstr1Sheets",
      method: "GET",
      path: "/api/gst/:id/gstr1.zip",
      summary: "Download GSTR-1 as sheets of the offline tool",
      who: "members",
      id: MONTH,
      answer: { status: 200, file: "application/zip" },
      also: [409],
      run: ({ context, asker, id }) => sheets(context, asker, id),
    }),
    call({
      name: "getGstr3b",
      method: "GET",
      path: "/api/gst/:id/gstr3b",
      summary: "Read GSTR-3B of a period",
      about: "What was supplied. Interest and late fee are estimates.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: gstr3b },
      also: [409],
      run: ({ context, asker, id }) => readInWorker(context, asker, "getGstr3b", id),
    }),
    fileCall(
      {
        name: "getGstr3bJson",
        path: "/api/gst/:id/gstr3b.json",
        summary: "Download GSTR-3B for the offline utility",
        about: "The portal fills table 3 itself, from GSTR-1.",
      },
      "getGstr3bFile",
    ),
    call({
      name: "getGstr3bPdf",
      method: "GET",
      path: "/api/gst/:id/gstr3b.pdf",
      summary: "Download GSTR-3B as a page to pay by",
      who: "members",
      id: MONTH,
      answer: { status: 200, file: "application/pdf" },
      also: [409],
      run: ({ context, tenant, asker, id }) =>
        context.papers.admit(asker, async (turn) => {
          const shown = await readInWorker(context, asker, "getGstr3b", id);
          const name = `GSTR3B-${id}.pdf`;
          await recordView(tenant, "Filing", { report: name, period: id });
          const { logo, ...agency } = await letterheadOf(tenant);
          const report = { ...agency, shown, generatedOn: today() };
          return pdfAnswer({ name, bytes: await drawGstr3b(report, logo, turn) });
        }),
    }),
    call({
      name: "fileReturn",
      method: "POST",
      path: "/api/gst/:id/filed",
      summary: "Mark a return as filed",
      about:
        "Keeps its file and the list of its documents. It locks nothing: what comes late or changes " +
        "afterwards is found. 409 where it is filed already.",
      who: "members",
      id: MONTH,
      body: {
        schema: NewFiling,
        example: { return: "GSTR1", date: "2026-05-09", arn: "AA2704260012345" },
      },
      answer: { status: 201, schema: v.object({ filing }) },
      run: async ({ context, tenant, id, input }) => ({
        filing: await context.writers.call("fileReturn", tenant, { ...input, period: id }),
      }),
    }),
    call({
      name: "unfileReturn",
      method: "DELETE",
      path: "/api/gst/:id/filed",
      summary: "Undo the filing of a return",
      who: "undo filings",
      id: MONTH,
      query: { schemas: [WhichReturn], example: "return=GSTR1" },
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id, query }) => {
        await unfileReturn(tenant, id, query.return);
        return { message: `${RETURN_NAMES[query.return]} is open again` };
      },
    }),
    fileCall(
      {
        name: "getEinvoices",
        path: "/api/gst/:id/einvoices.json",
        summary: "Download what is to be registered as e-invoices",
        about:
          "INV-01, schema 1.1: the documents of the period that need an IRN and have none. One that lacks " +
          "something is left out, and told in `einvoices` of the period.",
      },
      "getEinvoices",
    ),
    call({
      name: "storeEinvoices",
      method: "POST",
      path: "/api/gst/einvoices",
      summary: "Hand in the portal's answer",
      about:
        "IRN, acknowledgement and signed QR code are kept, and the documents locked. An entry of another " +
        "agency or document is refused with its reason, and the others are taken; one known already is no " +
        "error.",
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
        maxMb: BATCH_MB,
      },
      answer: { status: 200, schema: storedEinvoices },
      run: ({ context, tenant, input }) => context.writers.call("storeEinvoices", tenant, input),
    }),
    ...einvoiceCalls("Invoice", "invoices", ID.invoice),
    ...einvoiceCalls("Note", "notes", ID.note),
  ],
};
