import { openFile } from "../../domain/banking/files.ts";
import {
  type MappedRow,
  mapRows,
  type RowFixes,
  toImportFile,
} from "../../domain/csv/mappedRows.ts";
import {
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvMapping,
  type CsvTable,
  findMissing,
  findTable,
  guessMapping,
  isMappingFor,
  listValues,
  type SavedMapping,
  takeColumn,
} from "../../domain/csv/mapping.ts";
import { isImportHeader } from "../../domain/csv/transactions.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Answer, Api } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { count, type Output, oneLine } from "../output.ts";
import type { Source } from "./importSource.ts";
import { formatBadRows } from "./importWords.ts";

/** Options for files with columns other than bahi's. */
export interface MappingOptions {
  take?: string[];
  account?: string;
  categoryIn?: string;
  categoryOut?: string;
  category?: string[];
  dateOrder?: "day" | "month";
  skipBad?: boolean;
}

/** A file to import, with its original row for each of its lines if its columns were mapped. */
export interface Prepared {
  source: Source;
  rowOf?: Map<number, number>;
  /** Returns the file without these rows. */
  without?(rows: number[]): Prepared;
}

/** Bytes that hold the first line. */
const HEAD_BYTES = 8_192;
const LINE_FEED = 0x0a;
const FILE_MAX_BYTES = 20 << 20;

/**
 * Returns a file as bahi imports it. Maps the columns of other files: as the agency has saved it, or by
 * headings and values, and as the options say.
 * @throws Failure if no columns can be mapped, or if rows are wrong, unless they are skipped
 */
export async function prepareSource(
  api: Api,
  source: Source,
  options: MappingOptions,
  output: Output,
): Promise<Prepared> {
  const { head, rest } = await peek(source.chunks);
  const isMapped = options.take || options.account || options.category || options.dateOrder;
  if (!isMapped && isImportHeader(new TextDecoder().decode(head.subarray(0, HEAD_BYTES)))) {
    return { source: { ...source, chunks: rest } };
  }
  const table = await readTable(source.name, rest);
  const mapping = applyOptions(await beginMapping(api, table), table, options);
  showColumns(source.name, table, mapping, output);
  const missing = findMissing(mapping);
  if (missing) {
    const advice = "name it with --take COLUMN=FIELD; see bahi import --help";
    throw new Failure(
      EXIT.refused,
      `${source.name} was not imported: ${missing.replace(/\.$/, "")}`,
      advice,
    );
  }
  return mapSource(source, table, mapping, {}, options.skipBad === true, output);
}

function mapSource(
  source: Source,
  table: CsvTable,
  mapping: CsvMapping,
  fixes: RowFixes,
  skipsBad: boolean,
  output: Output,
): Prepared {
  const { rows, ignored } = mapRows(table, mapping, fixes);
  const bad = rows.filter(({ problem }) => problem);
  const [chosen] = bad.flatMap(({ problem }) => (problem?.needs ? [problem] : []));
  if (chosen?.needs) {
    const flag = {
      account: "--account",
      categoryIn: "--category-in",
      categoryOut: "--category-out",
    };
    throw new Failure(
      EXIT.refused,
      `${source.name} was not imported: ${chosen.message.replace(/^C/, "c")}`,
      `add ${flag[chosen.needs]} NAME`,
    );
  }
  if (bad.length > 0 && !skipsBad) throw failRows(source.name, rows.length, bad.map(toError));
  if (Object.keys(fixes).length === 0) {
    if (ignored > 0) output.note(`  ${count(ignored, "row")} of totals and balances left out`);
    for (const { row, problem } of bad) {
      output.note(`  Row ${row} left out: ${oneLine(problem?.message ?? "")}`);
    }
  }
  const { csv, rowOf } = toImportFile(rows);
  const bytes = new TextEncoder().encode(csv);
  return {
    source: { ...source, bytes: bytes.length, chunks: once(bytes) },
    rowOf,
    ...(skipsBad && {
      without(left) {
        const more = Object.fromEntries(left.map((row) => [row, "left out"] as const));
        return mapSource(source, table, mapping, { ...fixes, ...more }, skipsBad, output);
      },
    }),
  };
}

const toError = ({ row, problem }: MappedRow) => ({
  path: `row ${row}`,
  column: CSV_FIELDS[problem?.fields[0] ?? "date"].title,
  message: problem?.message ?? "",
});

type Errors = NonNullable<Answer["errors"]>;

