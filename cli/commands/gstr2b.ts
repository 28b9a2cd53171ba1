import { readFile } from "node:fs/promises";
import { formatDate } from "../../domain/dates.ts";
import { readGstr2b } from "../../domain/purchases/gstr2b.ts";
import type { Matching, MatchingCounts, PairView } from "../../domain/purchases/matchingInput.ts";
import type { PairStatus } from "../../domain/purchases/pairs.ts";
import { Refusal } from "../../domain/refusal.ts";
import { sendJson } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { failToRead } from "../files.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { parsePeriodLabel } from "./gst.ts";

/** Loads the portal's GSTR-2B for the month named in the file. */
export async function loadGstr2b(file: string, options: GlobalOptions): Promise<void> {
  const body = await readFile(file, "utf8").catch(
    failToRead(file, "name the JSON from the portal"),
  );
  const { period } = read(body, file);
  const { api, output } = open(options);
  const headers = { "content-type": "application/json" };
  const answer = await api.json<MatchingCounts>(`/gst/${period}/2b`, "matched", {
    method: "POST",
    body,
    headers,
  });
  await output.result(
    answer,
    () => `${count(answer.rows, "row")} of ${period}: ${describeCounts(answer)}`,
  );
}

function read(text: string, file: string) {
  try {
    return readGstr2b(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Refusal ? error.message : "it is not JSON";
    throw failUsage(`${file} cannot be read: ${why}`, "name the JSON from the portal");
  }
}

function describeCounts({ matched, suggested, mismatch, missing }: MatchingCounts): string {
  const differ = `${mismatch} that ${mismatch === 1 ? "differs" : "differ"}`;
  return `${matched} matched, ${suggested} suggested, ${differ}, ${missing} on one side only`;
}

const STATUS_WORDS: Record<PairStatus, string> = {
  EXACT: "matched",
  SUGGESTED: "suggested",
  MISMATCH: "differs",
  RESIDUAL: "by amount",
  MANUAL: "linked by hand",
  MISSING_IN_2B: "not in 2B",
  MISSING_IN_BOOKS: "no bill",
  IGNORED: "ignored",
};

const describeStatus = ({ status, counts }: PairView) =>
  counts && status !== "EXACT" && status !== "MANUAL" ? "accepted" : STATUS_WORDS[status];
const sumTax = ({ bill, row }: PairView) => {
  const one = row ?? bill;
  return one ? one.igst + one.cgst + one.sgst + one.cess : 0;
};

const PAIRS: Column<PairView>[] = [
  { title: "Status", text: describeStatus },
  {
    title: "Supplier",
    text: ({ bill, row }) => bill?.vendor.name ?? row?.supplier ?? "",
    minWidth: 12,
  },
  { title: "Bill", text: ({ bill }) => bill?.number ?? "" },
  { title: "In 2B", text: ({ row }) => row?.number ?? "", dropOrder: 1 },
  { title: "Date", text: ({ bill, row }) => formatDate((row ?? bill)?.date ?? ""), dropOrder: 3 },
  rupeesColumn("Tax", sumTax),
  { title: "Differs in", text: ({ differences }) => differences.join(" "), dropOrder: 2 },
];

export interface MatchingOptions extends GlobalOptions {
  acceptSuggested?: boolean;
}

/** Compares a month's bills with GSTR-2B, after accepting suggestions if requested. */
export async function listMatching(month: string, options: MatchingOptions): Promise<void> {
  const path = `/gst/${parsePeriodLabel(month)}/matching`;
  const { api, output } = open(options);
  const before = await api.json<Matching>(path, "pairs");
  if (!before.loadedAt) {
    const advice = "download it from the portal and load it with bahi gst 2b FILE";
    throw new Failure(EXIT.missing, `No GSTR-2B for ${month} is loaded`, advice);
  }
  const accept = before.pairs.flatMap(({ bill, row, status, counts }) =>
    bill && row && status === "SUGGESTED" && !counts ? { bill: bill._id, row: row._id } : [],
  );
  if (options.acceptSuggested && accept.length > 0) {
    await api.json<MatchingCounts>(path, "matched", sendJson("POST", { accept }));
    output.note(`Accepted ${count(accept.length, "pair")}`);
    const answer = await api.json<Matching>(path, "pairs");
    return printList(answer, answer.pairs, PAIRS, options, () => describeCounts(answer));
  }
  return printList(before, before.pairs, PAIRS, options, () => describeCounts(before));
}
