import { CellCounter } from "./sheet.ts";

// Measures an Excel 97 to 2003 workbook before it is unpacked. It walks the records in place and keeps
// only the last column of each row. [MS-CFB] defines sectors, [MS-XLS] records.

const END = 0xfffffffa;
const DIRECTORY_ENTRY = 128;
const [BOF, END_OF_PART, SHEET] = [0x809, 0x0a, 0x85];
/** Records of a single cell: formula, blank, number, label, boolean, RK, label of the string table. */
const CELLS = new Set([0x06, 0x201, 0x203, 0x204, 0x205, 0x27e, 0xfd]);
/** Records of several cells in a row, which end with the last column. */
const SEVERAL = new Set([0xbd, 0xbe]);

/**
 * Counts the cells that the reader will create, each row as wide as its last cell. Malformed files are
 * left to the reader, which refuses them.
 * @throws Refusal "invalid" if there are too many rows or cells
 */
export function assertFewCells(bytes: Uint8Array): void {
  const counter = new CellCounter();
  for (const stream of readWorkbooks(bytes)) {
    const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
    // If several sheets share a start, the reader reads it several times.
    for (const { id, size, at } of records(view, 0)) {
      if (id === SHEET && size >= 4) countSheet(view, view.getUint32(at, true), counter);
    }
  }
}

function countSheet(view: DataView, from: number, counter: CellCounter): void {
  const widths = new Map<number, number>();
  for (const { id, size, at } of records(view, from)) {
    const isSeveral = SEVERAL.has(id);
    if (size < 6 || !(isSeveral || CELLS.has(id))) continue;
    const row = view.getUint16(at, true);
    const column = view.getUint16(isSeveral ? at + size - 2 : at + 2, true);
    widths.set(row, Math.max(widths.get(row) ?? 0, column + 1));
  }
  for (const width of widths.values()) counter.add(width);
}

/** Yields the records of a part of the workbook, including nested parts. */
function* records(view: DataView, from: number) {
  let depth = 0;
  for (let at = from; at + 4 <= view.byteLength; ) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (at + 4 + size > view.byteLength) return;
    if (id === BOF) depth += 1;
    yield { id, size, at: at + 4 };
    if (id === END_OF_PART) depth -= 1;
    if (id === END_OF_PART && depth <= 0) return;
    at += 4 + size;
  }
}

/**
 * Returns the streams that may contain the sheets. Streams below 4 KB are in other sectors, and
 * harmless.
 */
function readWorkbooks(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length < 512) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = 1 << view.getUint16(30, true);
  const sectors = Math.floor(bytes.length / size) - 1;
  const uint = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, true) : END);
  const start = (sector: number) => (sector + 1) * size;
  const fat: number[] = [];
  for (let n = 0; n < 109; n++) if (uint(76 + n * 4) < END) fat.push(uint(76 + n * 4));
  const perSector = size / 4 - 1;
  let more = uint(68);
  for (let guard = 0; more < END && guard < sectors; guard++) {
    for (let n = 0; n < perSector; n++) {
      const sector = uint(start(more) + n * 4);
      if (sector < END) fat.push(sector);
    }
    more = uint(start(more) + perSector * 4);
  }
  const after = (sector: number) => {
    const table = fat[Math.floor(sector / (size / 4))];
    return table === undefined ? END : uint(start(table) + (sector % (size / 4)) * 4);
  };
  const read = (sector: number): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let at = sector; at < END && parts.length <= sectors; at = after(at)) {
      parts.push(bytes.subarray(start(at), start(at) + size));
    }
    return Buffer.concat(parts);
  };
  const directory = Buffer.from(read(uint(48)));
  const found: Uint8Array[] = [];
  for (let at = 0; at + DIRECTORY_ENTRY <= directory.length; at += DIRECTORY_ENTRY) {
    const end = at + Math.max(0, directory.readUInt16LE(at + 64) - 2);
    const name = directory.toString("utf16le", at, Math.min(end, at + 64)).toLowerCase();
    const length = directory.readUInt32LE(at + 120);
    const isLarge = length >= uint(56);
    if ((name === "workbook" || name === "book") && isLarge) {
      found.push(read(directory.readUInt32LE(at + 116)).subarray(0, length));
    }
  }
  return found;
}
