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
import type { Output } from "./output.ts";

/** Returns the browser's name for a document's PDF. */
function toFileName(noun: DocumentNoun, { number, kind = "" }: Found): string {
  if (noun === "receipt") return receiptFileName(number);
  return documentFileName(TITLES[kind as keyof typeof TITLES] ?? upperFirst(noun), number);
}

export interface PdfOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/** Saves the PDFs of the given documents, with the same names as in the browser. */
export async function savePdfs(
  noun: DocumentNoun,
  typed: string[],
  options: PdfOptions,
): Promise<void> {
  const { out, json } = options;
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
  const found: Found[] = [];
  for (const name of typed) found.push(await findDocument(api, noun, name));
  const targets: { id: string; target: Target }[] = [];
  for (const document of found) {
    const [id, file] = [document._id, toFileName(noun, document)];
    targets.push({ id, target: await findTarget(out ?? file, options, "--out", file) });
  }
  for (const { id, target } of targets) {
    await savePdf(api, noun, id, target, { ...output, json: false });
  }
  if (json) {
    const files = targets.map(({ target }) => target.name);
    await output.result({ files }, () => files.join("\n"));
  }
}

export async function savePdf(
  api: Api,
  noun: DocumentNoun,
  id: string,
  target: Target,
  output: Output,
): Promise<void> {
  const response = await api.file(`/${noun}s/${id}/pdf`, "application/pdf");
  await saveAnswer(response, target, { api, output });
}