/** Returns the failure of a file with wrong rows. */
export function failRows(name: string, rows: number, errors: Errors): Failure {
  const message = `${errors.length} of ${count(rows, "row")} ${errors.length === 1 ? "is" : "are"} wrong`;
  return new Failure(
    EXIT.refused,
    `${name} was not imported: ${message}`,
    `correct ${errors.length === 1 ? "it" : "them"} and run it again, or add --skip-bad`,
    { answer: { message, errors }, details: formatBadRows(errors, message) },
  );
}

/** Reads the first line only, because more may be typed later. */
async function peek(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
    if (value.includes(LINE_FEED)) break;
  }
  async function* rest() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: Buffer.concat(first), rest: rest() };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readTable(name: string, chunks: AsyncIterable<Uint8Array>): Promise<CsvTable> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > FILE_MAX_BYTES) break;
    parts.push(chunk);
  }
  try {
    if (length > FILE_MAX_BYTES) {
      throw new Refusal("invalid", "files with other columns can have at most 20 MB");
    }
    const contents = await openFile(Buffer.concat(parts));
    if (contents.kind === "table") return findTable(contents.sheets);
    throw new Refusal("invalid", "it is a bank statement");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.message.replace(/\. Nothing was changed$/, "");
    throw new Failure(
      EXIT.refused,
      `${name} was not imported: ${message}`,
      message === "it is a bank statement"
        ? "import it with bahi statements import"
        : "name a file with a row of headings, as CSV or XLSX",
    );
  }
}

async function beginMapping(api: Api, table: CsvTable): Promise<CsvMapping> {
  const { mappings } = await api.json<{ mappings: SavedMapping[] }>("/import-mappings", "mappings");
  return mappings.find((one) => isMappingFor(one, table))?.mapping ?? guessMapping(table);
}

/** Changes a mapping as the options say. @throws Failure of usage */
function applyOptions(
  mapping: CsvMapping,
  table: CsvTable,
  { take = [], category = [], account, categoryIn, categoryOut, dateOrder }: MappingOptions,
): CsvMapping {
  let { columns } = mapping;
  for (const pair of take) columns = takePair(columns, table, pair);
  const categories = { ...mapping.categories, ...Object.fromEntries(category.map(readPair)) };
  return {
    ...mapping,
    columns,
    categories,
    ...(account !== undefined && { account }),
    ...(categoryIn !== undefined && { categoryIn }),
    ...(categoryOut !== undefined && { categoryOut }),
    ...(dateOrder !== undefined && { dateOrder }),
  };
}

function readPair(pair: string): [string, string] {
  const at = pair.lastIndexOf("=");
  const [from, to] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at > 0 && from && to) return [from, to];
  throw failUsage(`--category ${pair} does not name two categories`, "write FILE'S=YOURS");
}

/** Applies `Txn Date=date`, or `Balance=` to leave it out. */
function takePair(
  columns: CsvMapping["columns"],
  table: CsvTable,
  pair: string,
): CsvMapping["columns"] {
  const at = pair.lastIndexOf("=");
  const [column, wanted] = [
    pair.slice(0, at).trim(),
    pair
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  ];
  const field = CSV_FIELD_NAMES.find((name) => name === wanted);
  if (at < 0 || (wanted && !field)) {
    throw failUsage(
      `--take ${pair} does not name a field`,
      `write COLUMN=FIELD with one of ${CSV_FIELD_NAMES.join(", ")}`,
    );
  }
  const heading = table.headings.find((one) => one.toLowerCase() === column.toLowerCase());
  if (!heading) {
    throw failUsage(
      `--take ${pair}: the file has no column ${column}`,
      `write one of ${table.headings.map(oneLine).join(", ")}`,
    );
  }
  return takeColumn(columns, heading, field);
}

/** Prints what each column becomes, with a value, and the columns left out. */
function showColumns(name: string, table: CsvTable, mapping: CsvMapping, output: Output): void {
  output.note(`${oneLine(name)}: ${count(table.rows.length, "row")}`);
  const used = CSV_FIELD_NAMES.flatMap((field) => {
    const heading = mapping.columns[field];
    if (heading === undefined) return [];
    const [example = ""] = listValues(table, heading, 1);
    return [[oneLine(heading), field, oneLine(example).slice(0, 40)] as const];
  });
  const width = (n: 0 | 1) => Math.max(...used.map((cells) => cells[n].length));
  for (const [heading, field, example] of used) {
    output.note(`  ${heading.padEnd(width(0))}  → ${field.padEnd(width(1))}  ${example}`.trimEnd());
  }
  const taken = Object.values(mapping.columns);
  const left = table.headings.filter((heading) => !taken.includes(heading)).map(oneLine);
  if (left.length > 0) output.note(`  Left out: ${left.join(", ")}`);
}
