import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "./session.ts";

// Where several servers serve the same books, each answer says how far the books had come. The next command
// sends it back, and is not shown less, whichever server answers it.

const HEADER = "x-bahi-position";

/** What a call to this server says of it. */
export function positionHeaders(url: string): Record<string, string> {
  const known = readPositions()[url];
  return known ? { [HEADER]: String(known) } : {};
}

/** Of an answer to a write. Where it cannot be kept, the next command may be shown an older state. */
export function notePosition(url: string, answer: Response): void {
  const told = Number(answer.headers.get(HEADER));
  const positions = readPositions();
  if (!told || told <= (positions[url] ?? 0)) return;
  try {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
    const draft = `${path()}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ ...positions, [url]: told }), { mode: 0o600 });
    renameSync(draft, path());
  } catch {
    // See above: nothing is lost.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path(), "utf8"));
  } catch {
    return {};
  }
}

const path = () => join(configFolder(), "positions.json");
