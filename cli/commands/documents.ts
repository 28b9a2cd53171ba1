import type { Command } from "commander";
import { lowerLabel, toLabel, toText } from "../../domain/agencies/auditFields.ts";
import { today } from "../../domain/dates.ts";
import { describeField, type Fields } from "../../domain/describeField.ts";
import type { Warning } from "../../domain/documents/invoices.ts";
import { formatInr, type Rupees } from "../../domain/money.ts";
import { type Api, sendJson } from "../api.ts";
import { create, printWarnings } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import {
  addFieldOptions,
  listMissing,
  nameOptions,
  pickFields,
  readField,
  readRupees,
  toFlag,
} from "../fieldOptions.ts";
import {
  type DocumentNoun,
  type Found,
  findDocument,
  findReferences,
  toKey,
  unwrap,
} from "../find.ts";
import type { DocumentType, Lines } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all, collect } from "../options.ts";
import { confirm } from "../password.ts";
import { type Column, list, rupeesColumn, table } from "../table.ts";
import { addList, listPairs } from "./lists.ts";
import { addEmailOptions } from "./mail.ts";

// Commands that all documents share: show, create, edit, cancel or delete, and open.

interface Options extends GlobalOptions {
  again?: boolean;
  item?: string[];
  send?: boolean;
  web?: boolean;
  yes?: boolean;
}

/** A document in full, as far as this file reads it. */
interface Document extends Found {
  title?: string;
  grandTotal: Rupees;
  items?: Record<string, unknown>[];
  tax?: Record<string, Rupees>;
  warnings?: Warning[];
}

type Type = DocumentType<Found, Document>;

interface Commands {
  list: Command;
  show: Command;
  create: Command | undefined;
  edit: Command | undefined;
  remove: Command | undefined;
  email: Command | undefined;
}

/** Adds options and actions to the commands of a document. */
export function addOptions<Row, Input>(commands: Commands, type: DocumentType<Row, Input>): void {
  const document = type as unknown as Type;
  const { list, show, create, edit, remove, email } = commands;
  addList(list, document);
  show.action((typed) => showDocument(document, typed, all(show)));
  if (create) addCreate(create, document);
  if (email) addEmailOptions(email, document.noun);
  if (edit) {
    addFields(edit, document, false);
    edit.action((typed) => editDocument(document, typed, all(edit)));
  }
  if (!remove) return;
  addFieldOptions(remove, document.endFields ?? {}, document);
  remove
    .option("--yes", "do not ask on the terminal")
    .action((typed) => endDocument(document, remove.name(), typed, all(remove)));
}

function addCreate(command: Command, document: Type): void {
  addFields(command, document, true);
  for (const option of document.options ?? []) command.addOption(option);
  if (document.isSent) command.option("--send", "mark it as sent; drafts do not count");
  command
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(() => createDocument(document, all(command)));
}

function addFields(
  command: Command,
  { lines, fields = {}, ...words }: Type,
  hasDefaults: boolean,
): void {
  const style = { hasDefaults, hasSwitches: true };
  const shared = pickShared(lines);
  const help = { ...words.help, ...describeShared(shared, lines?.initial) };
  const { items, ...others } = fields;
  if (lines)
    command.option("--item <parts>", `a line: "${formatParts(lines)}"; repeatable`, collect);
  addFieldOptions(command, { ...others, ...shared }, { ...words, help }, style);
}

const pickShared = (lines: Lines | undefined): Fields =>
  Object.fromEntries((lines?.shared ?? []).map((name) => [name, lines?.fields[name]])) as Fields;

const describeShared = (fields: Fields, initial: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const { help = "" } = describeField(schema);
      const usual = name in initial ? ` (default: ${initial[name]})` : "";
      return [name, `of all lines${usual}${help && `; ${lowerLabel(help)}`}`];
    }),
  );

const formatParts = ({ parts }: Lines) => parts.map(toLabel).join("; ");

