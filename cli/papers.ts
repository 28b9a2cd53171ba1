import { type Invoice, invoiceFileName } from "../domain/documents/invoices.ts";
import { type Receipt, receiptFileName } from "../domain/documents/receipts.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure, wrongUsage } from "./failure.ts";
import { findTarget, saveAnswer, type Target } from "./files.ts";
import { type GlobalOptions, open } from "./open.ts";
import type { Output } from "./output.ts";

// What the agency numbers and hands out, each with a PDF: receipts and invoices.

/** One of them. */
export interface Paper {
  _id: string;
  number: string;
  /** What the browser would call its PDF. */
  file: string;
}

/** All of one kind. */
export interface Papers {
  noun: "invoice" | "receipt";
  path: string;
  paperOf(answer: Invoice & Receipt): Paper;
}

export const RECEIPTS: Papers = {
  noun: "receipt",
  path: "/receipts",
  paperOf: ({ _id, receiptNumber: number }) => ({ _id, number, file: receiptFileName(number) }),
};

export const INVOICES: Papers = {
  noun: "invoice",
  path: "/invoices",
  paperOf: ({ _id, invoiceNumber: number }) => ({ _id, number, file: invoiceFileName(number) }),
};

export interface PdfOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/** Saves the PDF of each that was named, under the name that the browser would give it. */
export async function savePapers(
  papers: Papers,
  said: string[],
  options: PdfOptions,
): Promise<void> {
  const { out, json } = options;
  const { noun } = papers;
  if (out !== undefined && said.length > 1) {
    throw wrongUsage("--out names one file", `name one ${noun}, or leave --out out`);
  }
  if (json && out === "-") {
    throw wrongUsage("a PDF is not JSON", "leave --json out, or name a file with --out");
  }
  // A place that was named is looked at before the server is asked, the others before the first is saved.
  if (out !== undefined) await findTarget(out, options);
  const { api, output } = open(options);
  const found: Paper[] = [];
  for (const name of said) found.push(await findPaper(api, papers, name));
  const targets: { id: string; target: Target }[] = [];
  for (const { _id: id, file } of found) {
    targets.push({ id, target: await findTarget(out ?? file, options) });
  }
  for (const { id, target } of targets) {
    await savePdf(api, papers, id, target, { ...output, json: false });
  }
  if (json) {
    const files = targets.map(({ target }) => target.name);
    await output.result({ files }, () => files.join("\n"));
  }
}

export async function savePdf(
  api: Api,
  { path }: Papers,
  id: string,
  target: Target,
  output: Output,
): Promise<void> {
  const response = await api.file(`${path}/${id}/pdf`, "application/pdf");
  await saveAnswer(response, target, { api, output });
}

/** By its number, ignoring case, or by its id. */
async function findPaper(api: Api, papers: Papers, said: string): Promise<Paper> {
  const { noun, path } = papers;
  const wanted = said.trim().toLowerCase();
  const found = await listPapers(api, papers, { q: said });
  const known = found.find(({ number }) => number.toLowerCase() === wanted);
  if (known) return known;
  const one = `${path}/${encodeURIComponent(said)}`;
  try {
    const answer = await api.json<Record<Papers["noun"], Invoice & Receipt>>(one, noun);
    return papers.paperOf(answer[noun]);
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.missing) throw error;
    throw new Failure(EXIT.missing, `no ${noun} is ${said}`, `see bahi ${noun}s list`, {
      answer: error.answer,
    });
  }
}

/** All that a filter finds, newest first, with what `read` makes of each. */
export async function listPapers(
  api: Api,
  { path, paperOf }: Papers,
  filter: Record<string, string>,
): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (let page = 1; ; page++) {
    const query = { ...filter, page, limit: 100 };
    const { items, totalPages } = await api.json<{
      items: (Invoice & Receipt)[];
      totalPages: number;
    }>(path, "items", { query });
    papers.push(...items.map(paperOf));
    if (page >= totalPages) return papers;
  }
}
