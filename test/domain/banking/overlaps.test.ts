import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findConflict, identify } from "../../../domain/banking/identity.ts";
import { type Placed, placeLines } from "../../../domain/banking/placement.ts";
import type { StatementLine } from "../../../domain/banking/statement.ts";
import { addDays } from "../../../domain/dates.ts";
import type { Paise } from "../../../domain/money.ts";

const OPENING = 50_00_000;

interface Moved {
  date: string;
  amountPaise: number;
  narration: string;
  ref: string | null;
  n: number;
}

const month = fc
  .array(
    fc.record({
      after: fc.constantFrom(0, 0, 1, 2),
      amount: fc.oneof(
        fc.constantFrom(-25_000, 25_000, -590),
        fc.integer({ min: -9_00_000, max: 9_00_000 }).filter((amount) => amount !== 0),
      ),
      party: fc.constantFrom("CHAI ADDA KOTHRUD PUNE", "CHAI ADDA", "RENT", "SMS CHARGES APR"),
      hasRef: fc.boolean(),
    }),
    { minLength: 3, maxLength: 30 },
  )
  .map((parts): Moved[] => {
    let date = "2026-04-01";
    return parts.map(({ after, amount, party, hasRef }, n) => {
      date = addDays(date, after);
      const ref = hasRef ? String(609_112_340_001 + n) : null;
      const narration = ref ? `UPI-${party}-x@ybl-YESB0YBLUPI-${ref}-x` : party;
      return { date, amountPaise: amount, narration, ref, n };
    });
  });

const printing = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  seed: fc.nat(),
  isResorted: fc.boolean(),
  hasBalances: fc.boolean(),
  ids: fc.constantFrom("none", "kept", "counted"),
  cut: fc.constantFrom(8, 14, 200),
});
type Printing = typeof printing extends fc.Arbitrary<infer T> ? T : never;

const balanced = printing.map((how) => ({ ...how, hasBalances: true }));

/** A download holds whole days, except perhaps the last. */
function print(all: Moved[], from: number, to: number, how: Printing): StatementLine[] {
  const start = all.findIndex(({ date }) => date === all[from]?.date);
  const before = all.slice(0, start).reduce((sum, { amountPaise }) => sum + amountPaise, OPENING);
  const rank = ({ n }: Moved) => (how.isResorted ? (n * 7919 + how.seed) % 101 : n);
  const some = all
    .slice(start, to + 1)
    .sort((a, b) => a.date.localeCompare(b.date) || rank(a) - rank(b));
  let balance = before;
  return some.map(({ date, amountPaise, narration, ref, n }, at) => {
    balance += amountPaise;
    const ids = { none: null, kept: `F${n}`, counted: `${at + 1}` };
    return {
      date,
      valueDate: null,
      amountPaise: amountPaise as Paise,
      narration: narration.slice(0, how.cut),
      ref: how.cut < 200 ? null : ref,
      bankId: ids[how.ids as keyof typeof ids],
      balancePaise: how.hasBalances ? (balance as Paise) : null,
    };
  });
}

const generateDownloads = (how: fc.Arbitrary<Printing>) =>
  fc.tuple(month, fc.array(how, { minLength: 1, maxLength: 3 }), how, how, fc.nat()).map(toFiles);

function toFiles([all, more, first, last, order]: [
  Moved[],
  Printing[],
  Printing,
  Printing,
  number,
]) {
  const middle = Math.floor(first.to % all.length);
  const pairs: [number, number, Printing][] = [
    [0, middle, first],
    [Math.max(0, middle - (last.from % 4)), all.length - 1, last],
    ...more.map((how): [number, number, Printing] => {
      const [from, to] = [how.from % all.length, how.to % all.length];
      return [Math.min(from, to), Math.max(from, to), how];
    }),
  ];
  // The later download has the whole middle day, so there is no gap between them.
  const files = pairs.map(([from, to, how]) => print(all, from, to, how));
  const turned = [...files.slice(order % files.length), ...files.slice(0, order % files.length)];
  return { all, files: order % 2 ? turned : turned.toReversed() };
}

const span = (lines: StatementLine[]) => ({
  from: lines[0]?.date ?? "",
  to: lines.at(-1)?.date ?? "",
  gaps: [],
});

function importFiles(files: StatementLine[][]) {
  let held: (StatementLine & Placed)[] = [];
  let count = 0;
  const covered: ReturnType<typeof span>[] = [];
  for (const lines of files) {
    const { from, to } = span(lines);
    const stored = held.filter(({ date }) => date >= from && date <= to);
    const same = identify(stored, lines);
    expect(findConflict(stored, covered, { ...span(lines), lines }, same)).toBeUndefined();
    covered.push(span(lines));
    const placed = placeLines(stored, lines, same);
    const fresh = lines.flatMap((line, n) => {
      count += 1;
      const at = placed[n];
      return at ? [{ ...line, ...at, id: String(count).padStart(6, "0") }] : [];
    });
    held = [...held, ...fresh].sort(
      (a, b) => a.date.localeCompare(b.date) || a.place - b.place || a.id.localeCompare(b.id),
    );
  }
  return held;
}

const key = ({ date, amountPaise }: { date: string; amountPaise: number }) =>
  `${date} ${amountPaise}`;

describe("overlapping downloads", () => {
  test("contain exactly the month's lines, sorted, cut and renumbered in any order", () => {
    fc.assert(
      fc.property(generateDownloads(printing), ({ all, files }) => {
        expect(importFiles(files).map(key).sort()).toEqual(all.map(key).sort());
      }),
      { numRuns: 1500, seed: 41 },
    );
  });

  test("keep balances that follow from line to line", () => {
    fc.assert(
      fc.property(generateDownloads(balanced), ({ files }) => {
        const held = importFiles(files);
        const breaks = held.filter(({ balancePaise, amountPaise }, n) => {
          const before = n === 0 ? OPENING : (held[n - 1]?.balancePaise as number);
          return balancePaise !== before + amountPaise;
        });
        expect(breaks).toEqual([]);
      }),
      { numRuns: 1000, seed: 42 },
    );
  });

  test("are matched by reference if one starts within a day", () => {
    const line = (ref: string, balance: number | null): StatementLine => ({
      date: "2026-04-02",
      valueDate: null,
      amountPaise: -25_000 as Paise,
      bankId: null,
      narration: `UPI-CHAI-x@ybl-YESB0YBLUPI-${ref}-x`,
      ref,
      balancePaise: balance as Paise,
    });
    const [one, two] = ["609112340001", "609112340002"];
    expect(importFiles([[line(one, null)], [line(two, null)]])).toHaveLength(2);
    expect(importFiles([[line(one, 75_000)], [line(two, 50_000)]])).toHaveLength(2);
    expect(importFiles([[line(one, 75_000)], [line(one, 50_000)]])).toHaveLength(1);
  });
});
