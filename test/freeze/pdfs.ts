import { readPages, readStreams } from "../pdf.ts";
import { createMask, digest, isWholePdf } from "./mask.ts";
import type { Recording } from "./recording.ts";
import { replayStory } from "./replay.ts";

/**
 * Each PDF of the story: its text, and the operators that draw its pages. Equal operators and pictures give
 * equal pixels, as long as the fonts are the same.
 */
export async function recordPdfs(): Promise<Recording> {
  const { exchanges } = await replayStory();
  const files: Recording = {};
  for (const { request, body, headers } of exchanges) {
    if (!headers.get("content-type")?.includes("pdf") || !isWholePdf(body)) continue;
    const [, path = ""] = request.match(/ \/(?:api\/)?([^?]+)/) ?? [];
    const kind = path.replace(/\b1[0-9a-z]{12}\b/, "id").replace(/[^\w-]+/g, "-");
    const count = Object.keys(files).filter((name) => name.startsWith(`${kind}.`)).length;
    files[`${kind}.${count + 1}.txt`] = await describePdf(body);
  }
  return files;
}

async function describePdf(pdf: Uint8Array): Promise<string> {
  const pages = (await readPages(pdf)).map((text, n) => `Page ${n + 1}\n${text}`);
  const { drawn, pictures } = readStreams(pdf);
  const operators = pages.some(printsLog) ? drawn.map(hideLastLine) : drawn;
  const parts = [
    ...pages,
    "Operators",
    ...operators.map(escapeBytes),
    "Pictures",
    ...pictures.map(digest),
  ];
  return `${createMask()(parts.join("\n"))}\n`;
}

/** Glyphs are bytes, and Git compares text. */
const escapeBytes = (text: string): string =>
  text.replace(/[^\n -~]/g, (byte) => `\\${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);

const printsLog = (page: string): boolean => /log entry \d/.test(page);

/** A positioned text, as pdfmake and as sheet.ts draw it. */
const A_TEXT = /(?:q 1 0 0 -1 \S+ (\S+) cm\nBT\n)?1 0 0 1 \S+ (\S+) Tm [\s\S]*? Tj/g;

/** The last line prints a hash of the log, whose width and glyphs differ each time. */
function hideLastLine(operators: string): string {
  const [, ...last] = [...operators.matchAll(A_TEXT)].at(-1) ?? [];
  return operators.replace(A_TEXT, (text, cm, tm) =>
    cm === last[0] && tm === last[1] ? "the last line" : text,
  );
}
