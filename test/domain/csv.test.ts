import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  type BadRows,
  CSV_HEADER,
  guard,
  type ImportRow,
  importRows,
  toCsv,
  unguard,
} from "../../domain/csv/transactions.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import type { Paise } from "../../domain/money.ts";

async function read(bytes: Uint8Array<ArrayBuffer> | string, pieces = 1 << 16) {
  const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  async function* body() {
    for (let at = 0; at < all.length; at += pieces) yield all.slice(at, at + pieces);
  }
  const bad: BadRows = { of: 0, count: 0, first: [] };
  const rows: ImportRow[] = [];
  for await (const piece of importRows(body(), bad)) rows.push(...piece);
  return { rows, bad };
}

const ROW = "2026-04-01,Rent,Bank,Rent,Expense,100.00,";

describe("an export", () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 2, maxLength: 40 })
    .map((words) =>
      words
        .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ")
        .normalize("NFC")
        .trim(),
    )
    .filter((words) => [...words].length >= 2 && words.length >= 2);
  const notes = fc
    .array(
      fc.constantFrom(
        "=1+1",
        "'=x",
        "a,b",
        '"',
        '""',
        "line\nline",
        "चाय",
        "@me",
        "-5",
        "\t.",
        "'",
        "＝1+1",
        "'＋1",
        "－1＠",
      ),
    )
    .map((parts) => parts.join(" ").trim());
  const name = fc.constantFrom(
    "Bank",
    "Cash, petty",
    '"Quoted" bank',
    "=Formula",
    "'=Both",
    "＝Wide",
    "வங்கி",
  );
  const transaction = fc.record({
    description: text,
    notes,
    name,
    amount: fc.integer({ min: 1, max: 1e12 }),
  });

  test("is read back unchanged, however it is split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        async (given, pieces, windows) => {
          const list = given.map(({ name, amount, ...rest }): Transaction => {
            const accountId = { _id: "a", name, type: "Bank" };
            const categoryId = { _id: "c", name };
            const type = "Income" as const;
            const rupees = Number((amount / 100).toFixed(2));
            const row = { _id: "t", date: "2026-04-01", accountId, categoryId, type };
            return { ...row, ...rest, amount: rupees, isTransfer: false } as Transaction;
          });
          const file = CSV_HEADER + toCsv(list);
          const { rows, bad } = await read(windows ? file.replaceAll("\n", "\r\n") : file, pieces);
          expect(bad.first).toEqual([]);
          expect(
            rows.map(({ description, notes, account, category }) => [
              description,
              notes,
              account,
              category,
            ]),
          ).toEqual(given.map(({ description, notes, name }) => [description, notes, name, name]));
          expect(rows.map(({ amountPaise }) => amountPaise)).toEqual(
            given.map(({ amount }) => amount as Paise),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test("contains no cell that a spreadsheet would run", () => {
    for (const text of [
      "=1",
      "+1",
      "-1",
      "@x",
      "'=1",
      "''@x",
      "＝1",
      "＋1",
      "－1",
      "＠x",
      "\t=1",
      "\r=1",
    ])
      expect(guard(text)).toBe(`'${text}`);
    for (const text of ["1=1", "'tis", "a+b"]) expect(guard(text)).toBe(text);
  });

  test("reads back as before the guard was added", () => {
    const signs = fc.constantFrom(..."='+-@＝＋－＠\t\ra");
    fc.assert(
      fc.property(fc.string({ unit: signs }), (text) => expect(unguard(guard(text))).toBe(text)),
    );
  });
});

