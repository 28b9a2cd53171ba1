import * as v from "valibot";
import { TAX_HEADS } from "../../domain/purchases/offset.ts";
import { CELLS } from "../../domain/taxbook/entries.ts";
import type { EntryView, ProofView } from "../../domain/taxbook/proof.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call } from "./call.ts";
import { MONTH } from "./gstFiles.ts";
import { createShape, day, isTrue, rupees, text } from "./shapes.ts";

export const proof = createShape<ProofView>()(
  v.object({
    period: text,
    agrees: v.pipe(isTrue, v.description("Whether every difference has a reason")),
    lines: v.array(
      v.object({
        name: text,
        head: v.pipe(v.picklist([...TAX_HEADS, ""]), v.description("Empty for a taxable value")),
        returns: rupees,
        ledgers: rupees,
        difference: v.pipe(rupees, v.description("Ledgers less returns")),
        unexplained: v.pipe(rupees, v.description("Unexplained amount: an error")),
        reasons: v.array(v.object({ document: text, number: text, amount: rupees, reason: text })),
      }),
    ),
  }),
);

const entry = v.object({
  document: v.pipe(text, v.description("Id of a document or of a row of GSTR-2B")),
  number: text,
  cell: v.pipe(v.picklist([...CELLS, "3.1b"]), v.description("Table of GSTR-3B")),
  table: v.pipe(text, v.description("Table of GSTR-1; empty for none")),
  due: v.pipe(day, v.description("When tax falls due or credit arises")),
  posted: v.pipe(day, v.description("Month in the ledgers")),
  taxable: rupees,
  igst: rupees,
  cgst: rupees,
  sgst: rupees,
  cess: rupees,
  reason: text,
});
export const taxEntriesShape = createShape<{ period: string; items: EntryView[] }>()(
  v.object({ period: text, items: v.array(entry) }),
);

/** The calls that check whether returns and ledgers agree, and list the entries behind both. */
export const proofCalls = [
  call({
    name: "getProof",
    method: "GET",
    path: "/api/gst/:id/proof",
    summary: "Compare the returns for a period with the ledgers",
    about:
      "Compares the tax ledgers with GSTR-3B, GSTR-1 with GSTR-3B, and table 12 with the " +
      "documents. A difference lists its documents with the reason, such as `late: its month was " +
      "filed`.",
    who: "members",
    id: MONTH,
    answer: { status: 200, schema: proof },
    also: [409],
    run: ({ context, caller, id }) => readInWorker(context, caller, "getProof", id),
  }),
  call({
    name: "listTaxEntries",
    method: "GET",
    path: "/api/gst/:id/entries",
    summary: "List the tax entries for a period",
    about: "Each document's tax in the period’s returns, with the day the tax fell due and why.",
    who: "members",
    id: MONTH,
    answer: { status: 200, schema: taxEntriesShape },
    also: [409],
    run: ({ context, caller, id }) => readInWorker(context, caller, "listTaxEntries", id),
  }),
];
