import "./clock.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { compareFolders, writeRecording } from "./compare.ts";
import { PARTS } from "./parts.ts";
import { endReplay } from "./replay.ts";

// Records what a restructuring must not change, and compares it with an earlier recording.
// docs/contributing.md explains how to use it.

const USAGE = `bun test/freeze/run.ts record|compare [FOLDER] [${Object.keys(PARTS).join("|")}]… [--all]`;

const [mode = "", ...rest] = process.argv.slice(2);
const options = { isAll: rest.includes("--all") };
const words = rest.filter((word) => word !== "--all");
const folder = words[0] && !PARTS[words[0]] ? words[0] : "recording";
const named = words.filter((word) => word !== folder);
const parts = named.length > 0 ? named : Object.keys(PARTS);
if (!/^(record|compare)$/.test(mode) || parts.some((part) => !PARTS[part])) {
  console.error(USAGE);
  process.exit(2);
}

const isComparing = mode === "compare";
const now = isComparing ? `${folder}.now` : folder;
let different = 0;
for (const part of parts) {
  const started = performance.now();
  const target = join(now, part);
  rmSync(target, { recursive: true, force: true });
  await writeRecording(target, (await PARTS[part]?.(options)) ?? {});
  const seconds = Math.round((performance.now() - started) / 1000);
  const difference = isComparing ? await compareFolders(join(folder, part), target) : "";
  console.log(
    `${part}: ${isComparing ? (difference ? "different" : "equal") : "recorded"}, ${seconds} s`,
  );
  if (!difference) continue;
  process.stdout.write(difference);
  different++;
}
await endReplay();
// Kept if they differ, so that one can look at both.
if (isComparing && different === 0) rmSync(now, { recursive: true, force: true });
process.exit(different > 0 ? 1 : 0);
