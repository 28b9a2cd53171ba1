import { expect, test } from "bun:test";
import { createDice } from "../../../db/demo/dice.ts";
import type { OpenEntry, OpenLine } from "../../../domain/banking/candidates.ts";
import type { Field } from "../../../domain/banking/matchContext.ts";
import { type Proposals, propose, proposeInSlices } from "../../../domain/banking/propose.ts";
import { newReadings, type Readings } from "../../../domain/banking/readings.ts";
import type { Paise } from "../../../domain/money.ts";
import { generateMonth } from "./months.ts";

const MONTHS = 8;
const WRITES = 25;

test("cached candidates give the same suggestions after each write", () => {
  let reused = 0;
  for (let n = 0; n < MONTHS; n++) {
    const { between } = createDice(`writes ${n}`);
    let { field } = generateMonth(`month ${n}`);
    const readings = newReadings();
    for (let write = 0; write < WRITES; write++) {
      const before = readings.judged?.found;
      expect([...proposeAgain(field, readings)]).toEqual([...propose(field)]);
      reused += [...(readings.judged?.found ?? [])].filter(
        ([id, judged]) => before?.get(id) === judged,
      ).length;
      field = changed(field, generateMonth(`other ${n} ${write}`).field, between);
    }
  }
  expect(reused).toBeGreaterThan(MONTHS * WRITES * 20);
});

function proposeAgain(field: Field, readings: Readings): Proposals {
  const slices = proposeInSlices(field, readings);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

function changed(
  field: Field,
  other: Field,
  between: (low: number, high: number) => number,
): Field {
  const without = <One>(all: One[]) => all.toSpliced(between(0, Math.max(0, all.length - 1)), 1);
  const { lines, entries, invoices, others, names = [], declined } = field;
  const id = `new ${between(0, 1e9)}`;
  const [line] = lines.slice(between(0, lines.length - 1));
  const [entry] = entries.slice(between(0, entries.length - 1));
  const isOlder = (one: { date: string }, two: { date: string }) => (one.date < two.date ? -1 : 1);
  const ways: (() => Partial<Field>)[] = [
    () => ({ lines: without(lines) }),
    () => ({ lines: without(lines), entries: without(entries) }),
    () => ({ lines: without(lines), invoices: without(invoices) }),
    () => ({
      invoices: [...invoices, ...other.invoices.slice(0, 1).map((one) => ({ ...one, id }))],
    }),
    () => ({ entries: [...entries, ...other.entries.slice(0, 1).map((one) => ({ ...one, id }))] }),
    () => (line ? { lines: [...lines, { ...line, id }].sort(isOlder) } : {}),
    () => (entry ? { entries: entries.with(0, { ...entry, notes: "Konkan Foods" }) } : {}),
    () => (line ? { batch: [toHalf(line, 1), toHalf(line, 2)] } : {}),
    () => (line ? { batch: [toHalf(line, 1), toHalf(line, 2)] } : {}),
    () => ({ names: [...names, "Skyline Media House"] }),
    () => ({ others: others.map((one) => ({ ...one, lines: [] })) }),
    () => (line && entry ? { declined: new Set([...declined, `${line.id} t:${entry.id}`]) } : {}),
  ];
  return { ...field, ...ways[between(0, ways.length - 1)]?.() };
}

const toHalf = ({ date, amountPaise }: OpenLine, n: number): OpenEntry => ({
  id: `half ${n}`,
  date,
  description: "Salary",
  notes: "",
  category: "Salary",
  amountPaise: (n === 1
    ? Math.floor(amountPaise / 2)
    : amountPaise - Math.floor(amountPaise / 2)) as Paise,
});
