import type { Metadata } from "../../domain/agencies/agency.ts";
import { findFields } from "../../domain/describeField.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { findClientMode, splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  NewVoucher,
  type Voucher,
  VoucherQuery,
  type VoucherRow,
} from "../../domain/documents/vouchers.ts";
import { formatInr, roundToPaise } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { readRupees } from "../fieldOptions.ts";
import type { DocumentFields } from "../noun.ts";
import type { GlobalOptions } from "../open.ts";
import { oneLine } from "../output.ts";
import { rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";

export const VOUCHER: DocumentFields<VoucherRow, Voucher> = {
  filters: findFields(VoucherQuery),
  columns: [
    { title: "Number", text: ({ number }) => number },
    { title: "Date", text: ({ date }) => date, dropOrder: 1 },
    { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
    { title: "Kind", text: ({ kind }) => KIND_NAMES[kind], dropOrder: 3 },
    enumColumn("Status", ({ status }) => status, STATUS_WORDS, 4),
    rupeesColumn("Amount", ({ amount }) => amount),
    rupeesColumn("Held", ({ held }) => held, 2),
  ],
  help: {
    q: "in number and client",
    clientId: "who paid, by name, ignoring case, or by id",
    description: "what it is for",
    accountId: "where the money goes, by name, ignoring case, or by id",
    reference: "a UTR, a cheque's number",
  },
  earlier: { "--tax": "taxPct", "--tds": "tdsAmount" },
  read: { gstTds: (flag, text) => readRupees(text, flag) },
  fields: findFields(NewVoucher),
  initial: { mode: "Bank Transfer" },
  toBody,
  describe: ({ number, amount, clientId }, { isAgain }) =>
    `${isAgain ? "Already recorded:" : "Recorded"} ${number}: ${formatInr(amount)} ` +
    `from ${oneLine(clientId.displayName)}`,
};

/** Splits GST-TDS by the client's taxes. */
async function toBody(body: Record<string, unknown>, _: GlobalOptions, api: Api) {
  if (body.gstTds === undefined) return body;
  const { client } = await api.json<{ client: Client }>(`/clients/${body.clientId}`, "client");
  const { metadata } = await api.json<{ metadata: Metadata }>("/metadata", "metadata");
  const amount = roundToPaise(body.gstTds as number);
  const split = splitGstTds(amount, findClientMode(client, metadata.gstNumber));
  return { ...body, gstTds: showGstTds(split) };
}
