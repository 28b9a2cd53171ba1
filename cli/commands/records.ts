import type { FieldDescription } from "../../domain/describeField.ts";
import { formatInr, type RupeeSum, type Rupees } from "../../domain/money.ts";
import { joinNames, upperFirst } from "../../domain/names.ts";
import type { Answer, Api } from "../api.ts";
import { parseChoice } from "../choice.ts";
import { create } from "../create.ts";
import { Failure, failUsage, withAdvice } from "../failure.ts";
import { printList } from "../listing.ts";
import { findRecord } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, type Output, oneLine } from "../output.ts";
import { ask } from "../password.ts";
import { readDay } from "../range.ts";
import {
  findNameField,
  listRequired,
  type RecordType,
  readKinds,
  toFlag,
  toLabel,
  toWord,
} from "../recordFields.ts";
import { list } from "../table.ts";
import { readRupees } from "./receipts.ts";

/** An option of a field has its name as well. */
interface Options extends GlobalOptions {
  search?: string;
  again?: boolean;
  yes?: boolean;
}

type Response<Row> = Record<string, Row>;

export async function listRecords<Row>(record: RecordType<Row>, options: Options): Promise<void> {
  const { noun, plural, columns } = record;
  const { api } = open(options);
  const query = { q: options.search };
  const answer = await api.json<Record<string, Row[]>>(`/${plural}`, plural, { query });
  const rows = answer[plural] ?? [];
  const footer = () => count(rows.length, noun, plural);
  await printList(answer, rows, columns, options, footer);
}

export async function showRecord<Row>(
  record: RecordType<Row>,
  typed: string,
  options: Options,
): Promise<void> {
  const { api, output } = open(options);
  const { path } = await find(api, record, typed);
  const answer = await api.json<Response<object>>(path, record.noun);
  await output.result(answer, () => {
    const row = answer[record.noun] as Record<string, unknown>;
    const sums = { ...row, ...answer.dues } as Record<string, RupeeSum>;
    const fields = readKinds(record).map(([name, { kind }]) => [
      name,
      formatValue(row[name], kind),
    ]);
    const amounts = (record.amounts ?? []).map((name) => [name, formatInr(sums[name] ?? 0)]);
    const shown = [...fields, ...amounts, ["id", String(row._id)]] as [string, string][];
    const pairs = shown.filter(([, value]) => value !== "");
    return list(
      pairs.map(([name, value]) => [upperFirst(toLabel(name)), value]),
      output,
    );
  });
}

function formatValue(value: unknown, kind: FieldDescription["kind"]): string {
  if (value === undefined || value === null || value === "") return "";
  if (kind === "boolean") return value ? "yes" : "no";
  if (kind === "rupees") return formatInr(value as Rupees);
  return kind === "select" ? toWord(String(value)) : String(value);
}

export async function createRecord<Row>(
  record: RecordType<Row>,
  words: string[],
  options: Options,
): Promise<void> {
  const { noun, plural } = record;
  const named = Object.fromEntries(listRequired(record).map((name, i) => [name, words[i]]));
  const body = readFields(record, { ...options, ...named });
  const { api, output } = open(options);
  const { answer, isAgain } = await create<Response<Row>>(api, options, {
    command: `${plural} add`,
    path: `/${plural}`,
    key: noun,
    body,
  }).catch(nameOptions(record));
  await printSaved(record, answer, isAgain ? "Already added:" : "Added", output);
}

export async function editRecord<Row>(
  record: RecordType<Row>,
  typed: string,
  options: Options,
): Promise<void> {
  const { noun, example } = record;
  const changes = readFields(record, options);
  if (Object.keys(changes).length === 0) {
    throw failUsage("no change is given", `add an option, like ${example.edit}`);
  }
  const { api, output } = open(options);
  const { path } = await find(api, record, typed);
  const answer = await api
    .json<Response<Row>>(path, noun, {
      method: "PUT",
      body: JSON.stringify(changes),
      headers: { "content-type": "application/json" },
    })
    .catch(nameOptions(record));
  await printSaved(record, answer, "Updated", output);
}

/** Deletes a record. Asks first on a terminal. */
export async function deleteRecord<Row>(
  record: RecordType<Row>,
  typed: string,
  options: Options,
): Promise<void> {
  const { api, output } = open(options);
  const { path, name } = await find(api, record, typed);
  if (process.stdin.isTTY && !options.yes) {
    const advice = "answer yes, or add --yes";
    const answer = await ask(`Delete the ${record.noun} ${oneLine(name)}? (yes or no)`, advice);
    if (!/^y(es)?$/i.test(answer)) throw failUsage(`${oneLine(name)} was not deleted`, advice);
  }
  const answer = await api.json<{ message: string }>(path, "message", { method: "DELETE" });
  await output.result(answer, () => oneLine(`Deleted ${name}`));
}

async function find<Row>(api: Api, record: RecordType<Row>, typed: string) {
  const { _id, name } = await findRecord(
    api,
    { ...record, nameField: findNameField(record) },
    typed,
  );
  return { name, path: `/${record.plural}/${_id}` };
}

async function printSaved<Row>(
  record: RecordType<Row>,
  answer: Response<Row>,
  verb: string,
  output: Output,
): Promise<void> {
  const { noun, describe, warn } = record;
  const row = answer[noun] as Row;
  const text = describe?.(row) ?? String(row[findNameField(record) as keyof Row]);
  await output.result(answer, () => oneLine(`${verb} ${text}`));
  const warning = warn?.(row);
  if (warning) output.note(warning);
}

/** Converts the given options to the fields of the API. @throws Failure of usage */
function readFields<Row>(record: RecordType<Row>, options: Options): Record<string, unknown> {
  const given = readKinds(record).flatMap(([name, kind]) => {
    const text: unknown = options[name as keyof Options];
    return typeof text === "string" ? [[name, readValue(toFlag(name), kind, text)]] : [];
  });
  return Object.fromEntries(given);
}

/** Parses the text of an option. "" empties the field. */
function readValue(flag: string, field: FieldDescription, text: string): unknown {
  const { kind, options, isNullable, wholeMax } = field;
  if (text === "" && isNullable) return null;
  switch (kind) {
    case "select":
      return text === "" && options.includes("")
        ? ""
        : parseChoice(flag, text, options.filter(Boolean));
    case "date":
      return readDay(flag, text);
    case "boolean":
      return parseChoice(flag, text, ["yes", "no"]) === "yes";
    case "number":
      if (wholeMax) return readWhole(flag, text, wholeMax);
      if (/^\d+(\.\d{1,2})?%?$/.test(text)) return Number(text.replace("%", ""));
      throw failUsage(`${flag} ${text} is not a number`, "write it like 18 or 2.5");
    case "rupees":
      return readRupees(text, flag);
    default:
      return text;
  }
}

/** Names the rejected options in the advice to correct them. */
const nameOptions =
  <Row>(record: RecordType<Row>) =>
  (error: unknown): never => {
    if (!(error instanceof Failure)) throw error;
    const { errors = [] } = error.answer as Answer;
    const required = listRequired(record);
    const wrong = errors
      .filter(({ path }) => path in record.fields)
      .map(({ path }) => (required.includes(path) ? `the ${toLabel(path)}` : toFlag(path)));
    if (wrong.length === 0) throw error;
    const names = joinNames([...new Set(wrong)]);
    throw withAdvice(error, error.advice.replace("correct it", `correct ${names}`));
  };

function readWhole(flag: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw failUsage(`${flag} ${text} is not valid`, `write a whole number from 1 to ${max}`);
}
