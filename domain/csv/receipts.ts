import Papa from "papaparse";
import { Refusal } from "../refusal.ts";
import { detectSeparator } from "./records.ts";
import { unguard } from "./transactions.ts";

/** Columns of a receipts file, in any order and case. The first four are required. */
const RECEIPT_COLUMNS = [
  "client",
  "purpose",
  "amount",
  "account",
  "mode",
  "date",
  "phone",
  "email",
  "address",
  "reference",
  "notes",
] as const;
export type ReceiptColumn = (typeof RECEIPT_COLUMNS)[number];
const NEEDED = RECEIPT_COLUMNS.slice(0, 4);

/** A row as written; "" if it has no such cell. */
export interface ReceiptRow {
  /** Line of the file where the row begins; the header is line 1. */
  line: number;
  cells: Record<ReceiptColumn, string>;
}

/**
 * Parses the rows of a receipts file.
 * @throws Refusal "invalid" if the file is not such a CSV
 */
export function receiptRows(text: string): ReceiptRow[] {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const parsed = Papa.parse<string[]>(plain, { delimiter: detectSeparator(plain), newline: "\n" });
  const [fault] = parsed.errors;
  if (fault) throw new Refusal("invalid", `The quotes in row ${(fault.row ?? 0) + 1} do not match`);
  const [header = [], ...records] = parsed.data;
  const names = header.map((cell) => cell.trim().toLowerCase());
  const missing = NEEDED.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    const what = missing.length === 1 ? "Missing column" : "Missing columns";
    throw new Refusal("invalid", `${what}: ${missing.join(", ")}`);
  }
  const unknown = names.filter((name) => name && !RECEIPT_COLUMNS.some((known) => known === name));
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? "Unknown column" : "Unknown columns";
    const known = RECEIPT_COLUMNS.join(", ");
    throw new Refusal("invalid", `${what}: ${unknown.join(", ")}; the columns are ${known}`);
  }
  const rows: ReceiptRow[] = [];
  let line = 1 + countLines(header);
  for (const record of records) {
    const cell = (column: ReceiptColumn) => unguard((record[names.indexOf(column)] ?? "").trim());
    const cells = Object.fromEntries(RECEIPT_COLUMNS.map((column) => [column, cell(column)]));
    if (record.some((written) => written.trim() !== "")) {
      rows.push({ line, cells: cells as ReceiptRow["cells"] });
    }
    line += countLines(record);
  }
  if (rows.length === 0) throw new Refusal("invalid", "The file has no rows below its header");
  return rows;
}

const countLines = (record: string[]) => record.join("").split("\n").length;
