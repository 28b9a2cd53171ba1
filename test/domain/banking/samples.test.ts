import { expect, test } from "bun:test";

import { refKey, squeeze } from "../../../domain/banking/cells.ts";
import { readStatement } from "../../../domain/banking/read.ts";
import { readExpected, readSample } from "./statements.ts";

const NAMES = [
  "axis-retail",
  "canara-epassbook",
  "hdfc-account",
  "hdfc-delimited",
  "hdfc-swift",
  "icici-history",
  "idfc-first",
  "kotak-current",
  "platform-bank",
  "sbi-account",
];

test.each(NAMES)("reads %s as the bank meant it", async (name) => {
  const expected = readExpected(name);
  const {
    lines,
    columns: _,
    remarks: __,
    ...head
  } = await readStatement(readSample(expected.file));
  const { lines: wanted, file: ___, note: ____, currency: _____, gaps, ...rest } = expected;
  const { lineCount, overlap: ______, lockedCopy: _______, format, ...facts } = rest;
  expect(lines).toHaveLength(lineCount);
  expect(head).toMatchObject(facts);
  expect(format).toStartWith(head.format);
  expect(head.gaps).toEqual(
    // biome-ignore lint/suspicious/noExplicitAny: as in the file.
    gaps.map(({ amount: _, balanceBefore: __, note: ___, ...gap }: any) =>
      expect.objectContaining(gap),
    ),
  );
  for (const [n, line] of lines.entries()) {
    const { narration, debit, credit, refKey: key, time: _, bankId, ...want } = wanted[n];
    const amount = credit - debit;
    expect({ ...line, bankId: line.bankId ?? undefined }).toEqual({
      ...{ ...want, amount, bankId },
      narration: expect.any(String),
    });
    expect(squeeze(line.narration)).toBe(squeeze(narration));
    expect(line.ref ? refKey(line.ref) : null).toBe(key);
  }
});
