import Papa from "papaparse";
import { Refusal } from "../refusal.ts";

// Reads a CSV file from a stream, record by record.

export interface CsvRecord {
  /** Line of the file where the record begins, from 1. */
  line: number;
  cells: string[];
  /** Error in its quotes. */
  fault?: string;
}

/** We support a million rows, and a spreadsheet may end with as many empty ones. */
const LINES_MAX = 2_000_000;
const RECORD_MAX = 1 << 20;
/**
 * Maximum blanks in a row. For each quote, papaparse (5.7.1) scans the blanks before a comma, which
 * takes a minute for half a megabyte of each.
 */
const BLANKS_MAX = 1_000;
/** Minimum characters before parsing again, because each attempt starts at the beginning of a record. */
const LOOK_AT = 1 << 16;

/**
 * Yields a file's records in batches, with at most a few megabytes in memory.
 * @param separatorIn finds the separator in the first part of the file
 * @throws Refusal "invalid" if the file is not UTF-8 or not text, has more than two million lines, or
 * has a record above a megabyte or with more than a thousand blanks in a row
 */
export async function* csvRecords(
  body: AsyncIterable<Uint8Array>,
  separatorIn = detectSeparator,
): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parser: Papa.Parser | undefined;
  let pieces: string[] = [];
  let size = 0;
  let due = LOOK_AT;
  let line = 1;
  let heldBack = "";

  const add = (text: string, isLast: boolean) => {
    const arrived = heldBack + text;
    // A carriage return at the end may be half of a line end.
    heldBack = arrived.endsWith("\r") && !isLast ? "\r" : "";
    const piece = arrived.slice(0, arrived.length - heldBack.length).replace(/\r\n?/g, "\n");
    if (piece.includes("\0")) throw new Refusal("invalid", "The file is not a CSV text file");
    pieces.push(piece);
    size += piece.length;
  };
  const take = (isLast: boolean): CsvRecord[] => {
    const text = pieces.join("");
    if (text.includes('"') && hasLongBlank(text)) {
      const message = `Line ${line} or one below it has more than 1,000 blanks in a row`;
      throw new Refusal("invalid", message);
    }
    // papaparse uses the first line end for the whole file, so all were unified above.
    parser ??= new Papa.Parser({ delimiter: separatorIn(text), newline: "\n" });
    const { data, errors, meta } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
    const faults = new Map(errors.map(({ row, message }) => [row, message]));
    const mayWrap = text.includes('"');
    const records: CsvRecord[] = [];
    for (const [index, cells] of data.entries()) {
      const fault = faults.get(index);
      // An empty line is counted but not stored.
      if (cells.length > 1 || cells[0]) records.push({ line, cells, ...(fault && { fault }) });
      line += 1 + (mayWrap ? countLineFeeds(cells) : 0);
    }
    const rest = isLast ? "" : text.slice(meta.cursor);
    pieces = [rest];
    size = rest.length;
    // Waits for twice as much as before. Otherwise a long record would be parsed again with each piece.
    due = Math.min(Math.max(LOOK_AT, 2 * size), RECORD_MAX + LOOK_AT);
    if (line > LINES_MAX) {
      throw new Refusal("invalid", "The file has more than 20,00,000 lines; send it in parts");
    }
    if (size > RECORD_MAX) {
      throw new Refusal("invalid", `Line ${line} is too long, or a quote in it is never closed`);
    }
    return records;
  };

  for await (const bytes of body) {
    add(
      decodeText(() => decoder.decode(bytes, { stream: true })),
      false,
    );
    if (size >= due) yield take(false);
  }
  add(
    decodeText(() => decoder.decode()),
    true,
  );
  yield take(true);
}

const SEPARATORS = [",", ";", "\t", "|"];

/** Returns the separator of a header. Excel writes `;` in locales with a decimal comma. */
export function detectSeparator(text: string): string {
  const header = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const plain = header.replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => plain.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function decodeText(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Refusal("invalid", "The file is not UTF-8 text; save it as CSV UTF-8");
  }
}

function countLineFeeds(cells: string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  }
  return count;
}

/** A loop, because a regular expression would start again at each blank. */
function hasLongBlank(text: string): boolean {
  let blanks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Common characters skip the slow check.
    const isBlank =
      code <= 0x20 ? code !== LINE_FEED : code >= 0x80 && text.charAt(at).trim() === "";
    blanks = isBlank ? blanks + 1 : 0;
    if (blanks > BLANKS_MAX) return true;
  }
  return false;
}

const LINE_FEED = 0x0a;
