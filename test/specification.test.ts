import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const page = readFileSync(join(root, "docs/specification.md"), "utf8");

/** The rows of every table without heads: the statement and its tests. */
const rows = [...page.matchAll(/^\|(.*)\|$/gm)]
  .map(([, cells = ""]) => cells.split("|").map((cell) => cell.trim()))
  .filter(([first = "", second = ""]) => second !== "test" && !first.startsWith("---"));

const PROOF = /`([\w/]+)` “([^”]+)”/g;

test("every statement of the specification has a test", () => {
  expect(rows.length).toBeGreaterThan(200);
  const unproved = rows.filter(([statement = "", proofs = "", ...more]) => {
    const rest = proofs.replace(PROOF, "").replace(/[;\s]/g, "");
    return statement === "" || proofs === "" || rest !== "" || more.length > 0;
  });
  expect(unproved).toEqual([]);
});

test("every test that the specification quotes exists", () => {
  const missing = rows.flatMap(([, proofs = ""]) =>
    [...proofs.matchAll(PROOF)]
      .filter(([, file = "", name = ""]) => !listTitles(file).some((it) => it.startsWith(name)))
      .map(([proof]) => proof),
  );
  expect(missing).toEqual([]);
});

const known = new Map<string, string[]>();

function listTitles(file: string): string[] {
  const path = join(root, `test/${file}.test.ts`);
  const titles = known.get(file) ?? (existsSync(path) ? readTitles(path) : []);
  known.set(file, titles);
  return titles;
}

function readTitles(path: string): string[] {
  const named = /\b(?:test|describe)(?:\.each(?:<[^;]*?>)?\([\s\S]*?\))?\(\s*"((?:[^"\\]|\\.)*)"/g;
  return [...readFileSync(path, "utf8").matchAll(named)].map(([, title = ""]) => title);
}
