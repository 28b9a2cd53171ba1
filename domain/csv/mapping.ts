import * as v from "valibot";
import { captionKey, guessCaptionRow, normaliseCaption } from "../banking/captions.ts";
import {
  type Cell,
  type DateOrder,
  looksLikeDate,
  parseSide,
  readBankAmount,
  readBankDate,
  unwrap,
} from "../banking/cells.ts";
import type { FileRow, Sheet } from "../banking/sheet.ts";
import { name, oneOf, optionalLine, requiredLine, strictObject } from "../fields.ts";
import { Refusal } from "../refusal.ts";

// Maps the columns of any table of transactions: a cash book, the payments of a gateway, an app's export.
// domain/csv/mappedRows.ts then converts its rows to the columns of an import.

/** Fields of a transaction that a column can become, with the headings that programs use. */
export const CSV_FIELDS = {
  date: {
    title: "Date",
    headings:
      "date|txn date|transaction date|tran date|posting date|voucher date|payment date|value date|" +
      "created at|created on|paid on|day|date and time",
  },
  description: {
    title: "Description",
    headings:
      "description|narration|particulars|details|transaction details|transaction remarks|remarks|" +
      "memo|purpose|payee|paid to|item|name|notes/memo",
  },
  category: {
    title: "Category",
    headings: "category|head|account head|expense head|expense type|ledger|expense category|group",
  },
  account: { title: "Account", headings: "account|account name|paid from|paid through|wallet" },
  type: {
    title: "Type",
    headings: "type|dr/cr|cr/dr|transaction type|debit/credit|in/out|income/expense",
  },
  amount: {
    title: "Amount (signed)",
    headings: "amount|amount inr|transaction amount|net amount|total|value|amt",
  },
  out: {
    title: "Amount, money out",
    headings:
      "debit|debit amount|withdrawal|withdrawals|withdrawal amount|paid out|money out|payment|" +
      "payments|spent|expense|paid|dr",
  },
  in: {
    title: "Amount, money in",
    headings:
      "credit|credit amount|deposit|deposits|deposit amount|paid in|money in|receipt|receipts|" +
      "received|income|cr",
  },
  notes: { title: "Notes", headings: "notes|note|comment|comments|reference" },
  balance: {
    title: "Check only",
    headings: "balance|running balance|closing balance|available balance",
  },
} as const;
export type CsvField = keyof typeof CSV_FIELDS;
export const CSV_FIELD_NAMES = Object.keys(CSV_FIELDS) as CsvField[];

const heading = requiredLine("Heading");
const categoryOrNone = v.optional(optionalLine("Category"), "");

/** How the rows of a file become transactions. */
export const CsvMapping = strictObject({
  /** The heading of each used column. */
  columns: v.record(v.picklist(CSV_FIELD_NAMES, "Choose a field of transactions"), heading),
  /** Whether `03/04` is 3 April or 4 March. */
  dateOrder: v.optional(oneOf("Date order", ["day", "month"]), "day"),
  /** The account of rows that name none. */
  account: v.optional(optionalLine("Account"), ""),
  /** The categories of rows that name none, by direction. */
  categoryIn: categoryOrNone,
  categoryOut: categoryOrNone,
  /** bahi's name for a category of the file. */
  categories: v.optional(v.record(requiredLine("Category"), requiredLine("Category")), {}),
});
export type CsvMapping = v.InferOutput<typeof CsvMapping>;

export const mappingFields = {
  name: name("Name"),
  /** The headings of the files it is for, in the file's order. */
  headings: v.pipe(
    v.array(heading),
    v.minLength(2, "A file of transactions has at least two columns"),
    v.maxLength(200, "A file can have at most 200 columns"),
  ),
  mapping: CsvMapping,
};

/** A mapping that is kept for files with the same headings. */
export const NewSavedMapping = strictObject(mappingFields);
export type NewSavedMapping = v.InferOutput<typeof NewSavedMapping>;

export interface SavedMapping extends NewSavedMapping {
  _id: string;
}

/** A file of transactions with one row of headings. */
export interface CsvTable {
  headings: string[];
  /** The rows below the headings that have a value. */
  rows: FileRow[];
}

const HEADINGS_WITHIN = 20;
const COLUMNS_MAX = 200;

const FIELD_OF = new Map<string, CsvField>();
for (const field of CSV_FIELD_NAMES) {
  for (const heading of CSV_FIELDS[field].headings.split("|")) {
    if (!FIELD_OF.has(heading)) FIELD_OF.set(heading, field);
  }
}

const findField = (cell: Cell): CsvField | undefined =>
  FIELD_OF.get(normaliseCaption(cell).replace(/ ?\/ ?/g, "/"));

/**
 * Returns the table of a file: of the first sheet with two columns of headings.
 * @throws Refusal "invalid" if there is none, or no row below
 */
export function findTable(sheets: Sheet[]): CsvTable {
  for (const { rows } of sheets) {
    const at = findHeadings(rows);
    if (at === undefined) continue;
    const headings = nameColumns(rows[at]?.cells ?? []);
    if (headings.length > COLUMNS_MAX) {
      throw new Refusal("invalid", `The file has more than ${COLUMNS_MAX} columns`);
    }
    const below = rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => unwrap(cell)));
    if (below.length > 0) return { headings, rows: below };
  }
  throw new Refusal("invalid", "The file has no row of headings with transactions below it");
}

