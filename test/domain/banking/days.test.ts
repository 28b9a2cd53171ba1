import { expect, test } from "bun:test";
import { readBankAmount } from "../../../domain/banking/cells.ts";
import { readStatement } from "../../../domain/banking/read.ts";
import { encodeText, readSample } from "./statements.ts";

const mt940 = (line: string, closing = "261031C") =>
  encodeText(
    `:20:A\n:25:123456789\n:28C:1/1\n:60F:C261001INR0,\n:61:${line}100,00NTRFREF1\n:86:NEFT\n` +
      `:62F:C${closing.slice(0, 6)}INR100,00\n-\n`,
  );
const listDays = async (file: Uint8Array) =>
  (await readStatement(file)).lines.map(({ date, valueDate }) => [date, valueDate]);
const sentence = (file: Uint8Array): Promise<string> =>
  readStatement(file).then(
    () => "read",
    (error: Error) => error.message,
  );

test("an MT940 line has its entry date, or its value date if it has none", async () => {
  expect(await listDays(mt940("261030C"))).toEqual([["2026-10-30", "2026-10-30"]]);
  expect(await listDays(mt940("2610301031C"))).toEqual([["2026-10-31", "2026-10-30"]]);
});

test("around New Year, an entry date takes the nearer year", async () => {
  expect(await listDays(mt940("2612310101C", "270101"))).toEqual([["2027-01-01", "2026-12-31"]]);
  expect(await listDays(mt940("2701011231C", "270101"))).toEqual([["2026-12-31", "2027-01-01"]]);
});

test("rejects an invalid date instead of moving it", async () => {
  const refusal = (digits: string) =>
    `The MT940 file has an invalid date: ${digits}. Nothing was changed`;
  expect(await sentence(mt940("2610300230C"))).toBe(refusal("260230"));
  expect(await sentence(mt940("261340C"))).toBe(refusal("261340"));
  expect(await sentence(mt940("261030C", "260931"))).toBe(refusal("260931"));
  const ofx = new TextDecoder().decode(readSample("platform-bank.ofx"));
  for (const day of ["20260431", "20261340"]) {
    const file = encodeText(ofx.replace("<DTPOSTED>20260402<", `<DTPOSTED>${day}<`));
    expect(await sentence(file)).toBe(
      `Row 4, column DTPOSTED: "${day}" is not a date. Nothing was changed`,
    );
  }
});

test("reads brackets as minus, rejects two signs and reads two dashes as empty", () => {
  expect(readBankAmount("(1,234.00)")).toBe(-123_400 as never);
  expect(readBankAmount("1234.50-")).toBe(-123_450 as never);
  for (const text of ["(-500)", "(500-)", "-500-", "(+500)"]) {
    expect([text, readBankAmount(text)]).toEqual([text, undefined]);
  }
  for (const text of ["-", "--", "NIL", ""])
    expect([text, readBankAmount(text)]).toEqual([text, null]);
});

const csv = (dates: string[], above = "") =>
  encodeText(
    `${above}Date,Narration,Debit,Credit\n` +
      dates.map((date, n) => `${date},LINE ${n},,${n + 1}.00`).join("\n"),
  );

test("a date without a year takes the year of the statement's period", async () => {
  const above = "Statement period: 01/12/2025 to 31/01/2026,,,\n";
  expect(await listDays(csv(["30 Dec", "31-Dec", "1st Jan"], above))).toEqual([
    ["2025-12-30", null],
    ["2025-12-31", null],
    ["2026-01-01", null],
  ]);
});

test("rejects a date without a year if no period, or no day of it, matches", async () => {
  const above = "Statement period: 01/12/2024 to 31/12/2025,,,\n";
  const refusal = (row: number, date: string) =>
    `Row ${row}, column Date: "${date}" is not a date. Nothing was changed`;
  expect(await sentence(csv(["1 Oct 2025", "2 Oct"]))).toBe(refusal(3, "2 Oct"));
  expect(await sentence(csv(["30 Dec"], above))).toBe(refusal(3, "30 Dec"));
  expect(await sentence(csv(["1 Dec 2025", "31 Nov"], above))).toBe(refusal(4, "31 Nov"));
});

test("reads Excel day numbers in a CSV and rejects other numbers as dates", async () => {
  expect(await listDays(csv(["46296", "46297.5"]))).toEqual([
    ["2026-10-01", null],
    ["2026-10-02", null],
  ]);
  expect(await sentence(csv(["46296", "99999"]))).not.toBe("read");
});
