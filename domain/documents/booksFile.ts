import * as v from "valibot";
import { groupIndian } from "../money.ts";
import { type FieldError, Refusal, toFieldErrors } from "../refusal.ts";
import { SECTIONS } from "./booksSchema.ts";

type Sections = typeof SECTIONS;

export type BooksFile = {
  [Name in keyof Sections]: v.InferOutput<Sections[Name]>[];
} & {
  /** GSTIN of the agency that exported the file, or "". */
  gstin: string;
  /** Sentences about the parts of the file that are not imported. */
  warnings: string[];
};

/** Errors in a file: their number, and the first hundred with their paths. */
export interface Faults {
  count: number;
  first: FieldError[];
}

const FAULTS_SHOWN = 100;

export function addFault(faults: Faults, path: string, message: string): void {
  faults.count += 1;
  if (faults.first.length < FAULTS_SHOWN) faults.first.push({ path, message });
}

/** Runs `work` on the value at a path and counts a Refusal as a fault. */
export function collectFault(faults: Faults, path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The file's `lines` are a document's `items`.
    const field = error.errors[0]?.path.replace(/^items/, "lines");
    addFault(faults, [path, field].filter(Boolean).join("."), error.message);
  }
}

/** @throws Refusal "invalid" with the faults, if there are any */
export function assertFaultless({ count, first }: Faults): void {
  const [fault] = first;
  if (!fault) return;
  const message =
    count === 1 ? `${fault.path}: ${fault.message}` : `${groupIndian(count)} errors in the file`;
  throw new Refusal("invalid", message, first);
}

/**
 * Parses the JSON of a file of books. Leaves out values with a fault and counts the faults in `faults`.
 * @throws Refusal "invalid" if the input is not such a file
 */
export function readBooksFile(input: unknown, faults: Faults): BooksFile {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new Refusal("invalid", "The file must be a JSON object with clients, documents or more");
  }
  const given = input as Record<string, unknown>;
  const file: BooksFile = {
    clients: readSection(given, "clients", faults),
    documents: readSection(given, "documents", faults),
    vouchers: readSection(given, "vouchers", faults),
    vendors: readSection(given, "vendors", faults),
    bills: readSection(given, "bills", faults),
    inwardDocuments: readSection(given, "inwardDocuments", faults),
    reclaimed: readSection(given, "reclaimed", faults),
    payments: readSection(given, "payments", faults),
    openings: readSection(given, "openings", faults),
    gstin: gstinIn(given.agency),
    warnings: [],
  };
  const isEmpty = Object.keys(SECTIONS).every((name) => file[name as keyof Sections].length === 0);
  if (isEmpty && faults.count === 0) {
    throw new Refusal("invalid", "The file has no clients, documents, vouchers or payments");
  }
  const bills = new Set(file.bills.map(({ number }) => number));
  const left = file.inwardDocuments.filter(({ number }) => !bills.has(number));
  if (left.length > 0) {
    const numbers = left.map(({ number }) => number).join(", ");
    file.warnings.push(`The file has only the numbers of ${numbers}: these count as used`);
  }
  return file;
}

function gstinIn(agency: unknown): string {
  const gstin = (agency as { gstin?: unknown } | null | undefined)?.gstin;
  return typeof gstin === "string" ? gstin.slice(0, 20).toUpperCase() : "";
}

/**
 * Returns a warning if the agency's GSTIN differs from the file's, because tax depends on the agency's
 * state.
 */
export function gstinWarning(file: BooksFile, own: string): string | undefined {
  if (file.documents.length + file.vouchers.length === 0) return undefined;
  const ours = own ? `yours is ${own}` : "you have none";
  if (file.gstin && file.gstin !== own.toUpperCase()) {
    return `The file is for GSTIN ${file.gstin}, but ${ours}: check the tax`;
  }
  return own
    ? undefined
    : "You have no GSTIN yet: all tax is CGST and SGST until you enter it in Settings";
}

function readSection<Name extends keyof Sections>(
  given: Record<string, unknown>,
  name: Name,
  faults: Faults,
): BooksFile[Name] {
  const list = given[name] ?? [];
  if (!Array.isArray(list)) {
    addFault(faults, name, `${name} must be a list`);
    return [] as unknown as BooksFile[Name];
  }
  const schema: v.GenericSchema = SECTIONS[name];
  const read: unknown[] = [];
  for (const [at, one] of list.entries()) {
    const result = v.safeParse(schema, one, { abortPipeEarly: true });
    if (result.success) read.push(result.output);
    else {
      for (const { path, message } of toFieldErrors(result.issues)) {
        addFault(faults, [name, at, path].filter((part) => part !== "").join("."), message);
      }
    }
  }
  return read as unknown as BooksFile[Name];
}
