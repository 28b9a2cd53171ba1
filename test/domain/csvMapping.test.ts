import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import Papa from "papaparse";
import { openFile } from "../../domain/banking/files.ts";
import {
  checkBalances,
  mapRows,
  type RowFixes,
  toImportFile,
  totalRows,
} from "../../domain/csv/mappedRows.ts";
import {
  type CsvMapping,
  findTable,
  guessMapping,
  isMappingFor,
} from "../../domain/csv/mapping.ts";
import { type BadRows, importRows } from "../../domain/csv/transactions.ts";
import { toDecimal } from "../../domain/money.ts";

async function readTable(csv: string) {
  const contents = await openFile(new TextEncoder().encode(csv));
  if (contents.kind !== "table") throw new Error("not a table");
  return findTable(contents.sheets);
}

async function map(csv: string, changes: Partial<CsvMapping> = {}, fixes: RowFixes = {}) {
  const table = await readTable(csv);
  const mapping = { ...guessMapping(table), account: "Petty Cash", ...changes };
  return { table, mapping, ...mapRows(table, mapping, fixes) };
}

async function readImport(csv: string) {
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const body = new Blob([csv]).stream();
  const rows = (await Array.fromAsync(importRows(body, bad))).flat();
  return { rows, bad };
}

const CASH_BOOK = `Petty cash book of April to October,,,,,,
Txn Date,Narration,Head,Debit,Credit,Balance,Voucher No.
,Opening balance,,,,1000.00,
01-04-2026,Cab to Hinjewadi,Conveyance,460.00,,540.00,PC/1
03-04-2026,From the bank,Cash,,15000,"15,540.00",PC/2
31-06-2026,Courier,Courier,380.00,,15160.00,PC/3
14-07-2026,Petrol,Travel,500.00,500.00,14660.00,PC/4
20-07-2026,Tea,Staff welfare,60,,14600.00,PC/5
,Total,,1400.00,15500.00,,
`;

describe("a cash book with columns of debit and credit", () => {
  test("is mapped from its headings, without title, balances and totals", async () => {
    const { mapping, rows, ignored } = await map(CASH_BOOK);
    expect(mapping.columns).toEqual({
      date: "Txn Date",
      description: "Narration",
      category: "Head",
      out: "Debit",
      in: "Credit",
      balance: "Balance",
    });
    expect(rows.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8]);
    expect(ignored).toBe(2);
    expect(rows[1]?.reading).toEqual({
      date: "2026-04-03",
      description: "From the bank",
      account: "Petty Cash",
      category: "Cash",
      type: "Income",
      amountPaise: 15_000_00 as never,
      notes: "",
    });
    expect(totalRows(rows)).toEqual({
      in: { rows: 1, paise: 15_000_00n },
      out: { rows: 2, paise: 520_00n },
      transfers: { rows: 0, paise: 0n },
      problems: 2,
    });
  });

  test("offers the likely correction of a wrong row", async () => {
    const { rows } = await map(CASH_BOOK);
    expect(rows.flatMap(({ row, problem }) => (problem ? [{ row, ...problem }] : []))).toEqual([
      {
        row: 6,
        fields: ["date"],
        message: '"31-06-2026" does not exist; the month is shorter',
        offers: [{ label: "Use 30 Jun 2026", cells: { date: "2026-06-30" } }],
      },
      {
        row: 7,
        fields: ["out", "in"],
        message: "Both columns of amounts are filled. The balance falls by ₹500.00.",
        offers: [{ label: "Keep money out", cells: { in: "" } }],
      },
    ]);
  });

  test("takes corrections and leaves rows out", async () => {
    const fixes: RowFixes = { 6: { date: "30/6/26" }, 7: "left out" };
    const { rows, leftOut } = await map(CASH_BOOK, {}, fixes);
    expect(rows.find(({ row }) => row === 6)?.reading?.date).toBe("2026-06-30");
    expect(leftOut).toBe(1);
    expect(totalRows(rows).problems).toBe(0);
  });

  test("names the rows whose balance does not follow", async () => {
    const { rows } = await map(CASH_BOOK, {}, { 6: { date: "2026-06-30" } });
    expect(checkBalances(rows)).toEqual({ compared: 3, wrong: [], lastPaise: 14_600_00 as never });
    const wrong = await map(CASH_BOOK.replace("15,540.00", "15,450.00"));
    expect(checkBalances(wrong.rows).wrong).toEqual([5]);
    const newestFirst = await map(
      `Date,Details,Debit,Credit,Balance
02-04-2026,Tea,10,,90
01-04-2026,From the bank,,100,100
`,
      { categoryIn: "Fees", categoryOut: "Rent" },
    );
    expect(checkBalances(newestFirst.rows)).toEqual({
      compared: 1,
      wrong: [],
      lastPaise: 90_00 as never,
    });
  });

  test("keeps the row of the original for each line of the import", async () => {
    const { rows } = await map(CASH_BOOK);
    const { csv, rowOf } = toImportFile(rows);
    expect([...rowOf]).toEqual([
      [2, 4],
      [3, 5],
      [4, 8],
    ]);
    expect(
      (await readImport(csv)).rows.map(({ line, description }) => [line, description]),
    ).toEqual([
      [2, "Cab to Hinjewadi"],
      [3, "From the bank"],
      [4, "Tea"],
    ]);
  });
});