describe("a file", () => {
  test("may have its columns in any order, without Notes and Type", async () => {
    const other = await read(
      'Amount,Date,Account,Category,Description\n"₹1,23,456.50",01/04/2026,Bank,Rent,Office rent\n',
    );
    expect(other.rows).toEqual([
      {
        line: 2,
        date: "2026-04-01",
        description: "Office rent",
        account: "Bank",
        toAccount: undefined,
        category: "Rent",
        type: undefined,
        amountPaise: 12345650 as Paise,
        notes: "",
      },
    ]);
  });

  test("names a transfer's accounts with either arrow", async () => {
    const { rows } = await read(
      `${CSV_HEADER}2026-04-01,Cash,A → B,Transfer,Transfer,5,\n2026-04-01,Cash,A -> B,Transfer,,5,\n`,
    );
    expect(rows.map(({ account, toAccount, type }) => [account, toAccount, type])).toEqual([
      ["A", "B", "Transfer"],
      ["A", "B", "Transfer"],
    ]);
  });

  test("counts lines like an editor, including blank and quoted ones", async () => {
    const quoted = '2026-04-01,Rent,Bank,Rent,Expense,1,"two\nlines"';
    const { bad, rows } = await read(
      `\ufeff${CSV_HEADER}${quoted}\n\n${ROW.replace("100.00", "12.345")}\n${ROW}`,
      5,
    );
    expect(bad.first).toEqual([
      { path: "line 5", column: "Amount", message: '"12.345" has more than 2 decimals' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 6]);
  });

  test.each([
    [
      "2026-02-31",
      "100",
      "Date",
      '"2026-02-31" is not a date; enter 2026-09-05, 05/09/2026 or 5 Sep 2026',
    ],
    ["", "100", "Date", "Date is required"],
    ["2026-04-01", "1e400", "Amount", '"1e400" is not an amount; enter it like 1500 or 1,500.50'],
    ["2026-04-01", "0", "Amount", "Amount must be greater than 0"],
    ["2026-04-01", "-5", "Amount", "Amount must be greater than 0"],
    ["2026-04-01", "", "Amount", "Amount is required"],
    [
      "2026-04-01",
      "1.234-56",
      "Amount",
      '"1.234-56" is not an amount; enter it like 1500 or 1,500.50',
    ],
    [
      "2026-04-01",
      "500 Dr",
      "Amount",
      '"500 Dr" is not an amount; enter it like 1500 or 1,500.50, and give its direction in Type',
    ],
    ["2026-04-01", "500.000", "Amount", '"500.000" has more than 2 decimals'],
  ])("rejects date %p and amount %p in %s", async (date, amount, column, message) => {
    const { bad } = await read(`${CSV_HEADER}${date},Rent,Bank,Rent,Expense,${amount},\n`);
    expect(bad.first).toEqual([{ path: "line 2", column, message }]);
  });

  test.each([";", "\t", "|"])(
    "is read with %j between its cells as with commas",
    async (separator) => {
      const line = (...cells: string[]) => cells.join(separator);
      const header = line("Date", "Description", "Account", "Category", "Type", "Amount");
      const row = line(
        "2026-04-01",
        "Tea, milk",
        `"Petty${separator.trim()}cash"`,
        "Rent",
        "Expense",
        "1,500.50",
      );
      for (const size of [3, 10_000]) {
        const { bad, rows } = await read(`\ufeff${header}\r\n${row}\r\n`, size);
        expect(bad.first).toEqual([]);
        expect(rows).toMatchObject([
          {
            description: "Tea, milk",
            amountPaise: 150050,
            account: `Petty${separator.trim()}cash`,
          },
        ]);
      }
    },
  );

  test.each([
    ["nothing", "", "The file is empty"],
    ["only a header", CSV_HEADER, "The file has no rows below its header"],
    ["a missing column", "Date,Description\n", "Missing columns: Account, Category, Amount"],
    [
      "columns of a bank",
      "Txn Date;Narration;Debit;Credit\n",
      "Missing columns: Date, Description, Account, Category, Amount (the file has Txn Date, " +
        "Narration, Debit, Credit)",
    ],
    ["a column twice", `Date,${CSV_HEADER}${ROW}`, "The file has two columns named Date"],
    [
      "an endless quote",
      `${CSV_HEADER}2026-04-01,"${"x".repeat(2_000_000)}`,
      "Line 2 is too long, or a quote in it is never closed",
    ],
    ["a null byte", `${CSV_HEADER}\0\0\0`, "The file is not a CSV text file"],
  ])("is rejected with %s", async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  test.each([
    ["Description", "x".repeat(501), "is too long"],
    ["Notes", "x".repeat(5001), "is too long"],
    ["Account", "x".repeat(201), "is too long"],
    ["Category", "x".repeat(201), "is too long"],
    ["Notes", "a\u0085b", "may not contain hidden characters"],
    ["Account", "Ba\u202enk", "may not contain hidden characters"],
    ["Category", "\u2066Rent", "may not contain hidden characters"],
    ["Notes", `a${"\u0300".repeat(31)}`, "may not contain hidden characters"],
  ])("is rejected with an impossible %s", async (column, text, why) => {
    const cells: Record<string, string> = {
      Date: "2026-04-01",
      Description: "Rent",
      Account: "Bank",
      Category: "Rent",
      Type: "Expense",
      Amount: "1",
    };
    cells[column] = `"${text}"`;
    const row = CSV_HEADER.trim()
      .split(",")
      .map((name) => cells[name] ?? "");
    const { bad } = await read(`${CSV_HEADER}${row.join(",")}\n`);
    expect(bad.first).toEqual([{ path: "line 2", column, message: `${column} ${why}` }]);
  });

  test("is rejected if it is not UTF-8", async () => {
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${CSV_HEADER}${ROW}`, "utf16le"));
    await expect(read(utf16)).rejects.toThrow("The file is not UTF-8 text; save it as CSV UTF-8");
  });

  test("lists its first hundred bad rows and counts all", async () => {
    const { bad } = await read(CSV_HEADER + `${ROW.replace("100.00", "x")}\n`.repeat(250));
    expect([bad.count, bad.of, bad.first.length]).toEqual([250, 250, 100]);
  });

  test("counts a row once, however many errors it has", async () => {
    const [long, longer] = ["x".repeat(201), "y".repeat(201)];
    const { bad } = await read(
      `${CSV_HEADER}2026-04-01,Moved,${long} → ${longer},Transfer,Transfer,5,\n`,
    );
    expect([bad.count, bad.of]).toEqual([1, 1]);
  });
});