/** Prints the columns of the list, the lines and the sums. */
async function showDocument(document: Type, typed: string, options: Options): Promise<void> {
  const { noun, columns, details } = document;
  const { api, output } = open(options);
  const { _id } = await findDocument(api, noun, typed);
  const answer = await api.json<object>(`/${noun}s/${_id}`, toKey(noun) as never);
  const row = unwrap(noun, answer) as Document;
  await output.result(answer, () => {
    const pairs = listPairs(columns, row, listFigures(row));
    const { items = [] } = row;
    return [
      list(pairs, output),
      ...(items.length > 0 ? ["", table(items, lineColumns(document.lines), output)] : []),
      ...(details?.(row) ?? []),
    ].join("\n");
  });
}

/** The figures and texts of a document that its list leaves out. */
const FIGURES =
  "taxableValue tdsAmount received roundOff purpose description reference notes terms";

function listFigures(row: Document): [string, string][] {
  const all: Record<string, unknown> = { ...row, ...row.tax };
  const names = [...FIGURES.split(" "), ...Object.keys(row.tax ?? {})];
  return names.flatMap((name) => (all[name] ? [[toLabel(name), toText(name, all[name])]] : []));
}

function lineColumns(lines: Lines | undefined): Column<Record<string, unknown>>[] {
  const columns = (lines?.parts ?? []).map(
    (name, n): Column<Record<string, unknown>> => ({
      title: toLabel(name),
      text: (line) => toText(name, line[name]),
      ...(n === 0 ? { minWidth: 10 } : { align: "right", dropOrder: n }),
    }),
  );
  const isPriced = lines?.parts.includes("taxable");
  return isPriced
    ? columns
    : [...columns, rupeesColumn("Amount", ({ taxable }) => taxable as Rupees)];
}

async function createDocument(document: Type, options: Options): Promise<void> {
  const { noun, fields = {}, initial = {}, check, toBody, describe } = document;
  const date = fields.date && { date: today() };
  const given = { ...date, ...initial, ...readBody(document, options) };
  check?.(given, options);
  assertComplete(document, given);
  const { api, output } = open(options);
  const found = await findAllReferences(api, given);
  const { answer, isAgain } = await create<Document>(api, options, {
    command: `${noun}s create`,
    path: `/${noun}s`,
    key: "_id",
    body: (await toBody?.(found, options, api)) ?? found,
  }).catch(nameOptions(fields));
  const path = `/${noun}s/${answer._id}`;
  // Others may have changed it since.
  const now = isAgain ? unwrap(noun, await api.json(path, toKey(noun) as never)) : answer;
  const isSent = options.send === true && now.status === "DRAFT";
  const made = isSent
    ? await api.json<Document>(`${path}/send`, "_id", { method: "POST" })
    : (now as Document);
  await output.result(made, () => {
    const words = describe?.(made, { isAgain, isSent });
    if (words) return words;
    const verb = isSent ? "Sent" : isAgain ? "Already created:" : "Created a draft of";
    const title = (made.title ?? noun).toLowerCase();
    return `${verb} ${title} ${made.number}: ${formatInr(made.grandTotal)}`;
  });
  printWarnings({ warnings: made.warnings ?? [] }, output);
}

/** Returns the fields that the options give. */
function readBody({ lines, fields = {} }: Type, options: Options): Record<string, unknown> {
  const body = pickFields(fields, options);
  if (!lines) return body;
  const shared = pickFields(pickShared(lines), options);
  const [alone] = Object.keys(shared);
  if (!options.item && alone)
    throw failUsage(`${toFlag(alone)} is for lines`, "add --item as well");
  if (!options.item) return body;
  const line = { ...lines.initial, ...shared };
  return { ...body, items: options.item.map((text) => ({ ...line, ...readItem(lines, text) })) };
}

function assertComplete({ noun, fields = {}, toBody }: Type, given: Record<string, unknown>): void {
  const isLeft = (name: string) => name === "items" && toBody !== undefined;
  const missing = listMissing(fields, given).find((name) => !isLeft(name));
  if (missing) throw failUsage(`${toFlag(missing)} is missing`, `see bahi ${noun}s create --help`);
}

