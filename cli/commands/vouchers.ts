import type { Metadata } from "../../domain/agencies/agency.ts";
import { formatRange } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { findClientMode, splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import type { Voucher, VoucherList, VoucherRow } from "../../domain/documents/vouchers.ts";
import { formatInr, roundToPaise } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { findAccountId, findClientId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type PdfOptions, savePdfs, VOUCHERS } from "../pdfs.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";
import { readPercent } from "./estimates.ts";
import { readRupees } from "./receipts.ts";

const COLUMNS: Column<VoucherRow>[] = [
  { title: "Number", text: ({ number }) => number },
  { title: "Date", text: ({ date }) => date, dropOrder: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
  { title: "Kind", text: ({ kind }) => KIND_NAMES[kind], dropOrder: 3 },
  enumColumn("Status", ({ status }) => status, STATUS_WORDS, 4),
  rupeesColumn("Amount", ({ amount }) => amount),
  rupeesColumn("Held", ({ held }) => held, 2),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  search?: string;
}

/** Prints one page. Defaults to all dates, as the screen does. */
export async function listVouchers(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { api } = open(options);
  const query = { ...period, q: options.search };
  const answer = await fetchPages<VoucherList>(api, "/vouchers", options, query);
  const when = period ? formatRange(period) : "all time";
  const footer = () => `${count(answer.total, "voucher")}, ${when}${formatPage(answer)}`;
  await printList(answer, answer.items, COLUMNS, options, footer);
}

export interface CreateOptions extends GlobalOptions {
  client?: string;
  amount?: string;
  account?: string;
  description?: string;
  tax?: string;
  tds?: string;
  gstTds?: string;
  mode?: string;
  date?: string;
  reference?: string;
  again?: boolean;
}

/** Records an advance, with its receipt voucher and its income. */
export async function createVoucher(options: CreateOptions): Promise<void> {
  const { client, amount, account, description, tds, reference } = options;
  for (const [name, value] of Object.entries({ client, amount, account, description })) {
    if (value === undefined)
      throw failUsage(`--${name} is missing`, "see bahi vouchers create --help");
  }
  const fields = {
    description,
    reference,
    taxPct: readPercent(options.tax),
    amount: readRupees(amount ?? ""),
    ...(tds !== undefined && { tdsAmount: readRupees(tds, "--tds") }),
    mode: readMode(options.mode ?? "Bank Transfer"),
    date: readDay("--date", options.date),
  };
  const { api, output } = open(options);
  const id = await findClientId(api, client ?? "");
  const gstTds = options.gstTds && (await readGstTds(api, id, options.gstTds));
  const body = {
    ...fields,
    ...(gstTds && { gstTds }),
    clientId: id,
    accountId: await findAccountId(api, account),
  };
  const { answer, isAgain } = await create<Voucher>(api, options, {
    command: "vouchers create",
    path: "/vouchers",
    key: "_id",
    body,
  });
  const verb = isAgain ? "Already recorded:" : "Recorded";
  const from = oneLine(answer.clientId.displayName);
  await output.result(
    answer,
    () => `${verb} ${answer.number}: ${formatInr(answer.amount)} from ${from}`,
  );
}

/** Splits GST-TDS by the client's taxes. */
async function readGstTds(api: Api, id: string, text: string) {
  const { client } = await api.json<{ client: Client }>(`/clients/${id}`, "client");
  const { metadata } = await api.json<{ metadata: Metadata }>("/metadata", "metadata");
  const amount = roundToPaise(readRupees(text, "--gst-tds"));
  return showGstTds(splitGstTds(amount, findClientMode(client, metadata.gstNumber)));
}

function readMode(text: string): string {
  const mode = PAYMENT_MODES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (mode) return mode;
  throw failUsage(`--mode ${text} is not known`, `use one of ${PAYMENT_MODES.join(", ")}`);
}

export function saveVouchers(typed: string[], options: PdfOptions): Promise<void> {
  return savePdfs(VOUCHERS, typed, options);
}
