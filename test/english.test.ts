import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Kind, readEnglish, type Unit } from "./english/text.ts";

// Plain English: docs, comments, strings, test titles, names and commit subjects have none of the patterns of
// english/patterns.tsv. Each pattern says what to write instead.

const root = join(import.meta.dir, "..");
const OUTSIDE = /^(node_modules|\.git|data|build|dist|coverage|recording[^/]*)\//;

const [, ...ROWS] = readFileSync(join(import.meta.dir, "english/patterns.tsv"), "utf8")
  .trimEnd()
  .split("\n");
const PATTERNS = ROWS.map((row) => {
  const [name = "", kinds = "", flags = "", source = "", instead = ""] = row.split("\t");
  return { name, kinds: kinds.split(" "), regex: new RegExp(source, flags), instead };
});

function listHits({ kind, text }: Unit): string[] {
  return PATTERNS.filter(({ kinds, regex }) => kinds.includes(kind) && text.search(regex) >= 0).map(
    ({ name, instead }) => `${name}: “${text.trim()}”; write: ${instead}`,
  );
}

/** True exceptions: names of commands, permissions, styles and variables, and subjects about the words. */
const EXCEPTIONS: Partial<Record<Kind, RegExp>> = {
  strings:
    /\bbahi papers\b|--out papers|^move books in$|bill-paper|paper brs|papers banking|papers \?$/,
  subjects: /^(Call|Rename) papers /,
};

const units = [...new Glob("**/*.{md,ts,tsx}").scanSync({ cwd: root, dot: true })]
  .filter((path) => !OUTSIDE.test(path))
  .sort()
  .flatMap((path) =>
    readEnglish(path, readFileSync(join(root, path), "utf8")).map((unit) => ({ path, ...unit })),
  );

test.each(["docs", "comments", "strings", "tests", "names"] as const)("%s are plain", (kind) => {
  const own = units.filter((unit) => unit.kind === kind);
  expect(own.length).toBeGreaterThan(100);
  const hits = own.flatMap((unit) => {
    return EXCEPTIONS[kind]?.test(unit.text.trim())
      ? []
      : listHits(unit).map((hit) => `${unit.path}:${unit.line} ${hit}`);
  });
  expect(hits).toEqual([]);
});

/** Older subjects were written before these rules. */
const SINCE = "2026-11-27T15:00:00Z";

test("commit subjects are plain", () => {
  const { stdout } = Bun.spawnSync(
    ["git", "log", "--no-merges", `--since=${SINCE}`, "--format=%s"],
    {
      cwd: root,
    },
  );
  const subjects = stdout.toString().split("\n").filter(Boolean);
  const own = subjects.filter((text) => !EXCEPTIONS.subjects?.test(text));
  expect(own.flatMap((text) => listHits({ kind: "subjects", line: 0, text }))).toEqual([]);
});

test("a sentence in the old dialect is found, and a plain one is not", () => {
  const old = "/** What of an account's lines is still to be decided. */\nconst rowsOf = (a) => a;";
  const found = readEnglish("domain/x.ts", old).flatMap(listHits);
  expect(found.map((hit) => hit.split(":")[0])).toEqual(["what-docstring", "name-of"]);
  const plain = "/** Returns the open lines of an account. */\nconst listLines = (a) => a;";
  expect(readEnglish("domain/x.ts", plain).flatMap(listHits)).toEqual([]);
  const page = "See `code`: the row stands in [a table](x.md).\n```\nstands in\n```";
  expect(readEnglish("docs/x.md", page).flatMap(listHits)).toHaveLength(1);
});
