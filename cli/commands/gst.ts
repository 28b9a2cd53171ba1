import { readFile } from "node:fs/promises";
import { DATE_FORMS, formatDate, readDate, readMonth, today } from "../../domain/dates.ts";
import type { StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import {
  type EinvoiceRow,
  FILED_RETURNS,
  type FiledReturn,
  type Filing,
  type GstPeriod,
  type Gstr3bView,
  type PeriodRow,
  RETURN_NAMES,
  type TaxesView,
} from "../../domain/gst/returns/filings.ts";
import type { Finding } from "../../domain/gst/returns/findings.ts";
import { toSettlementRows } from "../../domain/gst/returns/settlementRows.ts";
import { formatInr, formatPaise, roundToPaise, sumInPaise } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import { type Api, type Call, sendJson } from "../api.ts";
import { EXIT, Failure, failUsage, withAdvice } from "../failure.ts";
import { failToRead, findTarget, saveAnswer } from "../files.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, type Output } from "../output.ts";
import { type Column, rupeesColumn, table } from "../table.ts";

export interface SaveOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

const PERIODS: Column<PeriodRow>[] = [
  { title: "Period", text: ({ period }) => period },
  { title: "Return", text: (row) => RETURN_NAMES[row.return] },
  { title: "Status", text: ({ status }) => status },
  { title: "Due", text: ({ due }) => due },
  { title: "Documents", text: ({ documents }) => String(documents), align: "right", dropOrder: 2 },
  { title: "Errors", text: ({ errors }) => String(errors), align: "right" },
  { title: "Warnings", text: ({ warnings }) => String(warnings), align: "right", dropOrder: 1 },
  rupeesColumn("Tax", ({ tax }) => tax),
];

export async function listPeriods(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ periods: PeriodRow[] }>("/gst", "periods");
  const footer = () =>
    answer.periods.length > 0
      ? "Tax is the tax due on supplies, before credit"
      : "No GSTIN, so no returns";
  await printList(answer, answer.periods, PERIODS, options, footer);
}

const FINDINGS: Column<Finding>[] = [
  { title: "Level", text: ({ level }) => level },
  { title: "Code", text: ({ code }) => code, dropOrder: 1 },
  { title: "Subject", text: ({ subject }) => subject, minWidth: 12 },
  { title: "What", text: ({ message }) => message, below: true },
];

/** Prints the check before filing. @throws Failure if there is an ERROR */
export async function checkPeriod(month: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await readPeriod(api, month);
  const { preflight, name } = answer;
  const errors = preflight.filter(({ level }) => level === "ERROR").length;
  const warnings = preflight.length - errors;
  const summary = `${name}: ${count(errors, "error")}, ${count(warnings, "warning")}`;
  // Errors first, because they block filing.
  const rows = preflight.toSorted((a, b) => (a.level < b.level ? -1 : a.level > b.level ? 1 : 0));
  if (options.csv || !output.json || errors === 0) {
    await printList(answer, rows, FINDINGS, options, () => summary);
  }
  if (errors === 0) return;
  const what = `${name} has ${count(errors, "error")}`;
  throw new Failure(EXIT.refused, what, `fix ${errors === 1 ? "it" : "them"} before you file`, {
    answer,
  });
}

/** Saves GSTR-1 in the portal's format, or as sheets for the offline tool. */
export async function saveGstr1(
  month: string,
  options: SaveOptions & { sheets?: boolean },
): Promise<void> {
  const path = `/gst/${parsePeriodLabel(month)}/gstr1`;
  if (options.sheets) return saveFile(`${path}.zip`, "application/zip", options);
  return saveFile(`${path}.json`, "application/json", options);
}

/** Shows GSTR-3B, or saves it: as a page for the payment, or in the offline utility's format. */
export async function gstr3b(month: string, options: SaveOptions): Promise<void> {
  const path = `/gst/${parsePeriodLabel(month)}/gstr3b`;
  if (options.out !== undefined) {
    const isJson = options.out.endsWith(".json");
    const [ending, type] = isJson ? ["json", "application/json"] : ["pdf", "application/pdf"];
    return saveFile(`${path}.${ending}`, type, options);
  }
  const { api, output } = open(options);
  const answer = await api.json<Gstr3bView>(path, "tables");
  await output.result(answer, () => gstr3bWords(answer, output));
}

