import { Refusal } from "./refusal.ts";

// A CSV file as it arrives, record by record. Ours and not papaparse's, which takes the square of a record's
// length where a quote stands in its middle and blanks at its end (5.7.1).

export interface CsvRecord {
  /** Of the file, where the record begins, from 1. */
  line: number;
  cells: string[];
  /** What is wrong with its quotes. */
  fault?: string;
}

const RECORD_MAX = 1 << 20;
/** In characters: less is kept until more has come, for each look begins at the start of a record. */
const LOOK_AT = 1 << 16;

/**
 * The records of a file, in its pieces; memory holds some megabytes of it at most.
 * @throws Refusal "invalid" for what is not UTF-8, not text, or a record above a megabyte.
 */
export async function* csvRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
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
    const found = splitRecords(pieces.join(""), isLast);
    const records = found.records.map(({ lines, ...record }) => {
      const begins = line;
      line += lines;
      return { line: begins, ...record };
    });
    pieces = [found.rest];
    size = found.rest.length;
    // Twice as much as was looked at in vain, or a long record would be looked at again with each piece.
    due = Math.min(Math.max(LOOK_AT, 2 * size), RECORD_MAX + LOOK_AT);
    if (size > RECORD_MAX) {
      throw new Refusal("invalid", `Line ${line} is too long, or a quote in it is never closed`);
    }
    return records;
  };

  for await (const bytes of body) {
    add(
      textOf(() => decoder.decode(bytes, { stream: true })),
      false,
    );
    if (size >= due) yield take(false);
  }
  add(
    textOf(() => decoder.decode()),
    true,
  );
  yield take(true);
}

function textOf(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Refusal("invalid", "The file is not UTF-8 text; save it as CSV UTF-8");
  }
}

interface Split {
  cells: string[];
  fault?: string;
  /** Line feeds from its beginning to the next one's. */
  lines: number;
}

const [QUOTE, COMMA, LINE_FEED] = [0x22, 0x2c, 0x0a];

/** The records of a text whose lines end in line feeds, and what is left where its last one may go on. */
function splitRecords(text: string, isLast: boolean): { records: Split[]; rest: string } {
  const records: Split[] = [];
  let [at, begin] = [0, 0];
  let record: Split = { cells: [], lines: 0 };
  while (begin < text.length) {
    const cell = text.charCodeAt(at) === QUOTE ? quotedCell(text, at) : plainCell(text, at);
    if (cell.end === text.length && !isLast) break;

    record.cells.push(cell.text);
    record.lines += cell.lines ?? 0;
    if (cell.fault) record.fault = cell.fault;
    at = cell.end + 1;
    if (text.charCodeAt(cell.end) === COMMA) continue;
    record.lines += 1;
    records.push(record);
    record = { cells: [], lines: 0 };
    begin = at;
  }
  return { records, rest: isLast ? "" : text.slice(begin) };
}

interface Cell {
  text: string;
  /** Of the comma or the line feed behind it, or of the text. */
  end: number;
  lines?: number;
  fault?: string;
}

function plainCell(text: string, from: number): Cell {
  let end = from;
  while (end < text.length && !isBetween(text.charCodeAt(end))) end += 1;
  return { text: text.slice(from, end), end };
}

const isBetween = (code: number) => code === COMMA || code === LINE_FEED;

/** Two quotes are one, and blanks behind the last are none. Each character is looked at twice at most. */
function quotedCell(text: string, from: number): Cell {
  let fault: string | undefined;
  for (let quote = from; ; ) {
    quote = text.indexOf('"', quote + 1);
    if (quote === -1) {
      const rest = unquoted(text.slice(from + 1));
      return { ...rest, end: text.length, fault: "Quoted field unterminated" };
    }
    if (text.charCodeAt(quote + 1) === QUOTE) {
      quote += 1;
      continue;
    }
    let end = quote + 1;
    while (isBlank(text.charCodeAt(end))) end += 1;
    if (end === text.length || isBetween(text.charCodeAt(end))) {
      return { ...unquoted(text.slice(from + 1, quote)), end, ...(fault && { fault }) };
    }
    fault = "Trailing quote on quoted field is malformed";
  }
}

const isBlank = (code: number) => code === 0x20 || code === 0x09;

function unquoted(inside: string): { text: string; lines: number } {
  let lines = 0;
  for (let at = inside.indexOf("\n"); at !== -1; at = inside.indexOf("\n", at + 1)) lines += 1;
  return { text: inside.includes('""') ? inside.replaceAll('""', '"') : inside, lines };
}
