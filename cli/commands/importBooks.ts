import { changeColumns, readBooksTable } from "../../domain/csv/booksColumns.ts";
import { BOOKS_FIELDS, type BooksField, type BooksTable } from "../../domain/csv/booksFields.ts";
import { type MappedBooks, mapBooks } from "../../domain/csv/booksRows.ts";
import { formatRange } from "../../domain/dates.ts";
import type { BooksReport } from "../../domain/ledger/imports.ts";
import { formatInr } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Answer } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { setInterruptAdvice } from "../interrupt.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, type Output, oneLine } from "../output.ts";
import { openSource, type Source } from "./importSource.ts";
import { describeCounts, describeOthers, toWords } from "./importWords.ts";

export interface ImportBooksOptions extends GlobalOptions {
  dryRun?: boolean;
  take?: string[];
}

const NAME_ONE = "name a JSON or CSV file, or - for standard input";

/** Imports books from one JSON file, or from CSV files that belong together. */
export async function importBooks(paths: string[], options: ImportBooksOptions): Promise<void> {
  const sources = await Promise.all(paths.map((path) => openSource(path, NAME_ONE)));
  const { api, output } = open(options);
  const contents = await Promise.all(sources.map(readContent));
  const books = await readBooks(sources, contents, options.take ?? [], output);
  setInterruptAdvice("interrupted", "nothing is half-done; run it again, nothing is added twice");
  const name = sources.map(({ name }) => name).join(", ");
  const { import: report } = await api
    .json<{ import: BooksReport }>("/import/books", "import", {
      method: "POST",
      query: {
        dryRun: options.dryRun,
        file: sources
          .map(({ file }) => file)
          .join(", ")
          .slice(0, 200),
      },
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: books.body,
      // Ten thousand documents take seconds on an idle machine.
      idleMs: false,
    })
    .catch((error) => {
      throw explain(error, name, books.placeOf);
    });
  await output.result({ import: report }, () => summarizeBooks(report));
}

interface ToSend {
  body: Blob | string;
  /** Returns the cell in a CSV file; undefined for JSON, whose path is enough. */
  placeOf(path: string): string | undefined;
}

const readContent = async ({ chunks }: Source): Promise<Blob> =>
  new Blob((await Array.fromAsync(chunks)) as Uint8Array<ArrayBuffer>[]);

async function readBooks(
  sources: Source[],
  contents: Blob[],
  takes: string[],
  output: Output,
): Promise<ToSend> {
  const starts = await Promise.all(contents.map((content) => content.slice(0, 64).text()));
  if (starts.some((start) => /^\ufeff?\s*\{/.test(start))) {
    const [only] = contents;
    if (contents.length === 1 && only) return { body: only, placeOf: () => undefined };
    throw failUsage("a JSON file contains a full set of books", "import it on its own");
  }
  const tables = await readTables(sources, contents);
  const taken = takes.reduce(assignColumn, tables);
  for (const table of taken) showColumns(table, output);
  const { file, warnings, placeOf }: MappedBooks = mapBooks(taken);
  for (const warning of warnings) output.note(`Note: ${oneLine(warning)}`);
  return { body: JSON.stringify(file), placeOf };
}

async function readTables(sources: Source[], contents: Blob[]): Promise<BooksTable[]> {
  try {
    return await Promise.all(
      contents.map((content, n) =>
        readBooksTable(sources[n]?.name ?? "", content.stream() as AsyncIterable<Uint8Array>),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw failUsage(error.message, "name CSV files of clients or invoices, or a JSON file");
  }
}

/** Applies `Bill No=number` or `Bill No=Invoice number`. */
function assignColumn(tables: BooksTable[], pair: string): BooksTable[] {
  const at = pair.lastIndexOf("=");
  const [column, wanted] = [
    pair.slice(0, at).trim(),
    pair
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  ];
  const found = Object.entries(BOOKS_FIELDS).find(([field, { title }]) =>
    [field, title].some((name) => name.toLowerCase() === wanted),
  );
  if (at < 0 || (wanted && !found)) {
    const titles = Object.values(BOOKS_FIELDS).map(({ title }) => title);
    throw failUsage(
      `--take ${pair} does not name a field`,
      `write COLUMN=FIELD with one of ${titles.join(", ")}`,
    );
  }
  let isThere = false;
  const taken = tables.map((table) => {
    const n = table.columns.findIndex(({ name }) => name.toLowerCase() === column.toLowerCase());
    if (n < 0) return table;
    isThere = true;
    return changeColumns(table, n, found?.[0] as BooksField | undefined);
  });
  if (isThere) return taken;
  throw failUsage(
    `--take ${pair}: no file has a column ${column}`,
    "write a column name as in the file",
  );
}

/** Prints the field of each column, with its first cell, and the columns left out. */
function showColumns({ name, kind, columns, rows }: BooksTable, output: Output): void {
  const of = kind === "unknown" ? "" : ` of ${kind}`;
  output.note(`${oneLine(name)}: ${count(rows.length, `row${of}`, `rows${of}`)}`);
  const taken = columns.flatMap(({ name, field, example }) =>
    field ? [[oneLine(name), BOOKS_FIELDS[field].title, oneLine(example)] as const] : [],
  );
  const width = (n: 0 | 1) => Math.max(...taken.map((cells) => cells[n].length));
  for (const [column, title, example] of taken) {
    const shown = example.length > 40 ? `${example.slice(0, 39)}…` : example;
    output.note(`  ${column.padEnd(width(0))}  → ${title.padEnd(width(1))}  ${shown}`.trimEnd());
  }
  const left = columns.filter(({ name, field }) => name && !field).map(({ name }) => oneLine(name));
  if (left.length > 0) output.note(`  Left out: ${left.join(", ")}`);
}

function summarizeBooks(report: BooksReport): string {
  const { _id, dryRun, totals, dateFrom, dateTo, warnings } = report;
  const counts = describeCounts(report);
  const sums = `${formatInr(totals.income)} in, ${formatInr(totals.expense)} out`;
  const days = dateFrom ? `, ${formatRange({ dateFrom, dateTo })}` : "";
  const added = counts
    ? `${dryRun ? "Would add" : "Added"} ${counts} (${sums})${days}.`
    : `Nothing to add: ${count(report.skipped, "thing")}, ${toWords(report.skipped)} already in the books.`;
  const lines = [added, describeOthers({ ...report, added: counts ? 1 : 0 })];
  lines.push(...warnings.map((warning) => `${oneLine(warning)}.`));
  if (dryRun) lines.push("Nothing was changed; leave --dry-run out to import them.");
  if (_id) lines.push(`Undo: bahi imports undo ${_id}`);
  return lines.filter((line) => line !== "").join("\n");
}

/** Adds the place of each error to a failure, one per line. */
function explain(error: unknown, name: string, placeOf: ToSend["placeOf"]): unknown {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.refused) return error;
  const { errors = [] } = error.answer as Answer;
  const details = errors.map(({ path, message }) =>
    [`  ${placeOf(path) ?? path}`, oneLine(message)].join("  "),
  );
  const [only] = errors;
  const what = only && errors.length === 1 ? `1 error in the file` : error.message;
  return new Failure(
    error.exitCode,
    `${name} was not imported: ${what}`,
    "correct it and run it again",
    {
      answer: error.answer,
      details,
    },
  );
}
