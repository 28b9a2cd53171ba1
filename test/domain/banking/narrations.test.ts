import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readNarration } from "../../../domain/banking/narrations.ts";

const file = new URL("../../data/statements/narrations.expected.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8"));

interface Vector {
  narration: string;
  [field: string]: unknown;
}

test.each((vectors as Vector[]).map((vector) => [vector.narration, vector] as const))(
  "%s",
  (narration, vector) => {
    const {
      bank: _,
      sign: __,
      narration: ___,
      own: ____,
      ...expected
    }: Record<string, unknown> = vector;
    expect(readNarration(narration)).toMatchObject(expected);
    const read = readNarration(narration);
    for (const field of ["party", "ref", "vpa"] as const) {
      if (vector[field] === undefined) expect([field, read[field]]).toEqual([field, null]);
    }
  },
);

test("a payment's note stays a note even if it reads like a charge", () => {
  const text = "MMT/IMPS/609312998877/audit charges/DEV PATHARE/HDFC0000999";
  expect(readNarration(text)).toMatchObject({ mode: "IMPS", party: "DEV PATHARE" });
});
