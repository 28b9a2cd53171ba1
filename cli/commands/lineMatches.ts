import type { Candidates, MatchCandidate } from "../../domain/banking/matchCandidates.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import type { InvoiceDetail } from "../../domain/documents/invoices.ts";
import { type Paise, readAmount, toRupees } from "../../domain/money.ts";
import { type Api, sendJson } from "../api.ts";
import { failUsage } from "../failure.ts";
import { formatPage, printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";

export interface MatchOptions extends GlobalOptions {
  advance?: boolean;
  entry?: string[];
  document?: string[];
  line?: string;
}

const ADVICE = { 404: "see bahi reconcile" };

const COLUMNS: Column<MatchCandidate>[] = [
  { title: "Kind", text: ({ kind }) => kind },
  { title: "Date", text: ({ date }) => date },
  { title: "Number", text: ({ number }) => number, dropOrder: 2 },
  { title: "Party", text: ({ party }) => oneLine(party), minWidth: 10 },
  rupeesColumn("Open", ({ open }) => open),
  { title: "Id", text: ({ id }) => id },
];

/** Lists what a bank line can be matched with, nearest amount first. */
export async function listCandidates(
  line: string,
  options: GlobalOptions & { q?: string; kind?: string; page?: string; limit?: string },
): Promise<void> {
  const { api } = open(options);
  const { q, kind, page, limit } = options;
  const path = `/bank-lines/${encodeURIComponent(line)}/candidates`;
  const query = { q, kind, page, limit };
  const answer = await api.json<Candidates>(path, "items", { query, advice: ADVICE });
  const total = () => `${count(answer.total, "candidate")}${formatPage(answer)}`;
  await printList(answer, answer.items, COLUMNS, options, total);
}

/** Matches a bank line with entries, and with documents that it pays. */
export async function matchLine(line: string, options: MatchOptions): Promise<void> {
  const { entry: entries = [], document: documents = [], line: other } = options;
  const named = entries.length + documents.length;
  if (named === 0 && !other) {
    const fix = "add --entry ID, --document ID:AMOUNT or --line ID";
    throw failUsage("there is nothing to match it with", fix);
  }
  if (named > 0 && other)
    throw failUsage("--line cannot be combined with --entry or --document", "leave one out");
  const { api, output } = open(options);
  const body = other
    ? { proposal: await proposalFor(api, line, other) }
    : {
        entries,
        documents: await Promise.all(
          documents.map((text) => readDocument(api, text, options.advance)),
        ),
      };
  const path = `/bank-lines/${encodeURIComponent(line)}/accept`;
  const answer = await api.json<{ line: BankLine }>(path, "line", {
    ...sendJson("POST", body, crypto.randomUUID()),
    advice: ADVICE,
  });
  const { match } = answer.line;
  await output.result(answer, () =>
    [
      `Matched with ${oneLine((match?.parts ?? []).map(({ name }) => name).join(", "))}`,
      `Undo: bahi api DELETE /matches/${match?._id}`,
    ].join("\n"),
  );
}

/** Returns the suggestion that accepts another bank line as the match. */
async function proposalFor(api: Api, line: string, other: string): Promise<string> {
  const path = `/bank-lines/${encodeURIComponent(line)}/candidates`;
  const query = { kind: "line", limit: "100" };
  const { items } = await api.json<Candidates>(path, "items", { query, advice: ADVICE });
  const found = items.find(({ id }) => id === other);
  if (!found) throw failUsage(`${other} is not a candidate`, "see bahi statements candidates");
  return found.proposal;
}

/** Reads `ID:AMOUNT`, with the TDS and the GST-TDS that were deducted after further colons. */
async function readDocument(api: Api, text: string, advance: boolean | undefined) {
  const [id = "", ...amounts] = text.split(":");
  const [amount, tds, gst] = amounts.map((one) => (one === "" ? (0 as Paise) : readAmount(one)));
  const isRead = amounts.slice(1).every((one) => one === "" || readAmount(one) !== undefined);
  if (!id || !amount || amounts.length > 3 || !isRead) {
    const forms = "write ID:AMOUNT, ID:AMOUNT:TDS or ID:AMOUNT:TDS:GST-TDS";
    throw failUsage(`${text} is not a document with an amount`, forms);
  }
  return {
    id,
    amount: toRupees(amount),
    ...(tds && { tdsAmount: toRupees(tds) }),
    ...(gst && { gstTds: await splitGstTdsByHead(api, id, gst) }),
    ...(advance && { advance }),
  };
}

/** Splits GST-TDS by the taxes of the invoice. */
async function splitGstTdsByHead(api: Api, id: string, gst: Paise) {
  const { invoice } = await api.json<InvoiceDetail>(`/invoices/${id}`, "invoice");
  return showGstTds(splitGstTds(gst, invoice.gstMode));
}