function findHeadings(rows: FileRow[]): number | undefined {
  const head = rows.slice(0, HEADINGS_WITHIN).map(({ cells }) => cells);
  const known = head.map((cells) => new Set(cells.flatMap((cell) => findField(cell) ?? [])).size);
  const best = Math.max(0, ...known);
  if (best >= 2) return known.indexOf(best);
  return guessCaptionRow(head)?.at;
}

/** Gives columns without a heading, or with the heading of another, a name of their own. */
function nameColumns(cells: Cell[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, n) => {
    const text = unwrap(cell).replace(/\s+/g, " ").slice(0, 100) || `Column ${n + 1}`;
    const free = taken.has(text) ? `${text} (${n + 1})` : text;
    taken.add(free);
    return free;
  });
}

/** Whether a saved mapping is for files with these headings. */
export const isMappingFor = ({ headings }: { headings: string[] }, table: CsvTable): boolean =>
  captionKey(headings) === captionKey(table.headings);

/** Returns the values of a column that are not empty, at most so many. */
export function listValues({ headings, rows }: CsvTable, heading: string, most: number): string[] {
  const at = headings.indexOf(heading);
  const values: string[] = [];
  for (const { cells } of rows) {
    const text = unwrap(cells[at]);
    if (text) values.push(text);
    if (values.length === most) break;
  }
  return values;
}

/** As many rows as a guess reads. */
const READ_MAX = 2_000;

/** Guesses the mapping from headings, then from values. */
export function guessMapping(table: CsvTable): CsvMapping {
  const columns: CsvMapping["columns"] = {};
  for (const heading of table.headings) {
    const field = findField(heading);
    if (field && columns[field] === undefined) columns[field] = heading;
  }
  const free = () => table.headings.filter((one) => !Object.values(columns).includes(one));
  const values = (heading: string) => readColumn(table, heading);
  columns.date ??= free().find((heading) => mostly(values(heading), looksLikeADate));
  if (!columns.amount && !columns.out && !columns.in) {
    columns.amount = free().find((heading) => mostly(values(heading), isAmount));
  }
  // Two columns have the direction already.
  if (columns.out && columns.in) delete columns.amount;
  columns.description ??= free().find((heading) => mostly(values(heading), isText));
  if (columns.type && !mostly(values(columns.type), isDirection)) delete columns.type;
  if (columns.amount && !columns.type && !values(columns.amount).some(isMarked)) {
    columns.out = columns.amount;
    delete columns.amount;
  }
  const used = Object.entries(columns).filter(([, heading]) => heading !== undefined);
  return {
    columns: Object.fromEntries(used),
    dateOrder: guessDateOrder(columns.date ? values(columns.date) : []),
    account: "",
    categoryIn: "",
    categoryOut: "",
    categories: {},
  };
}

/**
 * Maps a column to a field, or leaves it out. The field leaves its earlier column, and amounts are in one
 * column or in two.
 */
export function takeColumn(
  columns: CsvMapping["columns"],
  heading: string,
  field: CsvField | undefined,
): CsvMapping["columns"] {
  const instead = field && INSTEAD[field];
  const others = Object.entries(columns).filter(
    ([name, own]) => own !== heading && name !== field && !instead?.includes(name),
  );
  return Object.fromEntries(field ? [...others, [field, heading]] : others);
}

const INSTEAD: Partial<Record<CsvField, string[]>> = {
  amount: ["in", "out"],
  in: ["amount"],
  out: ["amount"],
};

/** Returns what is missing before rows can be read, or undefined. */
export function findMissing({ columns }: Pick<CsvMapping, "columns">): string | undefined {
  if (!columns.date) return "Choose the column of dates.";
  if (!columns.description) return "Choose the column of descriptions.";
  return columns.amount || columns.in || columns.out ? undefined : "Choose the column of amounts.";
}

function readColumn({ headings, rows }: CsvTable, heading: string): Cell[] {
  const at = headings.indexOf(heading);
  return rows
    .slice(0, READ_MAX)
    .map(({ cells }) => cells[at])
    .filter((cell) => unwrap(cell));
}

const mostly = (cells: Cell[], test: (cell: Cell) => boolean): boolean =>
  cells.length > 0 && cells.filter(test).length > 0.8 * cells.length;

const looksLikeADate = (cell: Cell) =>
  cell instanceof Date || (typeof cell === "string" && looksLikeDate(cell));
const isAmount = (cell: Cell) => typeof readBankAmount(cell) === "number" && !looksLikeADate(cell);
const isText = (cell: Cell) => /\p{L}{2}/u.test(unwrap(cell)) && !looksLikeADate(cell);
const isDirection = (cell: Cell) => parseDirection(unwrap(cell)) !== undefined;
const isMarked = (cell: Cell) => /^\s*[-(−]|[-)]\s*$|[dc]r\b/i.test(unwrap(cell));

const WORDS = {
  Income: /^(income|receipt|received|money in)$/i,
  Expense: /^(expense|payment|paid|spent|money out)$/i,
  Transfer: /^(transfer|contra)$/i,
};

/** Parses a Type cell: bahi's types, and the words of banks and cash books. */
export function parseDirection(text: string): "Income" | "Expense" | "Transfer" | undefined {
  const side = parseSide(text);
  if (side) return side === "in" ? "Income" : "Expense";
  return (Object.keys(WORDS) as (keyof typeof WORDS)[]).find((type) => WORDS[type].test(text));
}

/** Month first only if some dates need it and none needs the day first. */
function guessDateOrder(cells: Cell[]): DateOrder {
  const fail = (order: DateOrder) => cells.filter((cell) => !readBankDate(cell, order)).length;
  return fail("month") < fail("day") ? "month" : "day";
}
