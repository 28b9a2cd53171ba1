import type { Metadata } from "../../domain/agencies/agency.ts";
import { formatRange } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { modeOfClient, splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import type { Voucher, VoucherList, VoucherRow } from "../../domain/documents/vouchers.ts";
import { formatInr, nearestPaise } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { create } from "../create.ts";
import { wrongUsage } from "../failure.ts";
import { fetchPages, listed, type PagedOptions, pageOf } from "../listing.ts";
import { accountId, clientId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type PdfOptions, savePapers, VOUCHERS } from "../papers.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupees } from "../table.ts";
import { coded, STATUS_WORDS } from "../words.ts";
import { readPercent } from "./estimates.ts";
import { readRupees } from "./receipts.ts";

const COLUMNS: Column<VoucherRow>[] = [
  { title: "Number", text: ({ number }) => number },
  { title: "Date", text: ({ date }) => date, spare: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, least: 10 },
  { title: "Kind", text: ({ kind }) => KIND_NAMES[kind], spare: 3 },
  coded("Status", ({ status }) => status, STATUS_WORDS, 4),
  rupees("Amount", ({ amount }) => amount),
  rupees("Held", ({ held }) => held, 2),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  search?: string;
}

/** One page; of all time where no period is given, as the screen does. */
export async function listVouchers(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { api } = open(options);
  const query = { ...period, q: options.search };
  const answer = await fetchPages<VoucherList>(api, "/vouchers", options, query);
  const when = period ? formatRange(period) : "all time";
  const footer = () => `${count(answer.total, "voucher")}, ${when}${pageOf(answer)}`;
  await listed(answer, answer.items, COLUMNS, options, footer);
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
      throw wrongUsage(`--${name} is missing`, "see bahi vouchers create --help");
  }
  const fields = {
    ...{ description, reference, taxPct: readPercent(options.tax) },
    amount: readRupees(amount ?? ""),
    ...(tds !== undefined && { tdsAmount: readRupees(tds, "--tds") }),
    mode: readMode(options.mode ?? "Bank Transfer"),
    date: readDay("--date", options.date),
  };
  const { api, output } = open(options);
  const id = await clientId(api, client ?? "");
  const gstTds = options.gstTds && (await readGstTds(api, id, options.gstTds));
  const body = {
    ...fields,
    ...(gstTds && { gstTds }),
    clientId: id,
    accountId: await accountId(api, account),
  };
  const { answer, isAgain } = await create<Voucher>(api, options, {
    ...{ command: "vouchers create", path: "/vouchers", key: "_id", body },
  });
  const verb = isAgain ? "Nothing new, made earlier:" : "Recorded";
  const from = oneLine(answer.clientId.displayName);
  await output.result(
    answer,
    () => `${verb} ${answer.number}: ${formatInr(answer.amount)} from ${from}`,
  );
}

/** GST-TDS by the heads of the client. */
async function readGstTds(api: Api, id: string, text: string) {
  const { client } = await api.json<{ client: Client }>(`/clients/${id}`, "client");
  const { metadata } = await api.json<{ metadata: Metadata }>("/metadata", "metadata");
  const amount = nearestPaise(readRupees(text, "--gst-tds"));
  return showGstTds(splitGstTds(amount, modeOfClient(client, metadata.gstNumber)));
}

function readMode(text: string): string {
  const mode = PAYMENT_MODES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (mode) return mode;
  throw wrongUsage(`--mode ${text} is not known`, `write one of ${PAYMENT_MODES.join(", ")}`);
}

export function saveVouchers(said: string[], options: PdfOptions): Promise<void> {
  return savePapers(VOUCHERS, said, options);
}
