import { expect, test } from "bun:test";
import { generateMonth, type Tally, tallyMonth } from "./months.ts";

const MONTHS = 300;

test("every certain match in generated months is right, and most lines are certain", () => {
  const tally: Tally = { natural: 0, sure: 0, wrong: [] };
  for (let n = 0; n < MONTHS; n++) tallyMonth(generateMonth(`month ${n}`), tally);
  expect(tally.wrong.slice(Math.floor(tally.sure / 2_000))).toEqual([]);
  expect(tally.sure / tally.natural).toBeGreaterThan(0.85);
});
