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

/** The keys of the files do not name the unit. */
const withUnits = (stated: Record<string, number>) =>
  stated &&
  Object.fromEntries(
    Object.entries(stated).map(([key, value]) => [
      key.endsWith("Count") ? key : `${key}Paise`,
      value,
    ]),
  );

test.each(NAMES)("reads %s as the bank meant it", async (name) => {
  const expected = readExpected(name);
  const {
    lines,
    columns: _,
    remarks: __,
    ...head
  } = await readStatement(readSample(expected.file));
  const { lines: wanted, file: ___, note: ____, currency: _____, gaps, ...rest } = expected;
  const { lineCount, overlap: ______, lockedCopy: _______, format, ...others } = rest;
  const { opening, closing, debits, credits, stated, ...named } = others;
  const facts = {
    openingPaise: opening,
    closingPaise: closing,
    debitsPaise: debits,
    creditsPaise: credits,
    stated: withUnits(stated),
    ...named,
  };
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
    const { narration, debit, credit, refKey: key, time: _, bankId, balance, ...want } = wanted[n];
    const amount = credit - debit;
    expect({ ...line, bankId: line.bankId ?? undefined }).toEqual({
      ...want,
      amountPaise: amount,
      balancePaise: balance,
      bankId,
      narration: expect.any(String),
    });
    expect(squeeze(line.narration)).toBe(squeeze(narration));
    expect(line.ref ? refKey(line.ref) : null).toBe(key);
  }
});