interface Line {
  words: string;
  figures: { taxable?: number; igst?: number; cgst?: number; sgst?: number };
}

function gstr3bWords(shown: Gstr3bView, output: Output) {
  const { name, tables } = shown;
  const lines: Line[] = [
    { words: "3.1(a) Taxable", figures: tables["3.1a"] },
    { words: "3.1(b) Zero rated", figures: tables["3.1b"] },
    { words: "3.1(c) Nil rated and exempt", figures: tables["3.1c"] },
    { words: "3.1(e) Non-GST supplies", figures: tables["3.1e"] },
    { words: "3.1(d) Reverse charge", figures: tables["3.1d"] },
    { words: "4(A)(5) ITC in GSTR-2B", figures: tables["4A5"] },
    { words: "4(B) ITC reversed", figures: sumTaxes(tables["4B1"], tables["4B2"]) },
    { words: "4(C) Net ITC available", figures: tables["4C"] },
    ...toSettlementRows(shown).map(({ words, heads }) => ({ words, figures: heads })),
  ];
  const columns: Column<Line>[] = [
    { title: `GSTR-3B, ${name}`, text: ({ words }) => words, minWidth: 10 },
    rupeesColumn("Taxable", ({ figures }) => figures.taxable, 1),
    rupeesColumn("IGST", ({ figures }) => figures.igst),
    rupeesColumn("CGST", ({ figures }) => figures.cgst),
    rupeesColumn("SGST", ({ figures }) => figures.sgst),
  ];
  const words = [cashWords(shown), ...shown.notes].map((line) => output.paint.dim(line));
  return [table(lines, columns, output), ...words].join("\n");
}

/** Describes the amount to pay and its due date, with interest and late fee. */
function cashWords({ due, toPay, interest, lateFee, isProvisional }: Gstr3bView): string {
  const why = isProvisional ? "; provisional until GSTR-2B is loaded" : "";
  const tax = `${formatInr(toPay.total)} in cash`;
  const paise = [interest.igst, interest.cgst, interest.sgst, lateFee.cgst, lateFee.sgst]
    .map(sumInPaise)
    .reduce((all, one) => all + one);
  if (paise === 0n) return `${tax} by ${formatDate(due)}, an estimate${why}`;
  const costs = `the next return pays interest and late fee of ${formatPaise(paise)}`;
  return `${tax}, was due ${formatDate(due)}; ${costs}, an estimate${why}`;
}

const sumTaxes = (...all: TaxesView[]) => {
  const sum = (head: keyof TaxesView) =>
    all.reduce((paise, one) => paise + roundToPaise(one[head]), 0) / 100;
  return { igst: sum("igst"), cgst: sum("cgst"), sgst: sum("sgst") };
};

export interface FiledOptions extends GlobalOptions {
  return?: string;
  arn?: string;
  date?: string;
  undo?: boolean;
}

/** Marks a return as filed, or as open again. */
export async function markFiled(month: string, options: FiledOptions): Promise<void> {
  const path = `/gst/${parsePeriodLabel(month)}/filed`;
  const which = readReturn(options.return);
  if (options.undo) {
    const { api, output } = open(options);
    const query = { return: which };
    const call = { method: "DELETE", query } as const;
    const answer = await api.json<{ message: string }>(path, "message", call);
    return output.result(answer, () => `${RETURN_NAMES[which]} for ${month} reopened`);
  }
  if (!options.arn) throw failUsage("--arn is missing", "add the ARN from the portal");
  const date = options.date === undefined ? today() : readDate(options.date);
  if (!date) throw failUsage(`--date ${options.date} is not a date`, DATE_FORMS);
  const { api, output } = open(options);
  // A new key each time, so that filing again after an undo does not return the earlier response.
  const filed = { return: which, date, arn: options.arn };
  const call = sendJson("POST", filed, crypto.randomUUID());
  const answer = await api.json<{ filing: Filing }>(path, "filing", call).catch((error) => {
    const isFiled = error instanceof Failure && error.message.includes("is already filed");
    throw isFiled ? withAdvice(error, "undo the filing with --undo first") : error;
  });
  const what = `${RETURN_NAMES[which]} for ${month} is marked as filed`;
  await output.result(answer, () => `${what} on ${formatDate(answer.filing.date)}`);
}

