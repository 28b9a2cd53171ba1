import { openFile } from "../../domain/banking/files.ts";
import { readStatement } from "../../domain/banking/read.ts";
import { type CsvTable, findTable } from "../../domain/csv/mapping.ts";
import { isImportHeader } from "../../domain/csv/transactions.ts";
import { formatRange } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";

/** A file of bahi's own columns, a bank statement, or a table whose columns have to be mapped. */
export type Recognised =
  | { kind: "import" }
  | { kind: "statement"; about: string; table: CsvTable | undefined }
  | { kind: "table"; table: CsvTable };

const FILE_MAX_MB = 10;
const TOO_LARGE =
  `Only files with the columns Date, Description, Account, Category and Amount can be larger than ` +
  `${FILE_MAX_MB} MB`;
const OLD_WORKBOOK =
  "This is an older Excel workbook. Save it as XLSX or CSV in your spreadsheet program, then choose " +
  "that file.";
/** Bytes that hold the first line. */
const HEADER_MAX = 8_192;

/**
 * Returns what a file is, by its content.
 * @throws Refusal "invalid" if it has no table of transactions
 */
export async function recogniseFile(file: File): Promise<Recognised> {
  if (isImportHeader(await file.slice(0, HEADER_MAX).text())) return { kind: "import" };
  if (file.size > FILE_MAX_MB << 20) throw new Refusal("invalid", TOO_LARGE);
  const bytes = await file.bytes();
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new Refusal("invalid", OLD_WORKBOOK);
  const contents = await openFile(bytes);
  const about = await describeStatement(bytes);
  if (contents.kind !== "table") {
    if (about) return { kind: "statement", about, table: undefined };
    throw new Refusal("invalid", "This bank file cannot be read. Nothing was changed");
  }
  if (!about) return { kind: "table", table: findTable(contents.sheets) };
  return { kind: "statement", about, table: findTable(contents.sheets) };
}

/** Returns the table of a file, or undefined if it is too large for the browser or has none. */
export async function readTable(file: File): Promise<CsvTable | undefined> {
  if (file.size > FILE_MAX_MB << 20) return undefined;
  const contents = await openFile(await file.bytes());
  return contents.kind === "table" ? findTable(contents.sheets) : undefined;
}

/** Returns bank, account and dates of a statement, if the file names its account. */
async function describeStatement(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { bank, account, periodFrom, periodTo } = await readStatement(bytes);
    if (!account) return undefined;
    const of = [bank, `…${account.slice(-4)}`].filter(Boolean).join(" ");
    return `${of}, ${formatRange({ dateFrom: periodFrom, dateTo: periodTo })}`;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
