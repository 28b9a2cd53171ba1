import { stat } from "node:fs/promises";
import { documentFileName, type Invoice, invoiceFileName } from "../domain/documents/invoices.ts";
import { TITLES } from "../domain/documents/kinds.ts";
import type { Note } from "../domain/documents/notes.ts";
import { type Receipt, receiptFileName } from "../domain/documents/receipts.ts";
import type { Voucher } from "../domain/documents/vouchers.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure, failUsage } from "./failure.ts";
import { findTarget, saveAnswer, type Target } from "./files.ts";
import { fetchPages } from "./listing.ts";
import { type GlobalOptions, open } from "./open.ts";
import type { Output } from "./output.ts";

// The agency's numbered documents, each with a PDF.

export interface DocumentPdf {
  _id: string;
  number: string;
  /** The browser's name for its PDF. */
  file: string;
  /** Not sent yet, so of no effect for a client. A receipt is never a draft. */
  isDraft: boolean;
}

export interface DocumentKind {
  noun: "estimate" | "invoice" | "note" | "receipt" | "voucher";
  path: string;
  /** The key of the document in the API's response. If left out, the response is the document. */
  key?: "invoice" | "receipt";
  paperOf(answer: ListedDocument): DocumentPdf;
}

type ListedDocument = Invoice & Receipt & (Note | Voucher);

export const RECEIPTS: DocumentKind = {
  noun: "receipt",
  path: "/receipts",
  key: "receipt",
  paperOf: ({ _id, receiptNumber: number }) => ({
    _id,
    number,
    file: receiptFileName(number),
    isDraft: false,
  }),
};

export const INVOICES: DocumentKind = {
  noun: "invoice",
  path: "/invoices",
  key: "invoice",
  paperOf: ({ _id, invoiceNumber: number, status }) => ({
    _id,
    number,
    file: invoiceFileName(number),
    isDraft: status === "DRAFT",
  }),
};

export const NOTES: DocumentKind = { noun: "note", path: "/notes", paperOf: toDocumentPdf };
export const VOUCHERS: DocumentKind = {
  noun: "voucher",
  path: "/vouchers",
  paperOf: toDocumentPdf,
};
export const ESTIMATES: DocumentKind = {
  noun: "estimate",
  path: "/estimates",
  paperOf: ({ _id, number, status }) => ({
    _id,
    number,
    file: documentFileName("Estimate", number),
    isDraft: status === "DRAFT",
  }),
};

function toDocumentPdf({ _id, number, kind, status }: ListedDocument): DocumentPdf {
  const file = documentFileName(TITLES[kind as (Note | Voucher)["kind"]], number);
  return { _id, number, file, isDraft: status === "DRAFT" };
}

export interface PdfOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/** Saves the PDFs of the given documents, with the same names as in the browser. */
export async function savePdfs(
  documents: DocumentKind,
  typed: string[],
  options: PdfOptions,
): Promise<void> {
  const { out, json } = options;
  const { noun } = documents;
  const isFolder = out !== undefined && (await stat(out).catch(() => undefined))?.isDirectory();
  if (out !== undefined && typed.length > 1 && !isFolder) {
    throw failUsage(`--out ${out} is not a folder`, `name a folder, or one ${noun}`);
  }
  if (json && out === "-") {
    throw failUsage("a PDF is not JSON", "leave --json out, or name a file with --out");
  }
  // A given destination is checked before the server is called; others are checked before the first file is
  // saved.
  if (out !== undefined && !isFolder) await findTarget(out, options);
  const { api, output } = open(options);
  const found: DocumentPdf[] = [];
  for (const name of typed) found.push(await findDocument(api, documents, name));
  const targets: { id: string; target: Target }[] = [];
  for (const { _id: id, file } of found) {
    targets.push({ id, target: await findTarget(out ?? file, options, "--out", file) });
  }
  for (const { id, target } of targets) {
    await savePdf(api, documents, id, target, { ...output, json: false });
  }
  if (json) {
    const files = targets.map(({ target }) => target.name);
    await output.result({ files }, () => files.join("\n"));
  }
}

export async function savePdf(
  api: Api,
  { path }: DocumentKind,
  id: string,
  target: Target,
  output: Output,
): Promise<void> {
  const response = await api.file(`${path}/${id}/pdf`, "application/pdf");
  await saveAnswer(response, target, { api, output });
}

/**
 * Finds a document by its number, ignoring case, by the end of its number (`INV/000053`, `53`), or by its
 * id.
 */
export async function findDocument(
  api: Api,
  documents: DocumentKind,
  typed: string,
): Promise<DocumentPdf> {
  const { noun, path, key } = documents;
  const wanted = typed.trim().toLowerCase();
  const { items } = await fetchPages<DocumentPage>(api, path, { all: true }, { q: typed });
  const found = items.map(documents.paperOf);
  const known = found.find(({ number }) => number.toLowerCase() === wanted);
  if (known) return known;
  const isPlain = /^\d+$/.test(wanted);
  const ending = found.filter(({ number }) =>
    isPlain
      ? Number(number.split(/\D/).at(-1)) === Number(wanted)
      : number.toLowerCase().endsWith(`/${wanted}`),
  );
  if (ending[0] && ending.length === 1) return ending[0];
  if (ending.length > 1) {
    const some = ending.slice(0, SHOWN).map(({ number }) => number);
    const what = `several ${noun}s end in ${typed}: ${some.join(", ")}`;
    throw new Failure(EXIT.missing, what, `write the full number of the ${noun}`);
  }
  const one = `${path}/${encodeURIComponent(typed)}`;
  try {
    const answer = await api.json<ListedDocument & Record<string, ListedDocument>>(
      one,
      key ?? "_id",
    );
    return documents.paperOf((key && answer[key]) ?? answer);
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.missing) throw error;
    throw new Failure(EXIT.missing, `there is no ${noun} ${typed}`, `see bahi ${noun}s list`, {
      answer: error.answer,
    });
  }
}

interface DocumentPage {
  items: ListedDocument[];
  page: number;
  totalPages: number;
}

/** The most candidates listed. */
const SHOWN = 5;
