import { existsSync } from "node:fs";
import { join } from "node:path";

/** How much of a file's difference is shown. */
const LINES = 40;
const WIDTH = 160;

/** Lists how the files of two folders differ. Git compares, because not every machine has `diff`. */
export async function compareFolders(before: string, now: string): Promise<string> {
  if (!existsSync(before)) return `${before} has no recording\n`;
  const words = ["diff", "--no-index", "--no-color", "--unified=1", "--", before, now];
  const child = Bun.spawn(["git", ...words], { stdout: "pipe", stderr: "pipe" });
  const [text, error, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode > 1) throw new Error(error);
  return text
    .split(/^(?=diff --git )/m)
    .map(shorten)
    .join("");
}

function shorten(difference: string): string {
  const lines = difference.split("\n").map((line) => line.slice(0, WIDTH));
  if (lines.length <= LINES) return lines.join("\n");
  return [...lines.slice(0, LINES), `… ${lines.length - LINES} more lines\n`].join("\n");
}

/** Writes a recording into a folder. */
export async function writeRecording(folder: string, files: Record<string, string | Uint8Array>) {
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
}
