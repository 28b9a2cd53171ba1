import * as v from "valibot";
import { setOpening } from "../../db/returns/creditLedger.ts";
import { findPeriod } from "../../db/returns/readPeriod.ts";
import { DIFFERENCES } from "../../domain/purchases/matching.ts";
import {
  CreditOpening,
  type MatchedBill,
  type MatchedRow,
  type Matching,
  MatchingChange,
  type MatchingCounts,
  type PairView,
} from "../../domain/purchases/matchingInput.ts";
import { PAIR_STATUSES } from "../../domain/purchases/pairs.ts";
import { BATCH_MB, readJsonFile } from "../http/body.ts";
import { readFile } from "../http/fileReads.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call } from "./call.ts";
import { JSON_FILE, MONTH } from "./gstFiles.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, deleted, id, isTrue, rupees, text } from "./shapes.ts";

/** Parsed leniently later. Here it only has to be an object. */
const PortalFile = v.record(v.string(), v.unknown(), "Send the portal's GSTR-2B as JSON");

const counted = {
  rows: v.pipe(count, v.description("Bills and notes in the period's file")),
  matched: count,
  suggested: count,
  mismatch: v.pipe(count, v.description("MISMATCH and RESIDUAL")),
  missing: v.pipe(count, v.description("Unmatched rows and bills")),
};
export const matchingCounts = createShape<MatchingCounts>()(v.object(counted));

const one = {
  _id: id,
  number: text,
  date: day,
  pos: text,
  reverseCharge: isTrue,
  taxable: rupees,
  igst: rupees,
  cgst: rupees,
  sgst: rupees,
  cess: rupees,
};
const matchedBill = createShape<MatchedBill>()(
  v.object({
    ...one,
    vendor: v.object({ _id: id, name: text }),
    blocked: v.pipe(rupees, v.description("Its tax blocked by section 17(5), in rupees")),
  }),
);
const matchedRow = createShape<MatchedRow>()(
  v.object({
    ...one,
    supplier: text,
    kind: v.picklist(["C", "D", "INVOICE"]),
    period: v.pipe(text, v.description("Period of the file it is in")),
    available: v.picklist(["N", "T", "Y"]),
    reason: text,
  }),
);
const pair = createShape<PairView>()(
  v.object({
    bill: v.nullable(matchedBill),
    row: v.nullable(matchedRow),
    ctin: text,
    status: v.picklist(PAIR_STATUSES),
    counts: v.pipe(isTrue, v.description("EXACT, accepted or linked by hand")),
    differences: v.array(v.picklist(DIFFERENCES)),
  }),
);
export const matching = createShape<Matching>()(
  v.object({
    period: text,
    loadedAt: v.pipe(text, v.description("Empty until a file is loaded")),
    ...counted,
    pairs: v.array(pair),
  }),
);

/** The calls that match a period's GSTR-2B with the bills in the books. */
export const gstMatching = [
  call({
    name: "loadGstr2b",
    method: "POST",
    path: "/api/gst/:id/2b",
    summary: "Load the portal's GSTR-2B for a period",
    about:
      "The JSON as downloaded from the portal, at most 16 MB. It replaces an earlier file; " +
      "decisions stay with rows that are in both. Returns 400 for a file of another GSTIN or " +
      "month, and changes nothing.",
    who: "everyone",
    id: MONTH,
    body: {
      schema: PortalFile,
      example: {
        data: {
          gstin: "27AAPFU0939F1ZV",
          rtnprd: "042026",
          docdata: {
            b2b: [
              {
                ctin: "27AAMFP3390B1Z8",
                trdnm: "Pune Print House",
                inv: [
                  {
                    inum: "PPH/2026-27/061",
                    typ: "R",
                    dt: "18-04-2026",
                    val: 40120,
                    pos: "27",
                    rev: "N",
                    itcavl: "Y",
                    txval: 34000,
                    cgst: 3060,
                    sgst: 3060,
                  },
                ],
              },
            ],
          },
        },
      },
      isStreamed: true,
    },
    answer: { status: 200, schema: matchingCounts },
    also: [409],
    run: async ({ context, tenant, caller, id: label, request }) => {
      await findPeriod(tenant.books.read, tenant, label);
      const bytes = await readJsonFile(request, BATCH_MB);
      await findPeriod(tenant.books.read, tenant, label); // An invalid month returns 404, whatever the file.
      const file = await readFile(context, caller, "gstr2b", { bytes });
      return context.writers.call("loadGstr2b", tenant, { label, file });
    },
  }),
  call({
    name: "getMatching",
    method: "GET",
    path: "/api/gst/:id/matching",
    summary: "Compare GSTR-2B with the bills for a period",
    about:
      "Unmatched rows of the period's file and earlier ones, with the bills that could match. " +
      "Only EXACT matches count without a person's decision.",
    who: "members",
    id: MONTH,
    answer: { status: 200, schema: matching },
    also: [409],
    run: async ({ context, caller, id }) => {
      const text = await readInWorker(context, caller, "getMatching", id);
      return new Response(text, { headers: { "content-type": JSON_FILE } });
    },
  }),
  call({
    name: "changeMatching",
    method: "POST",
    path: "/api/gst/:id/matching",
    summary: "Accept, link, unlink or ignore GSTR-2B rows",
    about:
      "All or nothing. `accept` takes suggested pairs, `link` connects a bill and a row chosen by " +
      "a person, `unlink` removes a link or restores an ignored row.",
    who: "everyone",
    id: MONTH,
    body: { schema: MatchingChange, example: { accept: [{ bill: ID.bill, row: ID.row }] } },
    answer: { status: 200, schema: matchingCounts },
    also: [409],
    run: ({ context, tenant, id: label, input }) =>
      context.writers.call("changeMatching", tenant, { ...input, label }),
  }),
  call({
    name: "setCreditOpening",
    method: "PUT",
    path: "/api/gst/:id/credit",
    summary: "Set the opening input tax credit for a period",
    about:
      "By tax head, in rupees, from the portal's credit ledger. GSTR-3B for the period then shows " +
      "what is left to pay in cash.",
    who: "everyone",
    id: MONTH,
    body: {
      schema: CreditOpening,
      isChange: true,
      example: { igst: 12500, cgst: 4200.5, sgst: 4200.5 },
    },
    answer: { status: 200, schema: deleted },
    also: [409],
    run: async ({ tenant, id, input }) => {
      await setOpening(tenant, id, input);
      return { message: "Credit saved" };
    },
  }),
];
