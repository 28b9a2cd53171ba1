import { expect, test } from "bun:test";
import fc from "fast-check";
import { identify, type Known } from "../../../domain/banking/identity.ts";
import { readStatement } from "../../../domain/banking/read.ts";
import type { StatementLine } from "../../../domain/banking/statement.ts";
import { addDays } from "../../../domain/dates.ts";
import { LAYOUTS, type Row, readSample } from "./statements.ts";

const rows = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 3 }),
      amountPaise: fc.oneof(
        fc.constantFrom(-25_000, 25_000, -590, 590),
        fc.integer({ min: -9_00_000, max: 9_00_000 }).filter((amount) => amount !== 0),
      ),
      party: fc.constantFrom("TEA", "ZYNTARA FOODS", "RENT APR", "SMS CHARGES"),
      ref: fc.constantFrom("", "000512", "609112340001", "SBINN52026040100412233"),
    }),
    { minLength: 4, maxLength: 40 },
  )
  .map((parts): Row[] => {
    let date = "2026-04-01";
    return parts.map(({ after, party, ...row }) => {
      date = addDays(date, after);
      return { ...row, date, narration: party };
    });
  });

const plain = ({ date, amountPaise, narration }: StatementLine | Row) => ({
  date,
  amount: amountPaise,
  narration,
});
const read = (layout: string, some: Row[], opening = 50_00_000) =>
  readStatement((LAYOUTS[layout] as (typeof LAYOUTS)["sides"])(some, opening));
const before = (all: Row[], n: number) =>
  all.slice(0, n).reduce((sum, { amountPaise }) => sum + amountPaise, 50_00_000);

test("every layout returns the same lines in date order", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...Object.keys(LAYOUTS)), async (all, layout) => {
      const { lines, proof, gaps } = await read(layout, all);
      expect(lines.map(plain)).toEqual(all.map(plain));
      expect([proof, gaps]).toEqual(["proved", []]);
    }),
    { numRuns: 200 },
  );
});

test("finds a removed, duplicated or changed line", async () => {
  const altered = fc.tuple(rows, fc.nat(), fc.constantFrom("lost", "doubled", "changed"));
  await fc.assert(
    fc.asyncProperty(altered, async ([all, place, how]) => {
      const n = 1 + (place % (all.length - 2));
      const text = new TextDecoder().decode(LAYOUTS.sides?.(all, 50_00_000)).split("\r\n");
      const line = text[n + 1] as string;
      if (how === "lost") text.splice(n + 1, 1);
      else if (how === "doubled") text.splice(n + 1, 0, line);
      else
        text[n + 1] = line.replace(/(\d)\.(\d\d)(,+[-\d.]+)$/, (_, d, rest, end) => {
          return `${(Number(d) + 1) % 10}.${rest}${end}`;
        });
      const bytes = new TextEncoder().encode(text.join("\r\n"));
      const found = await readStatement(bytes).then(
        ({ proof, gaps }) => proof === "broken" && gaps.length > 0,
        () => true,
      );
      expect(found).toBe(true);
    }),
    { numRuns: 200 },
  );
});

function acceptRows(files: StatementLine[][]): Known[] {
  const held: Known[] = [];
  for (const lines of files) {
    const same = identify(held.slice(), lines);
    const fresh = lines.filter((_, n) => !same[n]);
    held.push(...fresh.map((line, n) => ({ ...line, id: `${held.length + n}` })));
  }
  return held;
}

test("overlapping files lose and duplicate nothing in any order and layout", async () => {
  const cut = fc.tuple(
    rows,
    fc.nat(),
    fc.nat(),
    fc.boolean(),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(cut, async ([all, a, b, hasBalances, order]) => {
      const [from, to] = [a % all.length, b % all.length].sort((x, y) => x - y) as [number, number];
      const layouts = ["sides", "newestFirst", "tabs"];
      // Within a day, only balances show which of two equal lines a file starts with.
      const findFirstOfDay = (n: number) => all.findIndex(({ date }) => date === all[n]?.date);
      const end = hasBalances ? to : all.findLastIndex(({ date }) => date === all[to]?.date);
      const start = hasBalances ? from : findFirstOfDay(from);
      const spans = [all.slice(0, end + 1), all.slice(start), all];
      const starts = [0, start, 0];
      const files = await Promise.all(
        spans.map((span, n) => read(layouts[n] ?? "", span, before(all, starts[n] ?? 0))),
      );
      // Without balances, only a reference or the narration tells lines apart.
      const lines = files.map((file, n) =>
        file.lines.map((line) => ({
          ...line,
          balancePaise: n === 1 && !hasBalances ? null : line.balancePaise,
        })),
      );
      const held = acceptRows(order.map((n) => lines[n] as StatementLine[]));
      const sorted = (some: (Row | Known)[]) =>
        some.map((line) => `${line.date} ${line.amountPaise}`).sort();
      expect(sorted(held)).toEqual(sorted(all));
    }),
    { numRuns: 200 },
  );
});

test("two samples of one account hold 48 lines in either order", async () => {
  const files = ["hdfc-delimited.txt", "hdfc-account.xls"];
  const read = await Promise.all(files.map((file) => readStatement(readSample(file))));
  const lines = read.map((file) => file.lines);
  expect(acceptRows(lines)).toHaveLength(48);
  expect(acceptRows(lines.toReversed())).toHaveLength(48);
  expect(acceptRows([...lines, ...lines])).toHaveLength(48);
});

test("two equal lines stay two and are imported once", async () => {
  const { lines } = await readStatement(readSample("hdfc-delimited.txt"));
  const tea = acceptRows([lines, lines]).filter(({ narration }) => narration.includes("-TEA"));
  expect(tea).toHaveLength(2);
});