/** Parses `Website; 1; 85000; 18; 998314`, or `Website=85000` or `Photo=12x250`. */
function readItem({ parts, fields }: Lines, text: string): Record<string, unknown> {
  const texts = text.split(";").map((part) => part.trim());
  const isShort = texts.length === 1 || texts.at(-1)?.includes("=");
  if (isShort) return readShortItem(parts, text);
  const given = parts.flatMap((name, n): [string, unknown][] => {
    const part = texts[n];
    const field = describeField(fields[name] as Fields[string]);
    if (!part && field.isRequired) throw failItem(parts, text);
    return part ? [[name, readField(field)("--item", part)]] : [];
  });
  if (texts.length > parts.length) throw failItem(parts, text);
  return Object.fromEntries(given);
}

function readShortItem(parts: readonly string[], text: string): Record<string, unknown> {
  const hasQty = parts.includes("qty");
  const at = text.lastIndexOf("=");
  const description = text.slice(0, Math.max(0, at)).trim();
  if (!description) throw failItem(parts, text);
  const value = text.slice(at + 1);
  const [, qty = "1", rate = value] = /^(\d+(?:\.\d{1,2})?)x(.+)$/i.exec(value) ?? [];
  if (!hasQty) return { description, taxable: readRupees(value, "--item") };
  return { description, qty: Number(qty), rate: readRupees(rate, "--item") };
}

const failItem = (parts: readonly string[], text: string) =>
  failUsage(
    `--item ${text} is not understood`,
    `write it "${parts.map(toLabel).join("; ")}", or "Website=85000"`,
  );

/** Also replaces the names in the lines. */
async function findAllReferences(api: Api, body: Record<string, unknown>) {
  const { items } = body;
  const found = await findReferences(api, body);
  if (!Array.isArray(items)) return found;
  // All lines share them.
  const { categoryId } = await findReferences(api, { categoryId: items[0]?.categoryId });
  return categoryId ? { ...found, items: items.map((item) => ({ ...item, categoryId })) } : found;
}

async function editDocument(document: Type, typed: string, options: Options): Promise<void> {
  const { noun, example, fields = {} } = document;
  const changes = readBody(document, options);
  if (Object.keys(changes).length === 0) {
    throw failUsage("no change is given", `add an option, like ${example.edit}`);
  }
  const { api, output } = open(options);
  const { _id } = await findDocument(api, noun, typed);
  const body = await findAllReferences(api, changes);
  const answer = await api
    .json<Document>(`/${noun}s/${_id}`, "_id", sendJson("PUT", body))
    .catch(nameOptions(fields));
  await output.result(answer, () => `Updated ${answer.number}: ${formatInr(answer.grandTotal)}`);
  printWarnings({ warnings: answer.warnings ?? [] }, output);
}

async function endDocument(
  document: Type,
  verb: string,
  typed: string,
  options: Options,
): Promise<void> {
  const { noun, endFields = {}, describeEnd } = document;
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, noun, typed);
  const isDeleted = verb === "delete";
  await confirm(`${isDeleted ? "Delete" : "Cancel"} ${number}?`, options);
  const path = `/${noun}s/${_id}`;
  const answer = isDeleted
    ? await api.json<Document>(path, "message" as never, { method: "DELETE" })
    : await api.json<Document & { message?: string }>(
        `${path}/cancel`,
        ["_id", "message"],
        sendJson("POST", pickFields(endFields, options)),
      );
  await output.result(answer, () => {
    if (isDeleted || "message" in answer) return `Deleted ${number}`;
    return `Cancelled ${number}${describeEnd?.(answer) ?? ""}`;
  });
}

/** Prints the address of a document's page, or also opens it. */
export async function openDocument(
  noun: DocumentNoun,
  typed: string,
  options: Options,
): Promise<void> {
  const { api, output } = open(options);
  const { _id } = await findDocument(api, noun, typed);
  const url = `${api.url}/${noun}s/${_id}`;
  await output.result({ url }, () => url);
  if (options.web) openInBrowser(url);
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

function openInBrowser(url: string): void {
  try {
    const opener = OPENERS[process.platform] ?? ["xdg-open"];
    Bun.spawn([...opener, url], { stdio: ["ignore", "ignore", "ignore"] }).unref();
  } catch {
    throw new Failure(EXIT.unexpected, "no browser could be opened", "open the address yourself");
  }
}
