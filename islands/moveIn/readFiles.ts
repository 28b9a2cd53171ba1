import { changeColumns, readBooksTable } from "../../domain/csv/booksColumns.ts";
import type { BooksField, BooksTable } from "../../domain/csv/booksFields.ts";
import { mapBooks } from "../../domain/csv/booksRows.ts";
import { Refusal } from "../../domain/refusal.ts";

/** Books to import: the request, and the tables it was built from. */
export interface Chosen {
  name: string;
  body: Blob;
  /** Empty for a JSON file, which is sent unchanged. */
  tables: BooksTable[];
  warnings: string[];
  /** Returns the cell of a path in a table; undefined for a JSON file. */
  placeOf(path: string): string | undefined;
}

/** Reads books from files. @throws Refusal "invalid" for an unknown format */
export async function readFiles(files: File[]): Promise<Chosen> {
  const starts = await Promise.all(files.map((file) => file.slice(0, 64).text()));
  if (!starts.some((start) => /^\ufeff?\s*\{/.test(start))) {
    return toChosen(
      await Promise.all(files.map((file) => readBooksTable(file.name, readParts(file)))),
    );
  }
  const [only, ...others] = files;
  if (!only || others.length > 0) {
    throw new Refusal("invalid", "A JSON file contains a full set of books: choose it on its own");
  }
  const body = new Blob([only], { type: "application/json" });
  return { name: only.name, body, tables: [], warnings: [], placeOf: () => undefined };
}

function toChosen(tables: BooksTable[]): Chosen {
  const { file, warnings, placeOf } = mapBooks(tables);
  const body = new Blob([JSON.stringify(file)], { type: "application/json" });
  return { name: tables.map(({ name }) => name).join(", "), body, tables, warnings, placeOf };
}

/** Not every browser can iterate over a stream. */
async function* readParts(file: File): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer());
}

/** Returns the books with another field for a column. */
export const retake = (
  { tables }: Chosen,
  table: BooksTable,
  at: number,
  field: BooksField | undefined,
): Chosen => toChosen(tables.map((one) => (one === table ? changeColumns(one, at, field) : one)));
