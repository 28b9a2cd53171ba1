import { Refusal, Undecided } from "../refusal.ts";
import type { Cell } from "./cells.ts";
import { CellCounter, type Sheet } from "./sheet.ts";
import { assertFewCells } from "./xlsSize.ts";

// Reads workbooks. Their directory is checked before anything is unpacked (after decryption, if there is
// a password). Rows are streamed, because a workbook of a few kilobytes can unpack to gigabytes of empty
// cells.

type Hucre = typeof import("hucre");

const UNCHANGED = "Nothing was changed";
export const INSTEAD = `Download it from the bank as CSV, XLS, XLSX, OFX or MT940. ${UNCHANGED}`;

/** A workbook of 50,000 rows unpacks to about 25 MB. */
const UNPACKED_MAX_MB = 64;
const ENTRIES_MAX = 1_000;
const SHEETS_MAX = 50;
/** Office hashes passwords 100,000 times. */
const SPIN_MAX = 1_000_000;

/**
 * Reads a workbook without a password.
 * @throws Refusal "invalid"
 */
export function readXlsx(bytes: Uint8Array): Promise<Sheet[]> {
  assertUnpacksSmall(bytes);
  return readSheets(bytes, {});
}

/** Hashes a password once for the sheet names and once per sheet. */
function readSheets(bytes: Uint8Array, options: { password?: string }): Promise<Sheet[]> {
  return opened(async (hucre) => {
    const names: string[] = [];
    await hucre.readXlsx(bytes, {
      ...options,
      // Reads only the names, no sheet.
      sheets({ name }) {
        names.push(name);
        return false;
      },
    });
    if (names.length > SHEETS_MAX) {
      throw new Refusal("invalid", `The workbook has more than ${SHEETS_MAX} sheets. ${UNCHANGED}`);
    }
    const counter = new CellCounter();
    const sheets: Sheet[] = [];
    for (const [sheet, name] of names.entries()) {
      const rows: Sheet["rows"] = [];
      for await (const { index, values } of hucre.streamXlsxRows(bytes, { ...options, sheet })) {
        counter.add(values.length);
        // A single blank row stands for any number of omitted rows.
        const last = rows.at(-1)?.row ?? 0;
        if (index > last) rows.push({ row: index, cells: [] });
        rows.push({ row: index + 1, cells: withoutEnd(values as Cell[]) });
      }
      sheets.push({ name, rows });
    }
    return sheets;
  });
}

/**
 * Reads an encrypted workbook.
 * @throws Refusal "invalid", and Undecided if the password is wrong
 */
export function readLockedXlsx(bytes: Uint8Array, password: string): Promise<Sheet[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = text.indexOf('spinCount="');
  const spins = at < 0 ? 0 : Number.parseInt(text.toString("latin1", at + 11, at + 23), 10);
  if (spins > SPIN_MAX) throw locked();
  return readSheets(bytes, { password });
}

/**
 * Reads an Excel 97 to 2003 workbook. hucre unpacks it whole, so its cells are counted first.
 * @throws Refusal "invalid"
 */
export const readXls = (bytes: Uint8Array): Promise<Sheet[]> =>
  opened(async (hucre) => {
    assertFewCells(bytes);
    const { sheets } = await hucre.readXls(bytes);
    const counter = new CellCounter();
    return sheets.map(({ name, rows }) => ({
      name,
      // hucre leaves array holes for empty rows.
      rows: Array.from(rows as (Cell[] | undefined)[], (cells = [], at) => {
        counter.add(cells.length);
        return { row: at + 1, cells: withoutEnd(cells) };
      }),
    }));
  });

/** Removes empty cells at the end of a row. */
function withoutEnd(cells: Cell[]): Cell[] {
  let end = cells.length;
  while (end > 0 && (cells[end - 1] ?? null) === null) end -= 1;
  return cells.slice(0, end);
}

async function opened(read: (hucre: Hucre) => Promise<Sheet[]>): Promise<Sheet[]> {
  // Loaded on demand: it is large, and few files need it.
  const hucre = await import("hucre");
  const { DecryptionError, EncryptedFileError, HucreError } = hucre;
  try {
    return await read(hucre);
  } catch (error) {
    if (error instanceof DecryptionError) {
      throw new Undecided("password", "That password does not open the file");
    }
    if (error instanceof EncryptedFileError) throw locked();
    const isOfFile = [HucreError, RangeError, TypeError].some((kind) => error instanceof kind);
    if (!isOfFile) throw error;
    const message = `The workbook is damaged or cut off. Download it again. ${UNCHANGED}`;
    throw new Refusal("invalid", message);
  }
}

const locked = () =>
  new Refusal("invalid", `This workbook uses a protection that bahi cannot open. ${INSTEAD}`);

/**
 * Checks the sizes in a ZIP directory. The reader unpacks no more than those.
 * @throws Refusal "invalid"
 */
function assertUnpacksSmall(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const most = UNPACKED_MAX_MB << 20;
  let [unpacked, entries] = [0, 0];
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x02014b50) continue;
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    // A ZIP written as a stream has no size here, so the file may be any size.
    unpacked += packed > 0 && size === 0 ? most + 1 : size;
    entries += 1;
  }
  if (unpacked <= most && entries <= ENTRIES_MAX) return;
  const message =
    entries > ENTRIES_MAX
      ? `The workbook holds more than ${ENTRIES_MAX} files`
      : `The workbook unpacks to more than ${UNPACKED_MAX_MB} MB`;
  throw new Refusal("invalid", `${message}. ${UNCHANGED}`);
}
