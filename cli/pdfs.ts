import { stat } from "node:fs/promises";
import { documentFileName } from "../domain/documents/invoices.ts";
import { TITLES } from "../domain/documents/kinds.ts";
import { receiptFileName } from "../domain/documents/receipts.ts";
import { upperFirst } from "../domain/names.ts";
import type { Api } from "./api.ts";
import { failUsage } from "./failure.ts";
import { findTarget, saveAnswer, type Target } from "./files.ts";
import { type DocumentNoun, type Found, findDocument } from "./find.ts";
import { type GlobalOptions, open } from "./open.ts";

/** Returns the browser's name for a document's PDF. */
function toFileName(noun: DocumentNoun, { number, kind = "" }: Found): string {
  if (noun === "receipt") return receiptFileName(number);
  return documentFileName(TITLES[kind as keyof typeof TITLES] ?? upperFirst(noun), number);
}

export interface PdfOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/** A file that the server sends, and its own name. */
interface Sent {
  file: string;
  fetch(): Promise<Response>;
}

/**
 * Saves files under their own names, or to `--out`. A given destination is checked before the server is
 * called; others are checked before the first file is saved.
 */
export async function saveFiles(
  noun: string,
  typed: string[],
  options: PdfOptions,
  find: (api: Api, typed: string) => Promise<Sent>,
): Promise<void> {
  const { out, json } = options;
  const isFolder = out !== undefined && (await stat(out).catch(() => undefined))?.isDirectory();
  if (out !== undefined && typed.length > 1 && !isFolder) {
    throw failUsage(`--out ${out} is not a folder`, `name a folder, or one ${noun}`);
  }
  if (json && out === "-") {
    throw failUsage("a file is not JSON", "leave --json out, or name a file with --out");
  }
  if (out !== undefined && !isFolder) await findTarget(out, options);
  const { api, output } = open(options);
  const found: Sent[] = [];
  for (const name of typed) found.push(await find(api, name));
  const targets: { sent: Sent; target: Target }[] = [];
  for (const sent of found) {
    targets.push({ sent, target: await findTarget(out ?? sent.file, options, "--out", sent.file) });
  }
  for (const { sent, target } of targets) {
    await saveAnswer(await sent.fetch(), target, { api, output: { ...output, json: false } });
  }
  if (json) {
    const files = targets.map(({ target }) => target.name);
    await output.result({ files }, () => files.join("\n"));
  }
}

/** Saves the PDFs of the given documents, with the same names as in the browser. */
export const savePdfs = (noun: DocumentNoun, typed: string[], options: PdfOptions): Promise<void> =>
  saveFiles(noun, typed, options, async (api, name) => {
    const document = await findDocument(api, noun, name);
    const fetch = () => fetchPdf(api, noun, document._id);
    return { file: toFileName(noun, document), fetch };
  });

export const fetchPdf = (api: Api, noun: DocumentNoun, id: string): Promise<Response> =>
  api.file(`/${noun}s/${id}/pdf`, "application/pdf");
