import { stat } from "node:fs/promises";
import { join } from "node:path";
import { tableCsv } from "../../domain/csv/table.ts";
import { size } from "../files.ts";

interface Entry {
  file: string;
  bytes: number;
  sha256: string;
}

/**
 * What a folder holds, for programs and for people: names, sizes and hashes, by which anybody can tell
 * whether a file is the one that was saved. @returns its own files
 */
export async function writeIndex(
  folder: string,
  files: string[],
  title: string,
): Promise<string[]> {
  const entries: Entry[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const { size: bytes } = await stat(path);
    entries.push({ file, bytes, sha256: await hashOf(path) });
  }
  const csv = tableCsv(entries, [
    { title: "File", text: ({ file }) => file },
    { title: "Bytes", text: ({ bytes }) => String(bytes) },
    { title: "SHA-256", text: ({ sha256 }) => sha256 },
  ]);
  await Bun.write(join(folder, "index.csv"), csv);
  await Bun.write(join(folder, "index.html"), page(entries, title));
  return ["index.csv", "index.html"];
}

async function hashOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const bytes of Bun.file(path).stream()) hasher.update(bytes);
  return hasher.digest("hex");
}

function page(entries: Entry[], title: string): string {
  const rows = entries.map(({ file, bytes, sha256 }) => {
    const href = file.split("/").map(encodeURIComponent).join("/");
    const link = `<a href="${href}">${Bun.escapeHTML(file)}</a>`;
    return `<tr><td>${link}<td class="r">${Bun.escapeHTML(size(bytes))}<td><code>${sha256}</code>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${Bun.escapeHTML(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; } td, th { padding: .25rem .75rem .25rem 0; text-align: left; }
.r { text-align: right; white-space: nowrap; } code { font-size: 11px; overflow-wrap: anywhere; }
</style>
<h1>${Bun.escapeHTML(title)}</h1>
<table><tr><th>File<th class="r">Size<th>SHA-256
${rows.join("\n")}
</table>
</html>
`;
}