describe("other files", () => {
  test.each([
    ["a minus for money out", "Amount", ["-5", "7"], ["Expense", "Income"]],
    ["Dr and Cr", "Amount", ["5 Dr", "7 Cr"], ["Expense", "Income"]],
    ["brackets", "Amount", ["(5.00)", "7.00"], ["Expense", "Income"]],
    ["amounts without a sign, which are money out", "Amount", ["5", "7"], ["Expense", "Expense"]],
    ["a column of receipts", "Received", ["5", "7"], ["Income", "Income"]],
    ["a column of debits with a minus", "Debit", ["-5", "-7"], ["Expense", "Expense"]],
    [
      "one refund in a column of debits",
      "Debit",
      ["5", "7", "-3"],
      ["Expense", "Expense", "Income"],
    ],
  ])("have %s", async (_, heading, amounts, types) => {
    const lines = amounts.map((amount, n) => `0${n + 1}/04/2026,Cab ${n},"${amount}"`);
    const { rows } = await map([`Date,Details,${heading}`, ...lines].join("\n"), {
      categoryIn: "Fees",
      categoryOut: "Travel",
    });
    expect(rows.map(({ reading }) => reading?.type)).toEqual(types as never);
  });

  test("have a column of types", async () => {
    const csv = "Date,Details,Amount,Type\n01/04/2026,Cab,5,Debit\n02/04/2026,Fee,7,Receipt\n";
    const { rows } = await map(csv, { categoryIn: "Fees", categoryOut: "Travel" });
    expect(rows.map(({ reading }) => [reading?.type, reading?.category])).toEqual([
      ["Expense", "Travel"],
      ["Income", "Fees"],
    ]);
    const odd = await map(csv.replace("Receipt", "Gift"), {
      columns: {
        ...guessMapping(await readTable(csv)).columns,
      },
    });
    expect(odd.rows[1]?.problem?.message).toBe('"Gift" is not Income, Expense or Transfer');
  });

  test("have the month first only if a date needs it", async () => {
    const of = async (...dates: string[]) => {
      const lines = dates.map((date) => `${date},Cab,5`);
      return guessMapping(await readTable(["Date,Details,Debit", ...lines].join("\n"))).dateOrder;
    };
    expect(await of("03/04/2026", "04/25/2026")).toBe("month");
    expect(await of("03/04/2026", "25/04/2026")).toBe("day");
    expect(await of("03/04/2026")).toBe("day");
  });

  test("have columns without known headings, which their values name", async () => {
    const table = await readTable("when,what,how much\n01/04/2026,Cab,-5\n02/04/2026,Fee,7\n");
    expect(guessMapping(table).columns).toEqual({
      date: "when",
      description: "what",
      amount: "how much",
    });
  });

  test("get the categories and account that were chosen", async () => {
    const csv = "Date,Details,Head,Debit\n01/04/2026,Cab,Conveyance,5\n02/04/2026,Ink,,7\n";
    const named = await map(csv, { categories: { Conveyance: "Travel" }, categoryOut: "Other" });
    expect(named.rows.map(({ reading }) => reading?.category)).toEqual(["Travel", "Other"]);
    const without = await map(csv, { account: "" });
    expect(without.rows[0]?.problem?.message).toBe("Choose the account of this file");
    const unnamed = await map(csv);
    expect(unnamed.rows[1]?.problem?.message).toBe("Choose a category of money out");
  });

  test.each([
    ["no headings", "1,2\n3,4\n"],
    ["no rows", "Date,Details,Debit\n"],
  ])("are rejected with %s", async (_, csv) => {
    await expect(readTable(csv)).rejects.toThrow("no row of headings with transactions below it");
  });
});

test("a saved mapping is for files with the same headings in the same order", async () => {
  const table = await readTable(CASH_BOOK);
  expect(isMappingFor({ headings: table.headings }, table)).toBe(true);
  expect(isMappingFor({ headings: table.headings.toReversed() }, table)).toBe(false);
});

test("reads back every row that it writes for the import", async () => {
  const text = fc.stringMatching(/^[A-Za-zकाफ़ी][A-Za-z0-9 ,"=+@-]{1,20}[a-z]$/);
  const row = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    description: text,
    category: text,
    paise: fc.integer({ min: 1, max: 9_99_99_999 }),
    isOut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (wanted) => {
      const lines = wanted.map(({ day, description, category, paise, isOut }) => {
        const amount = toDecimal(paise as never);
        return [`${day}/04/2026`, description, category, isOut ? amount : "", isOut ? "" : amount];
      });
      const csv = Papa.unparse([["Txn Date", "Narration", "Head", "Debit", "Credit"], ...lines]);
      const { rows } = await map(csv);
      const { rows: read, bad } = await readImport(toImportFile(rows).csv);
      expect(bad.first).toEqual([]);
      expect(
        read.map(({ description, category, type, amountPaise }) => ({
          description,
          category,
          type,
          amountPaise,
        })),
      ).toEqual(
        wanted.map(({ description, category, paise, isOut }) => ({
          description: description.replace(/\s+/g, " "),
          category: category.replace(/\s+/g, " "),
          type: isOut ? "Expense" : "Income",
          amountPaise: paise as never,
        })),
      );
    }),
    { numRuns: 100 },
  );
});
