import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { readFacts } from "../domain/banking/facts.ts";
import { readNarration } from "../domain/banking/narrations.ts";
import { moveMonths } from "../domain/documents/lastTime.ts";
import { findState } from "../domain/gst/states.ts";
import { formatInr, readAmount } from "../domain/money.ts";
import { measureCpu } from "./cpu.ts";
import { patternsIn, slowFor, toPattern } from "./patterns.ts";

// Tries every pattern of the sources: none may take more than linear time on a text that a user sends.

const root = join(import.meta.dir, "..");
const FILES = new Glob("{cli,db,domain,islands,server}/**/*.{ts,tsx}");
const sources = [...FILES.scanSync(root)].map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));
const patterns = sources.flatMap(({ path, text }) =>
  patternsIn(path, text).map((written) => ({ path, written })),
);

/** Slower than linear, and never given a long text. */
const BOUNDED = [
  "db/demo/formats.ts: /.{1,65}(?![-:])/g",
  String.raw`domain/money.ts: /\B(?=(\d\d)*\d{3}$)/g`,
  String.raw`server/pages/bundle.ts: /@font-face\s*\{[^}]*\}/g`,
  String.raw`server/pages/build.tsx: /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g`,
];

test("no pattern takes more than linear time", () => {
  expect(patterns.length).toBeGreaterThan(100);
  const tried = new Map<string, string | undefined>();
  const slow = patterns.flatMap(({ path, written }) => {
    const name = `${path}: ${written}`;
    if (BOUNDED.includes(name)) return [];
    if (!tried.has(written)) tried.set(written, slowFor(toPattern(written)));
    const kind = tried.get(written);
    return kind ? [`${name} for ${kind}`] : [];
  });
  expect(slow).toEqual([]);
}, 60_000);

test("slower patterns get only short texts", () => {
  const longest = [Number.MAX_VALUE, 1e21, 999_999_999_999_999_900_000, Number.MIN_VALUE, -1 / 3];
  for (const rupees of longest) expect(formatInr(rupees).length).toBeLessThan(40);
});

test("a composed pattern gets only texts of checked length", async () => {
  const made = sources.filter(({ text }) => text.includes("RegExp(")).map(({ path }) => path);
  expect(made.sort()).toEqual([
    "domain/banking/facts.ts",
    "domain/banking/narrations.ts",
    "domain/banking/returns.ts",
    "domain/documents/lastTime.ts",
    "domain/money.ts",
  ]);
  // Only the first 2,000 letters of a cell and 300 of a narration are read.
  const long = " from".repeat(100_000);
  expect(readFacts([[long]], "").period).toBeNull();
  const rows = Array.from({ length: 2_000 }, () => [`from${":".repeat(1_990)}`]);
  const [facts, cpuMs] = await measureCpu(() => readFacts(rows, ""));
  expect(facts.period).toBeNull();
  expect(cpuMs).toBeLessThan(2_000);
  expect(readNarration(`UPI-${"A".repeat(1_000_000)}`).party?.length ?? 0).toBeLessThan(301);
  // A description has at most 500 letters.
  expect(moveMonths("Oct".repeat(160), 1)).toBe("Oct".repeat(160));
  expect(readAmount(`-${" ".repeat(61)}5`)).toBe(-500 as never);
  expect(readAmount(`-${" ".repeat(62)}5`)).toBe(-500 as never);
  expect(readAmount(`-${" ".repeat(63)}5`)).toBeUndefined();
  expect(findState(`27${" ".repeat(200)}x`)).toBeUndefined();
});

describe("the detector", () => {
  test.each([
    [/\s*(?:→|->)\s*/],
    [/^(?:([+-])\s*)?(?:₹\s*)?(?:([+-])\s*)?(\d*)(?:\s*INR)?$/],
    [/^[-+]?(\d+\.?\d*|\.\d+)$/],
    [/, .*$/],
    [/^(a+)+$/],
    [/\/+$/],
    [/<b>([\s\S]*?)<\/b>/g],
    [/^items\.(\d+)+\.end$/],
  ])("finds the slow part of %p", (pattern) => expect(slowFor(pattern)).toBeString());

  test.each([[/^Bearer (\S+)$/i], [/\r\n?/g], [/^[^.]*\d\.\d{3,}$/], [/(?<!\n)\n+$/]])(
    "finds nothing in %p",
    (pattern) => expect(slowFor(pattern)).toBeUndefined(),
  );

  test("tells a pattern from a division, a text and a comment", () => {
    const source = `
      const a = (b / c) / d; // no /pattern/ here
      const e = "/none/" + \`/none/ \${f.replace(/one\\/[/"]/g, { g: "}" }.g)} /none/\` + '/none/';
      const h = list[0] / 2 / 3, i = /* /none/ */ <p title={/two/.test(j) ? "a" : "b"}>it's / that /</p>;
      if (k) return /three/u.test(l) ? 1 / 2 : m++ / 2 / n;`;
    expect(patternsIn("x.tsx", `function o() {${source}}`)).toEqual([
      String.raw`/one\/[/"]/g`,
      "/two/",
      "/three/u",
    ]);
  });
});