/** Amends a document of a filed GSTR-1 in an open month, or undoes the amendment. */
export async function amend(
  month: string,
  typed: string,
  options: GlobalOptions & { undo?: boolean },
): Promise<void> {
  const { api, output } = open(options);
  const path = `/gst/${parsePeriodLabel(month)}/amendments`;
  const query = { q: typed, limit: 10 };
  const { items } = await api.json<{ items: { _id: string; number: string }[] }>(
    "/invoices",
    "items",
    { query },
  );
  const documentId = items.find(({ number }) => number === typed)?._id ?? typed;
  const call: Call = options.undo
    ? { method: "DELETE", query: { documentId } }
    : sendJson("POST", { documentId }, crypto.randomUUID());
  const answer = await api.json<{ message: string }>(path, "message", call);
  await output.result(answer, () => `${typed}: ${answer.message}`);
}

function readReturn(text = "gstr1"): FiledReturn {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const known = FILED_RETURNS.find((one) => one === letters);
  if (known) return known;
  throw failUsage(`--return ${text} is not known`, "write gstr1, gstr3b or iff");
}

/** Saves the documents to register, or uploads the portal's response. */
export async function einvoices(
  month: string,
  options: SaveOptions & { answer?: string },
): Promise<void> {
  const label = parsePeriodLabel(month);
  if (options.answer === undefined) {
    return saveEinvoices(label, options);
  }
  const { answer: file } = options;
  const text = await readFile(file, "utf8").catch(
    failToRead(file, "name the portal's response with --answer"),
  );
  const body = await readJson(text, file);
  const { api, output } = open(options);
  const headers = { "content-type": "application/json" };
  const answer = await api.json<StoredEinvoices>("/gst/einvoices", "stored", {
    method: "POST",
    body,
    headers,
  });
  await output.result(answer, () => storedWords(answer));
  if (answer.refused.length === 0) return;
  const what = `${count(answer.refused.length, "entry was", "entries were")} rejected`;
  throw new Failure(EXIT.refused, what, "the others were saved", { answer });
}

async function saveEinvoices(label: string, options: SaveOptions): Promise<void> {
  const { api, output } = open(options);
  const path = `/gst/${label}/einvoices`;
  const answer = await api.json<{ einvoices: EinvoiceRow[] }>(path, "einvoices");
  const { einvoices } = answer;
  if (einvoices.some(({ state }) => state === "TO_DO")) {
    await saveFile(`${path}.json`, "application/json", options);
  } else {
    await output.result(answer, () => `Nothing to register for ${monthName(label)}`);
  }
  for (const { number, errors, state } of einvoices) {
    if (state === "MISSING_DETAILS") output.note(`Left out: ${number}: ${errors.join("; ")}`);
  }
}

async function readJson(text: string, file: string): Promise<string> {
  const { answerIn } = await import("../../domain/gst/returns/irpFile.ts");
  try {
    return JSON.stringify(answerIn(text));
  } catch {
    throw failUsage(`${file} is neither JSON nor CSV with an IRN`, "name the portal's response");
  }
}

const storedWords = ({ stored, unknown, refused }: StoredEinvoices) =>
  [
    `${count(stored, "document is", "documents are")} registered`,
    ...(unknown > 0
      ? [`${count(unknown, "entry matches", "entries match")} no document here`]
      : []),
    ...refused.map(({ number, reason }) => `${number}: ${reason}`),
  ].join("\n");

const readPeriod = (api: Api, month: string) =>
  api.json<GstPeriod>(`/gst/${parsePeriodLabel(month)}`, "preflight");

/** @throws Failure if it is not a month */
export function parsePeriodLabel(month: string): string {
  if (readMonth(month)) return month;
  throw failUsage(`${month} is not a month`, "write it like 2026-10");
}

/** Saves a file, by default under the server's name. */
async function saveFile(path: string, type: string, options: SaveOptions): Promise<void> {
  const { api, output } = open(options);
  const response = await api.file(path, type);
  const disposition = response.headers.get("content-disposition") ?? "";
  const file = /filename="([^"/\\]+)"/.exec(disposition)?.[1] ?? "gst";
  const { out = file } = options;
  await saveAnswer(response, await findTarget(out, options, "--out", file), { api, output });
}
