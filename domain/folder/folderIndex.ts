import { type Checkpoint, checkpointWords } from "../agencies/checkpoints.ts";
import type { User } from "../agencies/team.ts";
import { sizeText } from "../counts.ts";
import { tableCsv } from "../csv/table.ts";
import { type DateRange, readMonth } from "../dates.ts";

/** A file of a folder, with the hash by which anybody can tell whether it is the one that was saved. */
export interface IndexEntry {
  file: string;
  bytes: number;
  sha256: string;
}

/** What a folder holds besides: the head of the log, and its index for programs and for people. */
export const HEAD_FILE = "audit-head.txt";
export const INDEX_FILES = { csv: "index.csv", page: "index.html" };

/** `indigo-studio-2026-10`, of a quarter `indigo-studio-2026-07-to-2026-09`: an accountant has many. */
export function folderName(
  { agencySlug }: Pick<User, "agencySlug">,
  { dateFrom, dateTo }: DateRange,
): string {
  const agency = agencySlug.replace(/[^a-z0-9-]/gi, "") || "bahi";
  const [first, last] = [dateFrom.slice(0, 7), dateTo.slice(0, 7)];
  const isWhole = readMonth(first)?.dateFrom === dateFrom && readMonth(last)?.dateTo === dateTo;
  if (!isWhole) return `${agency}-${dateFrom}-to-${dateTo}`;
  return first === last ? `${agency}-${first}` : `${agency}-${first}-to-${last}`;
}

/** With which whoever keeps the folder can prove later that nobody has changed the log of its time. */
export const headText = ({ seq, head }: Checkpoint): string =>
  `${checkpointWords({ seq, head })}\nbahi verify --head ${seq}:${head}\n`;

/** What a folder holds, for programs. */
export const indexCsv = (entries: IndexEntry[]): string =>
  tableCsv(entries, [
    { title: "File", text: ({ file }) => file },
    { title: "Bytes", text: ({ bytes }) => String(bytes) },
    { title: "SHA-256", text: ({ sha256 }) => sha256 },
  ]);

/** The same for people. */
export function indexPage(entries: IndexEntry[], title: string): string {
  const rows = entries.map(({ file, bytes, sha256 }) => {
    const href = file.split("/").map(encodeURIComponent).join("/");
    const link = `<a href="${href}">${escapeXml(file)}</a>`;
    return `<tr><td>${link}<td class="r">${sizeText(bytes)}<td><code>${sha256}</code>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; } td, th { padding: .25rem .75rem .25rem 0; text-align: left; }
.r { text-align: right; white-space: nowrap; } code { font-size: 11px; overflow-wrap: anywhere; }
</style>
<h1>${escapeXml(title)}</h1>
<table><tr><th>File<th class="r">Size<th>SHA-256
${rows.join("\n")}
</table>
</html>
`;
}

const MARKS: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" },
};
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
