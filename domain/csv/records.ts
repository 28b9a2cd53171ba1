import Papa from "papaparse";
import { Refusal } from "../refusal.ts";

// A CSV file as it arrives, record by record.

export interface CsvRecord {
  /** Of the file, where the record begins, from 1. */
  line: number;
  cells: string[];
  /** What is wrong with its quotes. */
  fault?: string;
}

/** A million rows are promised, and a spreadsheet may end with as many that are empty. */
const LINES_MAX = 2_000_000;
const RECORD_MAX = 1 << 20;
/**
 * In a row. papaparse looks at the blanks before a comma once for each quote before them (5.7.1), which for
 * half a megabyte of each takes a minute.
 */
const BLANKS_MAX = 1_000;
/** In characters: less is kept until more has come, for each look begins at the start of a record. */
const LOOK_AT = 1 << 16;

/**
 * The records of a file, in its pieces; memory holds some megabytes of it at most. `separatorIn` finds what
 * stands between the cells, in the file's first part.
 * @throws Refusal "invalid" for what is not UTF-8, not text, more than two million lines, a record above a
 * megabyte, or one that holds more than a thousand blanks in a row.
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
    // It takes a file's first line end for all of it, so all are made one above.
    parser ??= new Papa.Parser({ delimiter: separatorIn(text), newline: "\n" });
    const { data, errors, meta } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
    const faults = new Map(errors.map(({ row, message }) => [row, message]));
    const mayWrap = text.includes('"');
    const records: CsvRecord[] = [];
    for (const [index, cells] of data.entries()) {
      const fault = faults.get(index);
      // An empty line is counted, and costs nothing else.
      if (cells.length > 1 || cells[0]) records.push({ line, cells, ...(fault && { fault }) });
      line += 1 + (mayWrap ? countLineFeeds(cells) : 0);
    }
    const rest = isLast ? "" : text.slice(meta.cursor);
    pieces = [rest];
    size = rest.length;
    // Twice as much as was looked at in vain, or a long record would be looked at again with each piece.
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

/** What stands between the cells of a header: Excel writes `;` where the comma is for decimals. */
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

/** Looked through by hand: a pattern would begin anew at each blank. */
function hasLongBlank(text: string): boolean {
  let blanks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The usual letters need no second look.
    const isBlank =
      code <= 0x20 ? code !== LINE_FEED : code >= 0x80 && text.charAt(at).trim() === "";
    blanks = isBlank ? blanks + 1 : 0;
    if (blanks > BLANKS_MAX) return true;
  }
  return false;
}

const LINE_FEED = 0x0a;
