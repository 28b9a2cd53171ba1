import { type Checkpoint, checkpointWords } from "../agencies/checkpoints.ts";
import type { User } from "../agencies/team.ts";
import { sizeText } from "../counts.ts";
import { tableCsv } from "../csv/table.ts";
import { type DateRange, readMonth } from "../dates.ts";

/** A file with its hash, which shows whether it was changed. */
export interface IndexEntry {
  file: string;
  bytes: number;
  sha256: string;
}

// Additional files: the log's checkpoint, and the index for programs and for people.
export const HEAD_FILE = "audit-head.txt";
export const INDEX_FILES = { csv: "index.csv", page: "index.html" };

/**
 * Returns `indigo-studio-2026-10`, or `indigo-studio-2026-07-to-2026-09` for a quarter. It includes the
 * agency, because accountants have several.
 */
export function folderName(
  { agencySlug }: Pick<User, "agencySlug">,
  { dateFrom, dateTo }: DateRange,
): string {
  const agency = slugName(agencySlug);
  const [first, last] = [dateFrom.slice(0, 7), dateTo.slice(0, 7)];
  const isWhole = readMonth(first)?.dateFrom === dateFrom && readMonth(last)?.dateTo === dateTo;
  if (!isWhole) return `${agency}-${dateFrom}-to-${dateTo}`;
  return first === last ? `${agency}-${first}` : `${agency}-${first}-to-${last}`;
}

/** Returns `indigo-studio-2026-11-28`: the folder of a whole agency on a day. */
export const agencyFolderName = ({ agencySlug }: Pick<User, "agencySlug">, day: string): string =>
  `${slugName(agencySlug)}-${day}`;

const slugName = (slug: string): string => slug.replace(/[^a-z0-9-]/gi, "") || "bahi";

/** Returns the text of the checkpoint, which later proves that the log up to then is unchanged. */
export const headText = ({ seq, head }: Checkpoint): string =>
  `${checkpointWords({ seq, head })}\nbahi verify --head ${seq}:${head}\n`;

export const indexCsv = (entries: IndexEntry[]): string =>
  tableCsv(entries, [
    { title: "File", text: ({ file }) => file },
    { title: "Bytes", text: ({ bytes }) => String(bytes) },
    { title: "SHA-256", text: ({ sha256 }) => sha256 },
  ]);

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
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
