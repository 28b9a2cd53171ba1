import { csvRecords } from "../csv/records.ts";
import { Refusal, Undecided } from "../refusal.ts";
import { findHeader } from "./captions.ts";
import { CellCounter, type FileRow, type Sheet } from "./sheet.ts";
import { INSTEAD, readLockedXlsx, readXls, readXlsx } from "./workbook.ts";

// Detects a file's type by its content, never by its name, and returns the rows of a table.

export const FILE_MAX_MB = 20;

export type Contents =
  | { kind: "table"; format: string; sheets: Sheet[] }
  | { kind: "ofx" | "mt940"; text: string };

const isAt = (bytes: Uint8Array, at: number, mark: readonly number[]) =>
  mark.every((byte, n) => bytes[at + n] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const UNCHANGED = "Nothing was changed";

/**
 * Opens a bank file.
 * @throws Refusal "invalid" if the file is not a bank statement, and Undecided if it needs a password
 */
export async function openFile(bytes: Uint8Array, password?: string): Promise<Contents> {
  if (bytes.length > FILE_MAX_MB << 20) {
    throw new Refusal("invalid", `The file is larger than ${FILE_MAX_MB} MB. ${UNCHANGED}`);
  }
  if (isAt(bytes, 0, ZIP)) return table("XLSX", await readXlsx(bytes));
  if (isAt(bytes, 0, OLE)) return openCompound(bytes, password);
  return openText(...decode(bytes));
}

async function openCompound(bytes: Uint8Array, password: string | undefined): Promise<Contents> {
  if (!containsUtf16(bytes, "EncryptedPackage"))
    return table("BIFF8 workbook", await readXls(bytes));
  if (!password)
    throw new Undecided("password", "The file has a password. Enter it to read the file");
  return table("XLSX", await readLockedXlsx(bytes, password));
}

const table = (format: string, sheets: Sheet[]): Contents => ({ kind: "table", format, sheets });

/** Searches for UTF-16 text, which compound files use for stream names. */
const containsUtf16 = (bytes: Uint8Array, name: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from(name, "utf16le"));

/** Whether every second byte is 0, as in Latin text in UTF-16. */
const hasZeros = (bytes: Uint8Array, from: 0 | 1): boolean =>
  bytes.length >= 8 &&
  [0, 2, 4, 6].every((at) => bytes[at + from] === 0 && bytes[at + 1 - from] !== 0);

/**
 * Decodes UTF-16 (by byte order mark or zero bytes), UTF-8, or else Windows-1252, which accepts every
 * byte. Also returns a note on the encoding.
 */
function decode(bytes: Uint8Array): [text: string, encoding: string] {
  if (isAt(bytes, 0, [0xff, 0xfe])) return [new TextDecoder("utf-16le").decode(bytes), ", UTF-16"];
  if (isAt(bytes, 0, [0xfe, 0xff])) return [new TextDecoder("utf-16be").decode(bytes), ", UTF-16"];
  if (hasZeros(bytes, 1)) return [new TextDecoder("utf-16le").decode(bytes), ", UTF-16"];
  if (hasZeros(bytes, 0)) return [new TextDecoder("utf-16be").decode(bytes), ", UTF-16"];
  try {
    return [new TextDecoder("utf-8", { fatal: true }).decode(bytes), ""];
  } catch {
    return [new TextDecoder("windows-1252").decode(bytes), ", Windows-1252"];
  }
}

async function openText(text: string, encoding: string): Promise<Contents> {
  const start = text.slice(0, 2_000).trimStart();
  if (start.startsWith("%PDF")) {
    throw new Refusal("invalid", `This is a PDF, which bahi cannot read. ${INSTEAD}`);
  }
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(start)) {
    throw new Refusal("invalid", `This is an Excel 2003 XML workbook. ${INSTEAD}`);
  }
  if (/camt\.05\d/.test(start)) {
    throw new Refusal("invalid", `CAMT files cannot be read yet. ${INSTEAD}`);
  }
  if (
    /^(OFXHEADER|<\?OFX)/i.test(start) ||
    /<(OFX|STMTTRN|[A-Z]{4,20}MSGSRSV1)[\s>]/i.test(start)
  ) {
    return { kind: "ofx", text };
  }
  if (/^!(type|account|option|clear):/i.test(start)) {
    throw new Refusal("invalid", `This is a QIF file, which bahi cannot read. ${INSTEAD}`);
  }
  if (/^<(!doctype|html|table|meta|head|body|style)/i.test(start)) {
    throw new Refusal("invalid", `This is a web page, whatever its name says. ${INSTEAD}`);
  }
  if (/^\{1:F01/.test(start) || /^:20:/m.test(start)) return { kind: "mt940", text };
  if (start === "") throw new Refusal("invalid", `The file is empty. ${UNCHANGED}`);
  const rows: FileRow[] = [];
  let separator = ",";
  const separatorIn = (piece: string) => {
    separator = detectSeparator(piece);
    return separator;
  };
  const counter = new CellCounter();
  for await (const records of csvRecords(parts(new TextEncoder().encode(text)), separatorIn)) {
    for (const { line, cells } of records) {
      counter.add(cells.length);
      rows.push({ row: line, cells });
    }
  }
  return {
    kind: "table",
    format: `${detectFormat(text, separator)}${encoding}`,
    sheets: [{ name: "", rows }],
  };
}

function detectFormat(text: string, separator: string): string {
  if (separator === "\t") return "tab-separated text";
  if (separator !== "," || text.slice(0, text.indexOf("\n", 2)).includes("  ,"))
    return "delimited text";
  return /,="/.test(text.slice(0, 10_000)) ? 'CSV with ="…" cells' : "CSV";
}

async function* parts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 20) yield bytes.subarray(at, at + (1 << 20));
}

const SEPARATORS = [",", "\t", ";", "|", "~"];

/** Returns the separator that yields the most known captions. */
function detectSeparator(text: string): string {
  const lines = text.split("\n", 80);
  // HDFC cards. Splitting by `~` alone would turn every second cell into `|`.
  if (lines.some((line) => line.includes("~|~"))) return "~|~";
  const known = (separator: string) => {
    const rows = lines.map((line) => line.split(separator));
    return Object.keys(findHeader(rows)?.columns ?? {}).length;
  };
  const cells = (separator: string) => lines.join("").split(separator).length;
  const counts = SEPARATORS.map((separator) => known(separator) * 100_000 + cells(separator));
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}
