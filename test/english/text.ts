// The English of a file, by kind: prose of the docs, comments, strings that people read, test titles, names.

export type Kind = "comments" | "docs" | "names" | "strings" | "subjects" | "tests";

export interface Unit {
  kind: Kind;
  /** From 1. */
  line: number;
  text: string;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<block>/\*[\s\S]*?\*/)`,
    String.raw`(?<line>//[^\n]*)`,
    String.raw`(?<regex>(?<=[=(,:;!&|?\[{}\n>+ ])/(?![*/ ])` +
      String.raw`(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[dgimsuvy]*(?=[\s.,;)\]]))`,
    String.raw`(?<double>"(?:[^"\\\n]|\\.)*")`,
    String.raw`(?<single>(?<![A-Za-z0-9])'(?:[^'\\\n]|\\.)*')`,
    `(?<template>\`(?:[^\`\\\\]|\\\\[\\s\\S])*\`)`,
  ].join("|"),
  "g",
);
const TEST_CALL = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*$/;
const FUNCTION = new RegExp(
  String.raw`\bfunction\*?\s+(\w+)` +
    String.raw`|\bconst (\w+) = (?:async )?(?:\([^=;]*\)|\w+)(?:: [^=;]+)? =>`,
  "g",
);
const JSX_TEXT = />([^<>{}=;()]*[A-Za-z]{2,}[^<>{}=;()]*)(?=[<{])/g;
const CODE_LIKE = new RegExp(
  String.raw`\b(?:SELECT|FROM|WHERE|JOIN|VALUES|UPDATE|INSERT|COALESCE|COLLATE|ORDER BY|LIMIT|ATTACH` +
    String.raw`|DETACH)\b|[a-z]+_[a-z]+\b.*=|=>|</|^\.{0,2}/|\bclassName\b`,
);
const READ_BY_PEOPLE = /^(?:islands|server|cli|domain|db)\//;
/** Data and generated files. */
const NOT_READ = new RegExp(
  "^(?:db/demo/|db/migrations/|docs/cli.md|server/api/answers" +
    "|domain/gst/returns/hsnNames|domain/gst/sac)",
);

/** Returns the English of a file. A line that quotes a law or the specification says `english: quoted`. */
export function readEnglish(path: string, source: string): Unit[] {
  if (NOT_READ.test(path)) return [];
  const lines = source.split("\n");
  const units = path.endsWith(".md") ? readMarkdown(lines) : readTypeScript(path, source);
  return units.filter(({ line }) => !lines[line - 1]?.includes("english: quoted"));
}

function readMarkdown(lines: string[]): Unit[] {
  let isFenced = false;
  return lines.flatMap((line, n): Unit[] => {
    if (line.startsWith("```")) isFenced = !isFenced;
    if (isFenced || line.startsWith("```") || line.startsWith("    ")) return [];
    const text = line
      .replaceAll(/`[^`]*` “[^”]*”/g, "")
      .replaceAll(/\]\([^)]*\)/g, "]")
      .replaceAll(/`[^`]*`/g, "`code`");
    return text.trim() ? [{ kind: "docs", line: n + 1, text }] : [];
  });
}

function readTypeScript(path: string, source: string): Unit[] {
  const units: Unit[] = [];
  const isTest = path.startsWith("test/");
  const lineAt = lineFinder(source);
  let code = "";
  let last = 0;
  const add = (kind: Kind, line: number, text: string) => units.push({ kind, line, text });
  for (const found of source.matchAll(TOKEN)) {
    const [text] = found;
    const { block, line, regex } = found.groups ?? {};
    const n = lineAt(found.index);
    code += source.slice(last, found.index) + text.replaceAll(/[^\n]/g, " ");
    last = found.index + text.length;
    if (block ?? line) {
      for (const [more, words] of commentLines(text).entries()) {
        if (words && !words.startsWith("biome-ignore")) add("comments", n + more, words);
      }
    } else if (!regex && text.slice(1, -1).trim().includes(" ")) {
      const inner = text.slice(1, -1);
      if (isTest) {
        const isTitle = TEST_CALL.test(source.slice(Math.max(0, found.index - 80), found.index));
        if (isTitle) add("tests", n, inner);
      } else if (READ_BY_PEOPLE.test(path)) {
        const plain = inner.replaceAll(/\$\{[^{}]*\}/g, "…").split("\n");
        for (const [more, words] of plain.entries()) {
          if (words.trim() && !CODE_LIKE.test(words)) add("strings", n + more, words.trim());
        }
      }
    }
  }
  code += source.slice(last);
  if (path.endsWith(".tsx") && !isTest) units.push(...readJsx(code, lineAt));
  for (const found of code.matchAll(FUNCTION)) {
    add("names", lineAt(found.index), found[1] ?? found[2] ?? "");
  }
  return units;
}

function commentLines(text: string): string[] {
  const inner = text.replace(/^\/\*+|^\/\//, "").replace(/\*\/$/, "");
  return inner.split("\n").map((line) => line.replace(/^\s*\*\s?/, "").trim());
}

function readJsx(code: string, lineAt: (offset: number) => number): Unit[] {
  return [...code.matchAll(JSX_TEXT)].flatMap((found) => {
    const first = lineAt(found.index + 1);
    return (found[1] ?? "").split("\n").flatMap((line, more): Unit[] => {
      const isProse =
        /[a-z]{2} ?[a-z]/.test(line) && !/\b(?:const|return|function|if)\b/.test(line);
      return isProse ? [{ kind: "strings", line: first + more, text: line.trim() }] : [];
    });
  });
}

/** Returns a function from an offset to its line number, from 1. */
function lineFinder(source: string): (offset: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
