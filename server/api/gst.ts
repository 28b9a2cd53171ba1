import * as v from "valibot";
import { recordView } from "../../db/engine/views.ts";
import { correct } from "../../db/returns/correct.ts";
import { reopenReturn } from "../../db/returns/filings.ts";
import { today } from "../../domain/dates.ts";
import { NewCashEntry } from "../../domain/gst/cashLedger.ts";
import {
  Correction,
  NewFiling,
  RETURN_NAMES,
  WhichReturn,
} from "../../domain/gst/returns/filings.ts";
import { MatchingChange } from "../../domain/purchases/matchingInput.ts";
import { TaxBookStart } from "../../domain/taxbook/start.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { download, pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { toZip } from "../http/zip.ts";
import { renderGstr3b } from "../pdf/pdfQueue.ts";
import { amendmentCalls, documentReturn } from "./amendments.ts";
import { call, type Group } from "./call.ts";
import { cashLedgerCalls, cashLedgerShape } from "./cashLedger.ts";
import { einvoices } from "./einvoices.ts";
import { fileCall, JSON_FILE, MONTH, recordFileView } from "./gstFiles.ts";
import { gstMatching, matching, matchingCounts } from "./gstMatching.ts";
import { documentEinvoice, filing, gstPeriod, gstr3b, periodRow } from "./gstShapes.ts";
import { ID } from "./ids.ts";
import { getLetterhead } from "./letterhead.ts";
import { proof, proofCalls, taxEntriesShape } from "./proof.ts";
import { deleted } from "./shapes.ts";
import { supplierCalls, supplierReturnShape } from "./suppliers.ts";
import { taxBookBegun, taxBookCalls, taxBookState } from "./taxBook.ts";

async function sheets(context: AppContext, caller: Caller, id: string): Promise<Response> {
  const files = await readInWorker(context, caller, "getGstr1Sheets", id);
  const name = `GSTR1-${id}.zip`;
  await recordFileView(caller.tenant, name, id);
  const encoder = new TextEncoder();
  // Dated by the period, so that the same books give the same bytes.
  const madeOn = `${id}-01T12:00:00`;
  async function* entries() {
    for (const { name, text } of files) yield { name, bytes: encoder.encode(text), madeOn };
  }
  return context.exportLimit.admit(caller, (turn) =>
    download(context, turn, { name, type: "application/zip" }, toZip(entries())),
  );
}

export const gst: Group = {
  title: "GST",
  about:
    "GST returns computed from the books. A period is named by its last month, such as `2026-10`. " +
    "Quarterly filers have an IFF for the other two months. Until a return is marked as filed, it " +
    "is not stored but follows the books.",
  schemas: {
    GstPeriodRow: periodRow,
    GstPeriod: gstPeriod,
    Gstr3b: gstr3b,
    Filing: filing,
    NewFiling,
    Correction,
    CashLedger: cashLedgerShape,
    TaxBook: taxBookState,
    TaxBookBegun: taxBookBegun,
    SupplierReturn: supplierReturnShape,
    DocumentReturn: documentReturn,
    Proof: proof,
    TaxEntries: taxEntriesShape,
    NewCashEntry,
    TaxBookStart,
    DocumentEinvoice: documentEinvoice,
    Matching: matching,
    MatchingCounts: matchingCounts,
    MatchingChange,
  },
  calls: [
    ...cashLedgerCalls,
    ...taxBookCalls,
    ...supplierCalls,
    ...proofCalls,
    call({
      name: "listGstPeriods",
      method: "GET",
      path: "/api/gst",
      summary: "List the periods of the last year",
      about: "Newest first. Empty for an agency without a GSTIN.",
      who: "members",
      answer: { status: 200, schema: v.object({ periods: v.array(periodRow) }) },
      also: [409],
      run: async ({ context, caller }) => ({
        periods: await readInWorker(context, caller, "listGstPeriods", undefined),
      }),
    }),
    call({
      name: "getGstPeriod",
      method: "GET",
      path: "/api/gst/:id",
      summary: "Get GSTR-1 for a period, with its check",
      about:
        "Amounts in sections are signed: credit notes are negative. Returns 409 for an agency " +
        "under composition, which files no GSTR-1.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: gstPeriod },
      also: [409],
      run: async ({ context, caller, id }) => {
        const text = await readInWorker(context, caller, "getGstPeriod", id);
        return new Response(text, { headers: { "content-type": JSON_FILE } });
      },
    }),
    fileCall(
      {
        name: "getGstr1Json",
        path: "/api/gst/:id/gstr1.json",
        summary: "Download GSTR-1 for the portal",
        about: "The same books give the same bytes. For a filed period, returns the file as filed.",
      },
      "getGstr1File",
    ),
    call({
      name: "getGstr1Sheets",
      method: "GET",
      path: "/api/gst/:id/gstr1.zip",
      summary: "Download GSTR-1 as sheets for the offline tool",
      who: "members",
      id: MONTH,
      answer: { status: 200, file: "application/zip" },
      also: [409],
      run: ({ context, caller, id }) => sheets(context, caller, id),
    }),
    call({
      name: "getGstr3b",
      method: "GET",
      path: "/api/gst/:id/gstr3b",
      summary: "Get GSTR-3B for a period",
      about: "Supplies, input credit and tax to pay. Interest and late fee are estimates.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: gstr3b },
      also: [409],
      run: ({ context, caller, id }) => readInWorker(context, caller, "getGstr3b", id),
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
      summary: "Download a payment summary of GSTR-3B",
      who: "members",
      id: MONTH,
      answer: { status: 200, file: "application/pdf" },
      also: [409],
      run: ({ context, tenant, caller, id }) =>
        context.pdfLimit.admit(caller, async (turn) => {
          const shown = await readInWorker(context, caller, "getGstr3b", id);
          const name = `GSTR3B-${id}.pdf`;
          const head = await recordView(tenant, "Filing", { report: name, period: id });
          const { logo, ...agency } = await getLetterhead(tenant);
          const report = { ...agency, shown, generatedOn: today(), head };
          return pdfAnswer({ name, bytes: await renderGstr3b(report, logo, turn) });
        }),
    }),
    call({
      name: "fileReturn",
      method: "POST",
      path: "/api/gst/:id/filed",
      summary: "Mark a return as filed",
      about:
        "Stores the file and the list of its documents. It locks nothing: documents added late or " +
        "changed afterwards are reported. Returns 409 if the return is already filed.",
      who: "everyone",
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
      name: "correctGst",
      method: "PUT",
      path: "/api/gst/:id/corrections",
      summary: "Fix an issue found by the check",
      about:
        "Sets a client's GSTIN and State, on the client and on the period's documents that are " +
        "neither registered nor filed; or the HSN/SAC or the treatment of lines of a sent " +
        "document. No amount changes. `id` and `field` come from the `fix` of an issue.",
      who: "edit invoices",
      id: MONTH,
      body: {
        schema: Correction,
        isChange: true,
        example: {
          field: "hsnSac",
          id: ID.invoice,
          lines: [{ line: 2, value: "998391" }],
        },
      },
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id, input }) => {
        await correct(tenant, id, input);
        return { message: "Corrected" };
      },
    }),
    ...amendmentCalls,
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
        await reopenReturn(tenant, id, query.return);
        return { message: `${RETURN_NAMES[query.return]} reopened` };
      },
    }),
    ...einvoices,
    ...gstMatching,
  ],
};
