import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { readStatement } from "../../../domain/banking/read.ts";
import { assertFewCells } from "../../../domain/banking/xlsSize.ts";
import { Refusal, type Undecided } from "../../../domain/refusal.ts";
import { measureCpu } from "../../cpu.ts";
import { wideXls } from "../../hostileFiles.ts";
import { encodeText, readExpected, readSample } from "./statements.ts";

const HEAD = "Date,Narration,Chq No,Debit,Credit,Balance\n";
const refused = async (file: Uint8Array, password?: string): Promise<Refusal> => {
  const error = await readStatement(file, { password }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return error;
};
const sentence = async (file: Uint8Array | string, password?: string) =>
  (await refused(typeof file === "string" ? encodeText(file) : file, password)).message;

test("explains what a file is if it is not a statement", async () => {
  expect(await sentence("%PDF-1.7\n%âã")).toStartWith("This is a PDF, which bahi cannot read");
  expect(await sentence("<html><table><tr><td>Date</td></tr></table></html>")).toStartWith(
    "This is a web page, whatever its name says",
  );
  expect(
    await sentence(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`,
    ),
  ).toContain("Excel 2003 XML");
  expect(await sentence("")).toStartWith("The file is empty");
  expect(await sentence("Dear sir, please find\nnothing here\n")).toStartWith(
    "This is not a bank statement",
  );
  expect(await sentence(HEAD)).toStartWith("The file has no lines");
  expect(await sentence(new Uint8Array(1000))).toContain("not a CSV text file");
});

test("rejects a large empty file at once", async () => {
  const large = (fill: number) => new Uint8Array(20 << 20).fill(fill);
  const files = [large(0), large(0x20), large(0x0a), new Uint8Array((20 << 20) + 1)];
  const [[zeros, ...others], cpuMs] = await measureCpu(() =>
    Promise.all(files.map((file) => sentence(file))),
  );
  expect(zeros).toContain("not a CSV text file");
  expect(others).toEqual([
    expect.stringMatching(/^The file is empty/),
    expect.stringMatching(/^The file is empty/),
    expect.stringMatching(/^The file is larger than 20 MB/),
  ]);
  expect(cpuMs).toBeLessThan(10_000);
});

test("rejects a workbook that is truncated, invalid or unpacks too large", async () => {
  const xlsx = readSample("idfc-first.xlsx");
  for (const end of [100, 3_000, xlsx.length - 30]) {
    expect(await sentence(xlsx.subarray(0, end))).toStartWith("The workbook is damaged or cut off");
  }
  const xls = readSample("hdfc-account.xls");
  for (const end of [600, 5_000]) {
    expect(await sentence(xls.subarray(0, end))).toStartWith("The workbook is damaged or cut off");
  }
  expect(await sentence(zipSync({ "a.txt": encodeText("hello") }))).toContain("damaged or cut off");
  const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(300 << 20) });
  expect(await sentence(bomb)).toStartWith("The workbook unpacks to more than 64 MB");
});

test("asks for a password, checks it and reads the same lines", async () => {
  const { lockedCopy } = readExpected("idfc-first");
  const locked = readSample(lockedCopy.file);
  const [missing, wrong] = [await refused(locked), await refused(locked, "KESA0105")];
  expect([missing, wrong].map((error) => (error as Undecided).needs)).toEqual([
    "password",
    "password",
  ]);
  expect(missing.message).toBe("The file has a password. Enter it to read the file");
  expect(wrong.message).toBe("That password does not open the file");
  const opened = await readStatement(locked, { password: lockedCopy.password });
  expect(opened).toEqual(await readStatement(readSample("idfc-first.xlsx")));
});

test.each([
  ["31/02/2026,RENT,,100.00,,900.00\n", 'Row 2, column Date: "31/02/2026" is not a date'],
  ["01/02/2026,RENT,,1O0.00,,900.00\n", 'Row 2, column Debit: "1O0.00" is not an amount'],
  ["01/02/2026,RENT,,100.005,,900.00\n", 'Row 2, column Debit: "100.005" is not an amount'],
  [
    "01/02/2026,RENT,,100.00,20.00,900.00\n",
    'Row 2, column Debit: "100.00" conflicts with a credit of 20.00',
  ],
  ["01/02/2026,RENT,,100.00,,nine\n", 'Row 2, column Balance: "nine" is not an amount'],
  ["01/02/2026,TEA,,1.00,,9.00\n,ROUNDING,,1.00,,8.00\n", 'Row 3, column Date: "" is not a date'],
])("%s", async (rows, message) => {
  const error = await refused(encodeText(HEAD + rows));
  expect(error.message).toStartWith(message);
  expect(error.message).toEndWith("Nothing was changed");
  expect(error.errors[0]).toMatchObject({ path: /^Row (\d+)/.exec(message)?.[1] });
});

test("rejects currencies other than rupees", async () => {
  const csv = `Currency,EUR\n\n${HEAD}01/02/2026,RENT,,100.00,,900.00\n`;
  expect(await sentence(csv)).toBe(
    "The file says EUR; bahi supports rupees only. Nothing was changed",
  );
  const ofx = new TextDecoder().decode(readSample("platform-bank.ofx")).replace("INR", "USD");
  expect(await sentence(ofx)).toContain("The file says USD");
  const mt940 = new TextDecoder().decode(readSample("hdfc-swift.mt940")).replaceAll("INR", "USD");
  expect(await sentence(mt940)).toContain("The file says USD");
});

test("reports the sum of missing lines in a file without balances", async () => {
  const mt940 = new TextDecoder().decode(readSample("hdfc-swift.mt940"));
  expect(await sentence(mt940.replace("D17,70", "D18,70"))).toContain("lines are missing");
  expect(await sentence(mt940.slice(0, 700))).toContain("MT940");
});

test("reads a table with two header rows by the given columns", async () => {
  const rows = "01/10/2026,OPEN,,500.00,500.00\n02/10/2026,TEA,20.00,,480.00\n";
  const file = encodeText(`Txn,Narration,Amount,,Balance\nDate,,Debit,Credit,\n${rows}`);
  const columns = { date: 0, narration: 1, debit: 2, credit: 3, balance: 4 };
  const { lines } = await readStatement(file, { columns });
  expect(lines.map(({ amountPaise }) => amountPaise / 100)).toEqual([500, -20]);
});

test("asks for unknown columns, with the first rows", async () => {
  const file = encodeText("When,What,Out of it,Into it,Left\n01/04/2026,Rent,100.00,,900.00\n");
  const error = (await refused(file)) as Undecided;
  expect(error.needs).toBe("columns");
  expect(error.about).toEqual({
    captions: ["When", "What", "Out of it", "Into it", "Left"],
    sample: [["01/04/2026", "Rent", "100.00", "", "900.00"]],
  });
  const columns = { date: 0, narration: 1, debit: 2, credit: 3, balance: 4 };
  const told = await readStatement(file, { columns });
  expect(told.lines).toMatchObject([
    { amountPaise: -10_000, balancePaise: 90_000, narration: "Rent" },
  ]);
  const layouts = [{ captions: "when|what|out of it|into it|left", columns }];
  expect((await readStatement(file, { layouts })).lines).toEqual(told.lines);
  const few = await readStatement(file, { columns: { date: 0 } }).catch((thrown) => thrown);
  expect(few.message).toBe("Choose the columns for date, narration and amounts");
});

test("counts an Excel 97 workbook before unpacking it", () => {
  expect(() => assertFewCells(wideXls(300))).toThrow("more than 40,00,000 cells");
  assertFewCells(wideXls(240));
  for (const name of ["sbi-account.xls", "hdfc-account.xls"]) assertFewCells(readSample(name));
});
