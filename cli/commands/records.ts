import type { Command } from "commander";
import { lowerLabel, toLabel, toText } from "../../domain/agencies/auditFields.ts";
import { formatInr, type RupeeSum } from "../../domain/money.ts";
import { type Api, sendJson } from "../api.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import {
  addFieldOptions,
  listFieldOptions,
  listMissing,
  nameOptions,
  pickFields,
  toPlaceholder,
} from "../fieldOptions.ts";
import { findRecord } from "../names.ts";
import type { RecordType } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all } from "../options.ts";
import { type Output, oneLine } from "../output.ts";
import { confirm } from "../password.ts";
import { list } from "../table.ts";
import { addList } from "./lists.ts";

/** An option of a field has its name as well. */
interface Options extends GlobalOptions {
  again?: boolean;
  yes?: boolean;
}

type Response<Row> = Record<string, Row>;
type Verb = "create" | "delete" | "edit" | "list" | "show";

/** Adds options and actions to the commands of a record. Required fields are arguments of `create`. */
export function addOptions<Row>(commands: Record<Verb, Command>, record: RecordType<Row>): void {
  const { noun, fields, help = {} } = record;
  const { list, show, create, edit, delete: remove } = commands;
  addList(list, record);

  const required = listRequired(record);
  for (const name of required) {
    create.argument(`<${toPlaceholder(name)}>`, help[name] ?? lowerLabel(toLabel(name)));
  }
  for (const option of listFieldOptions(fields, record, { hasDefaults: true })) {
    if (!required.includes(option.attributeName())) create.addOption(option);
  }
  create
    .option("--again", "create it even if the same command did in the last 24 hours")
    .action(() => createRecord(record, create.args, all(create)));

  for (const command of [show, edit, remove]) {
    command.argument(`<${noun}>`, "by name, ignoring case, or by id");
  }
  show.action((typed) => showRecord(record, typed, all(show)));
  addFieldOptions(edit, fields, record);
  edit.action((typed) => editRecord(record, typed, all(edit)));
  remove
    .option("--yes", "do not ask on the terminal")
    .action((typed) => deleteRecord(record, typed, all(remove)));
}

/** Returns the names of the required fields. */
const listRequired = <Row>({ fields }: RecordType<Row>): string[] => listMissing(fields, {});

/** Returns the field that names a record. */
const findNameField = <Row>(record: RecordType<Row>): string => listRequired(record)[0] ?? "name";

async function showRecord<Row>(
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
    const shown = [
      ...Object.keys(record.fields).map((name) => [name, toText(name, row[name])]),
      ...(record.amounts ?? []).map((name) => [name, formatInr(sums[name] ?? 0)]),
      ["id", String(row._id)],
    ] as [string, string][];
    const pairs = shown.filter(([, value]) => value !== "");
    return list(
      pairs.map(([name, value]) => [toLabel(name), value]),
      output,
    );
  });
}

async function createRecord<Row>(
  record: RecordType<Row>,
  words: string[],
  options: Options,
): Promise<void> {
  const { noun, plural, fields } = record;
  const named = Object.fromEntries(listRequired(record).map((name, i) => [name, words[i]]));
  const body = { ...pickFields(fields, options), ...named };
  const { api, output } = open(options);
  const { answer, isAgain } = await create<Response<Row>>(api, options, {
    command: `${plural} add`,
    path: `/${plural}`,
    key: noun,
    body,
  }).catch(nameOptions(fields, listRequired(record)));
  await printSaved(record, answer, isAgain ? "Already added:" : "Added", output);
}

async function editRecord<Row>(
  record: RecordType<Row>,
  typed: string,
  options: Options,
): Promise<void> {
  const { noun, example } = record;
  const changes = pickFields(record.fields, options);
  if (Object.keys(changes).length === 0) {
    throw failUsage("no change is given", `add an option, like ${example.edit}`);
  }
  const { api, output } = open(options);
  const { path } = await find(api, record, typed);
  const answer = await api
    .json<Response<Row>>(path, noun, sendJson("PUT", changes))
    .catch(nameOptions(record.fields, listRequired(record)));
  await printSaved(record, answer, "Updated", output);
}

async function deleteRecord<Row>(
  record: RecordType<Row>,
  typed: string,
  options: Options,
): Promise<void> {
  const { api, output } = open(options);
  const { path, name } = await find(api, record, typed);
  await confirm(`Delete the ${record.noun} ${oneLine(name)}?`, options);
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
