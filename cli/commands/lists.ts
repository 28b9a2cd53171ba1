import type { Command } from "commander";
import { formatRange, toPresetRange } from "../../domain/dates.ts";
import { describeField, type Fields } from "../../domain/describeField.ts";
import { upperFirst } from "../../domain/names.ts";
import type { Api } from "../api.ts";
import { listFieldOptions, pickFields } from "../fieldOptions.ts";
import { findReferences } from "../find.ts";
import { fetchPages, formatPage, type Page, type PagedOptions, printList } from "../listing.ts";
import type { Noun, Query, Words } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all, type FieldOption, withCsv, withPages, withPeriod, withSort } from "../options.ts";
import { count } from "../output.ts";
import { confirm } from "../password.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type Column, list } from "../table.ts";

type Filtered = Pick<Noun, "earlier" | "filter" | "filters" | "help" | "period" | "read" | "usual">;
type ListOptions = PagedOptions & RangeOptions;

/** Adds the options and the action of a list. */
export function addList<Row, List>(list: Command, noun: Noun<Row, List> & Words): void {
  addFilters(list, noun);
  for (const option of noun.listOptions ?? []) list.addOption(option);
  if (noun.filters.page) withPages(list);
  else withCsv(list);
  list.action(() => printNoun(noun as Noun & Words, all(list)));
}

/** Adds the options and actions of a list, and of commands that show or delete one of its records. */
export function addListOptions<Row, List>(
  list: Command,
  others: Command[],
  definition: Noun<Row, List> & Words,
): void {
  const noun = definition as unknown as Noun & Words;
  addList(list, noun);
  for (const command of others) {
    const from = noun.named ?? `from bahi ${command.parent?.name()} list`;
    command.argument(`<${noun.named ? noun.noun : "id"}>`, from);
    if (command.name() === "show") {
      command.action((typed) => showOne(noun, typed, all(command)));
      continue;
    }
    command
      .option("--yes", "do not ask on the terminal")
      .action((typed) => deleteOne(noun, command.name(), typed, all(command)));
  }
}

/** Adds an option for each filter, and the period and the sort order, if the query has them. */
export function addFilters(command: Command, noun: Filtered): void {
  const { filters, usual = {}, earlier, help } = noun;
  const { dateFrom, dateTo, page, limit, sort, ...fields } = filters;
  if (dateFrom) withPeriod(command);
  const words = {
    ...noun,
    help: { q: "text to search for", ...help },
    earlier: { "--search": "q", ...earlier },
  };
  for (const option of listFieldOptions(fields, words, STYLE)) {
    const { field } = option as FieldOption;
    if (field in usual) acceptAll(option as FieldOption, String(usual[field]));
    command.addOption(option);
  }
  if (sort) {
    const names = describeField(sort).options.filter((name) => !name.startsWith("-"));
    withSort(command, names);
  }
}

const STYLE = { hasDefaults: true, hasSwitches: true };

/** Makes an option with a usual value take `all`. */
function acceptAll(option: FieldOption, usual: string): void {
  const { parseArg } = option;
  option.description = `${option.words.join(", ")} or all (default: ${usual})`;
  option.words.push("all");
  option.argParser((text) => (text === "all" ? "all" : parseArg?.(text, undefined)));
}

/** Returns the query that the options ask for. Names become ids. */
export async function readFilters(
  api: Api,
  { filters, filter, usual = {} }: Filtered,
  options: ListOptions,
): Promise<Query> {
  const given = { ...usual, ...pickFields(withoutPages(filters), options) };
  const fields = Object.entries(given).filter(
    ([name, value]) => !(name in usual && value === "all"),
  );
  const query = await findReferences(api, Object.fromEntries(fields));
  return { ...query, ...(await filter?.(api, options)) } as Query;
}

const withoutPages = ({ dateFrom, dateTo, page, limit, ...fields }: Fields) => fields;

async function printNoun(noun: Noun & Words, options: ListOptions): Promise<void> {
  const { columns, filters, plural, path = `/${plural}`, period, sum, complete } = noun;
  const range = filters.dateFrom && (readRange(options) ?? (period && toPresetRange(period)));
  const { api } = open(options);
  const query = { ...range, ...(await readFilters(api, noun, options)) };
  const answer = filters.page
    ? await fetchPages<List>(api, path, options, query)
    : await fetchAll(api, path, query);
  const { items, total } = answer;
  const all = { rows: items, columns, ...(await complete?.(api, items, options)) };
  const when = filters.dateFrom ? `, ${range ? formatRange(range) : "all time"}` : "";
  const footer = () =>
    count(total, noun.noun, plural) + when + (sum?.(answer, query) ?? "") + formatPage(answer);
  await printList(answer.whole ?? answer, all.rows, all.columns, options, footer);
}

interface List extends Page {
  total: number;
  /** The response, if the list is only a part of it. */
  whole?: unknown;
}

/** Fetches a list that has no pages. */
async function fetchAll(api: Api, path: string, query: Query): Promise<List> {
  const key = path.slice(1);
  const whole = await api.json<Record<string, Page["items"]>>(path, key, { query });
  const items = whole[key] ?? [];
  return { items, total: items.length, page: 1, totalPages: 1, whole };
}

/** Prints the columns of the list for one record. */
async function showOne(noun: Noun & Words, typed: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const path = await findPath(api, noun, typed);
  const answer = await api.json<Record<string, object>>(path, [noun.noun, "_id"]);
  const row = answer[noun.noun] ?? answer;
  await output.result(answer, () => list(listPairs(noun.columns, row), output));
}

/** Returns the titles and texts of a record's columns, further ones, and its id. */
export function listPairs<Row>(
  columns: Column<Row>[],
  row: Row,
  more: [string, string][] = [],
): [string, string][] {
  const pairs = columns.map(({ title, text }): [string, string] => [title, text(row)]);
  const { _id } = row as { _id: string };
  const all = new Map([...pairs, ...more, ["Id", _id]]);
  return [...all].filter(([, text]) => text !== "");
}

async function deleteOne(
  noun: Noun & Words,
  verb: string,
  typed: string,
  options: GlobalOptions & { yes?: boolean },
): Promise<void> {
  const { api, output } = open(options);
  const path = await findPath(api, noun, typed);
  await confirm(`${upperFirst(verb)} the ${noun.noun} ${typed}?`, options);
  const advice = { 404: `see bahi ${noun.path?.slice(1)} list` };
  const answer = await api.json<{ message: string }>(path, "message", { method: "DELETE", advice });
  await output.result(answer, () => answer.message);
}

async function findPath(api: Api, { path, find }: Noun, typed: string): Promise<string> {
  const id = find ? await find(api, typed) : typed;
  return `${path}/${encodeURIComponent(id)}`;
}
