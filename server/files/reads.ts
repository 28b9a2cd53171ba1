import { pack } from "../../db/engine/packed.ts";
import { readStatement } from "../../domain/banking/read.ts";
import type { TableOptions } from "../../domain/banking/table.ts";
import { assertFaultless, readBooksFile } from "../../domain/documents/booksFile.ts";
import { readIrpFile } from "../../domain/gst/returns/irpAnswer.ts";
import { readJsonBytes, toCanonicalJson } from "../../domain/jsonInput.ts";
import { readGstr2b } from "../../domain/purchases/gstr2b.ts";
import { readTallyList } from "../../domain/tally/list.ts";
import { redrawLogo } from "./logo.ts";
import { type Drawing, renderPreview } from "./preview.ts";

// The files that readers can read. Large results are returned compressed, and only the thread that writes
// them unpacks them.

// Limits on strings, brackets and commas in a file.
/** A row of the portal has about forty; a file of 5,000 rows is 2 MB. */
const GSTR2B_MARKS_MAX = 4_000_000;
/** Ten thousand documents of three lines have 1.3 million. */
const BOOKS_MARKS_MAX = 6_000_000;

interface StatementFile {
  bytes: Uint8Array;
  /** Used once and never stored. */
  password?: string | undefined;
  options: TableOptions;
}

interface File {
  bytes: Uint8Array;
}

export const READS = {
  async statement({ bytes, password, options }: StatementFile) {
    const read = await readStatement(bytes, { password, ...options });
    return { account: read.account, bank: read.bank, read: pack(read) };
  },
  gstr2b: ({ bytes }: File) => pack(readGstr2b(readJsonBytes(bytes, GSTR2B_MARKS_MAX))),
  einvoices: ({ bytes }: File) => pack(readIrpFile(readJsonBytes(bytes))),
  books({ bytes }: File) {
    const input = readJsonBytes(bytes, BOOKS_MARKS_MAX);
    const faults = { count: 0, first: [] };
    const file = readBooksFile(input, faults);
    assertFaultless(faults);
    return { file: pack(file), digest: `${Bun.hash(toCanonicalJson(input))}` };
  },
  tallyLedgers: ({ bytes }: File) => pack(readTallyList(bytes)),
  logo: ({ bytes }: File) => redrawLogo(bytes),
  preview: (drawing: Drawing) => renderPreview(drawing),
};

export type Reads = typeof READS;
