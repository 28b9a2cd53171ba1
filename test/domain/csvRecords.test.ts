import { expect, test } from "bun:test";
import * as fc from "fast-check";
import Papa from "papaparse";
import { type CsvRecord, csvRecords } from "../../domain/csv/records.ts";
import { type BadRows, CSV_HEADER, importRows } from "../../domain/csv/transactions.ts";

async function read(text: string, pieces: number): Promise<CsvRecord[]> {
  const all = new TextEncoder().encode(text);
  async function* body() {
    for (let at = 0; at < all.length; at += pieces) yield all.slice(at, at + pieces);
  }
  return (await Array.fromAsync(csvRecords(body()))).flat();
}

const isFull = (cells: string[]) => cells.some((cell) => cell !== "");

test("splits records like papaparse, however the input is cut", async () => {
  const unit = fc.constantFrom('"', '""', ",", "\n", "\r\n", "a", " ", "चा", '"a b",', ',"\n"\n');
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, pieces) => {
        const plain = text.replaceAll("\r\n", "\n");
        const { data, errors } = Papa.parse<string[]>(plain, { delimiter: ",", newline: "\n" });
        const records = await read(text, pieces);
        // papaparse keeps blanks after a final quote; the reader drops them.
        if (errors.length > 0 || / $/.test(plain)) return;
        expect(records.map(({ cells }) => cells).filter(isFull)).toEqual(data.filter(isFull));
        expect(records.filter(({ fault }) => fault)).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("reports a quoting error with its record and reads the next one", async () => {
  expect(await read('a,"b"c"\n"d" ,e\n"f', 3)).toEqual([
    { line: 1, cells: ["a", 'b"c'], fault: "Trailing quote on quoted field is malformed" },
    { line: 2, cells: ["d", "e"] },
    { line: 3, cells: ["f"], fault: "Quoted field unterminated" },
  ]);
});

test("counts an empty line without further cost", async () => {
  expect(await read('\n\na,"b\n\nc"\n\nd\n\n', 2)).toEqual([
    { line: 3, cells: ["a", "b\n\nc"] },
    { line: 7, cells: ["d"] },
  ]);
  expect(await read("\n".repeat(1_900_000), 1 << 16)).toEqual([]);
});

test("does not re-read a record for each of its pieces", async () => {
  const record = `"${"x\n".repeat(400_000)}",y\n`;
  const measureTime = async (pieces: number) => {
    let best = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time++) {
      const begun = performance.now();
      await read(record, pieces);
      best = Math.min(best, performance.now() - begun);
    }
    return best;
  };
  // Re-reading the record for each of eight thousand pieces would take a hundred times as long.
  expect(await measureTime(100)).toBeLessThan(40 * (await measureTime(record.length)));
}, 60_000);

test("quotes before a long row of blanks are rejected at once", async () => {
  const half = 400_000;
  const text = `"${'"a'.repeat(half / 2)}${" ".repeat(half)},\n`;
  await expect(read(text, 1 << 16)).rejects.toThrow("more than 1,000 blanks in a row");
  const [fine] = await read(`"padded${" ".repeat(255)}" ,b\n`, 1 << 16);
  expect(fine?.cells).toEqual([`padded${" ".repeat(255)}`, "b"]);
});

test("replaces line breaks in a description with spaces", async () => {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const file = `${CSV_HEADER}2026-04-01,"A \r\nb\n\nc",Bank,Rent,Expense,1,\n`;
  const rows = (await Array.fromAsync(importRows(new Blob([file]).stream(), bad))).flat();
  expect(rows.map(({ description }) => description)).toEqual(["A b c"]);
});
