import { formatRange } from "../../domain/dates.ts";
import {
  ESTIMATE_STATUSES,
  type Estimate,
  type EstimateList,
  type EstimateRow,
} from "../../domain/documents/estimates.ts";
import { formatInr } from "../../domain/money.ts";
import { create, sendDraft } from "../create.ts";
import { failUsage } from "../failure.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { findClientId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { ESTIMATES, type PdfOptions, savePdfs } from "../pdfs.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";
import { readRupees } from "./receipts.ts";

const COLUMNS: Column<EstimateRow>[] = [
  { title: "Number", text: ({ number }) => number },
  { title: "Date", text: ({ date }) => date, dropOrder: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
  enumColumn("Status", ({ status }) => status, STATUS_WORDS, 3),
  { title: "Valid until", text: ({ dueDate }) => dueDate, dropOrder: 4 },
  rupeesColumn("Total", ({ grandTotal }) => grandTotal),
  rupeesColumn("Billed", ({ billed }) => billed, 2),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  status?: string;
  search?: string;
}

/** Prints one page. Defaults to all dates, as the screen does. */
export async function listEstimates(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const query = { ...period, status: readStatus(options.status), q: options.search };
  const { api } = open(options);
  const answer = await fetchPages<EstimateList>(api, "/estimates", options, query);
  const when = period ? formatRange(period) : "all time";
  const footer = () => `${count(answer.total, "estimate")}, ${when}${formatPage(answer)}`;
  await printList(answer, answer.items, COLUMNS, options, footer);
}

function readStatus(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const status = ESTIMATE_STATUSES.find((known) => known === text.toUpperCase());
  if (status) return status;
  throw failUsage(`--status ${text} is not known`, `use one of ${ESTIMATE_STATUSES.join(", ")}`);
}

export interface CreateOptions extends GlobalOptions {
  client?: string;
  item?: string[];
  hsn?: string;
  tax?: string;
  date?: string;
  validUntil?: string;
  notes?: string;
  terms?: string;
  send?: boolean;
  again?: boolean;
}

/** Creates an estimate, as a draft unless it is sent at once. */
export async function createEstimate(options: CreateOptions): Promise<void> {
  const { client, item = [], hsn: hsnSac, validUntil, notes, terms, send } = options;
  if (!client) throw failUsage("--client is missing", "name the client");
  if (item.length === 0) throw failUsage("--item is missing", 'add --item "Website=85000"');
  const taxPct = readPercent(options.tax);
  const items = item.map((text) => ({ ...readItem(text), hsnSac, taxPct }));
  const date = readDay("--date", options.date);
  const dueDate = validUntil && readDay("--valid-until", validUntil);
  const { api, output } = open(options);
  const id = await findClientId(api, client);
  const body = { clientId: id, date, ...(dueDate && { dueDate }), items, notes, terms };
  const made = await create<Estimate>(api, options, {
    command: "estimates create",
    path: "/estimates",
    key: "_id",
    body,
  });
  const sent = send ? await sendDraft(api, "/estimates", made) : { ...made, isSent: false };
  const { answer, isSent } = sent;
  const verb = isSent ? "Sent" : made.isAgain ? "Already created:" : "Created a draft of";
  await output.result(
    answer,
    () => `${verb} estimate ${answer.number}: ${formatInr(answer.grandTotal)}`,
  );
}

/** Parses `Website=85000`, or with a quantity `Photo=12x250`. */
function readItem(text: string) {
  const [, description = "", qty = "1", rate = ""] =
    /^(.+)=(?:(\d+(?:\.\d{1,2})?)x)?([^=]+)$/i.exec(text) ?? [];
  if (!description.trim()) {
    throw failUsage(
      `--item ${text} is not understood`,
      'write it "Website=85000" or "Photo=12x250"',
    );
  }
  return { description: description.trim(), qty: Number(qty), rate: readRupees(rate, "--item") };
}

/** If left out, the server uses the default of the settings. */
export function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = Number(text.replace(/%$/, ""));
  if (/^\d+(\.\d{1,2})?%?$/.test(text) && percent <= 100) return percent;
  throw failUsage(`--tax ${text} is not a percentage`, "write a number from 0 to 100");
}

export function saveEstimates(typed: string[], options: PdfOptions): Promise<void> {
  return savePdfs(ESTIMATES, typed, options);
}
