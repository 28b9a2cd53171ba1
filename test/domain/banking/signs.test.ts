import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readBankAmount } from "../../../domain/banking/cells.ts";
import { type Reading, readStatement } from "../../../domain/banking/read.ts";
import {
  formatInr,
  formatPaise,
  type Paise,
  readAmount,
  toDecimal,
} from "../../../domain/money.ts";
import { readTypedAmount } from "../../../domain/typedAmounts.ts";
import { encodeText } from "./statements.ts";

const card = { isCard: true };
const listAmounts = async (text: string, reading: Reading = {}) =>
  (await readStatement(encodeText(text), reading)).lines.map(
    ({ amountPaise }) => amountPaise / 100,
  );
const readRemarks = async (text: string, reading: Reading = {}) =>
  (await readStatement(encodeText(text), reading)).remarks;
const sentence = (text: string, reading: Reading = {}): Promise<string> =>
  readStatement(encodeText(text), reading).then(
    () => "read",
    (error: Error) => error.message,
  );

describe("readBankAmount", () => {
  test.each([
    ["500.00 Dr", -500_00],
    ["500.00Dr.", -500_00],
    ["500.00 (Cr)", 500_00],
    ["Cr. 500", 500_00],
    ["(500.00 Dr)", -500_00],
    ["Rs 1,00,000/-", 1_00_000_00],
    ["- Rs.250", -250_00],
    ["1,234,567.80", 12_34_567_80],
    ["12,34,567.80", 12_34_567_80],
    ["-3.77000", -3_77],
    ["INR 1,234.50 CR", 1_234_50],
  ])("reads %p", (text, paise) => expect(readBankAmount(text)).toBe(paise as Paise));

  test.each([
    "500,50",
    "1,2,3",
    "12,34",
    "1.234,50",
    "500.000",
    "1 234",
    "USD 5",
    "$5",
    "Dr",
    "5 Dx",
  ])("rejects %p", (text) => expect(readBankAmount(text)).toBeUndefined());

  test("reads every sign like other readers and never a comma as decimals", () => {
    const paise = fc.integer({ min: 1, max: 9_999_999_999 }).map((n) => n as Paise);
    const western = (n: Paise) => (n / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
    const marks: [(text: string) => string, 1 | -1][] = [
      [(text) => text, 1],
      [(text) => `-${text}`, -1],
      [(text) => `${text}-`, -1],
      [(text) => `(${text})`, -1],
      [(text) => `${text} Dr`, -1],
      [(text) => `DR ${text}`, -1],
      [(text) => `${text}CR`, 1],
      [(text) => `+ ${text}`, 1],
    ];
    const form = fc.constantFrom(western, toDecimal, (n: Paise) =>
      formatPaise(n).replace("₹", "Rs. "),
    );
    fc.assert(
      fc.property(paise, form, fc.constantFrom(...marks), (n, print, [mark, sign]) => {
        const text = print(n);
        expect(readBankAmount(mark(text))).toBe((sign * n) as Paise);
        expect(readAmount(text)).toBe(n);
        expect(readTypedAmount(text)).toBe(n);
        const comma = toDecimal(n).replace(".", ",");
        for (const read of [readBankAmount, readAmount, readTypedAmount])
          expect([comma, read(comma)]).toEqual([comma, undefined]);
        expect(readTypedAmount(`${comma}*2`)).toBeUndefined();
      }),
    );
    expect(formatInr(1)).toBe("₹1.00");
  });
});

describe("a decimal comma", () => {
  const rows = (...amounts: string[]) =>
    ["Date;Narration;Amount", ...amounts.map((text) => `01/10/2026;TEA;${text}`), ""].join("\n");

  test("is read if all amounts of the file have one", async () => {
    expect(await listAmounts(rows("500,50", "-1.234,5", "-7"))).toEqual([500.5, -1234.5, -7]);
  });

  test.each([
    ["a point elsewhere", rows("500,50", "-10,25", "3.50")],
    ["groups elsewhere", rows("500,50", "-10,25", "1,234")],
    ["no other amount", rows("500,50")],
  ])("is rejected with %s", async (_, file) => {
    expect(await sentence(file)).toStartWith(
      'Row 2, column Amount: "500,50" is not an amount: use commas only between groups of digits',
    );
  });
});

describe("signs on one side", () => {
  const flagged = (...rows: string[]) =>
    ["Date,Details,Amount,Dr/Cr", ...rows.map((row) => `01/10/2026,X,${row}`), ""].join("\n");

  test("make unsigned amounts the other side", async () => {
    expect(await listAmounts(flagged("5,Cr", "7,"))).toEqual([5, -7]);
    expect(await listAmounts(flagged("5,Dr", "7,"))).toEqual([-5, 7]);
    const suffixed = "Date,Details,Amount\n01/10/2026,X,5 Dr\n02/10/2026,Y,7\n";
    expect(await listAmounts(suffixed)).toEqual([-5, 7]);
  });

  test("are not guessed if both or none have a sign", async () => {
    const message = 'Row 4, column Dr/Cr: "" is neither debit nor credit. Nothing was changed';
    expect(await sentence(flagged("5,Cr", "7,Dr", "8,"))).toBe(message);
    expect(await sentence(flagged("5,"))).toStartWith('Row 2, column Dr/Cr: ""');
  });

  test("agree with debit and credit columns", async () => {
    const file = "Date,Details,Debit,Credit\n01/10/2026,X,5.00 Dr,\n02/10/2026,Y,,7.00 Cr\n";
    expect(await listAmounts(file)).toEqual([-5, 7]);
  });

  test("are reported if missing", async () => {
    const file = "Date,Details,Amount\n01/10/2026,X,5\n";
    const said = "The file does not say which amounts are in and out: all are read as";
    expect([await listAmounts(file), await readRemarks(file)]).toEqual([[5], [`${said} money in`]]);
    expect(await listAmounts(file, card)).toEqual([-5]);
    expect(await readRemarks(file, card)).toEqual([`${said} spent with the card`]);
  });
});

describe("a card", () => {
  const owed = "Balances are read as amounts owed on the card";
  const sides = [
    "Date,Details,Debit,Credit,Balance",
    "01/10/2026,AWS,8500.00,,8500.00",
    "05/10/2026,PAYMENT,,10000.00,-1500.00",
    "",
  ].join("\n");

  test("has debts for balances that rise with debits", async () => {
    const read = await readStatement(encodeText(sides), card);
    expect(read).toMatchObject({
      proof: "proved",
      openingPaise: 0,
      closingPaise: 1_500_00,
      remarks: [owed],
    });
    expect(read.lines.map(({ amountPaise }) => amountPaise)).toEqual([
      -8_500_00, 10_000_00,
    ] as Paise[]);
  });

  test("keeps balances that fall with debits", async () => {
    const falling = sides.replace("8500.00,,8500", "8500.00,,-8500").replace("-1500", "1500");
    const read = await readStatement(encodeText(falling), card);
    expect(read).toMatchObject({
      proof: "proved",
      openingPaise: 0,
      closingPaise: 1_500_00,
      remarks: [],
    });
    expect(read.lines.map(({ amountPaise }) => amountPaise)).toEqual([
      -8_500_00, 10_000_00,
    ] as Paise[]);
  });

  test("is read the same from a column of amounts spent", async () => {
    const one = [
      "Date,Details,Amount,Balance",
      "01/10/2026,AWS,8500.00,8500.00",
      "02/10/2026,TEA,100.00,8600.00",
      "05/10/2026,PAYMENT,-5000.00,3600.00",
      "",
    ].join("\n");
    const read = await readStatement(encodeText(one), card);
    expect(read).toMatchObject({ proof: "proved", openingPaise: 0, closingPaise: -3_600_00 });
    expect(read.lines.map(({ amountPaise }) => amountPaise)).toEqual([
      -8_500_00, -100_00, 5_000_00,
    ] as Paise[]);
  });

  test("reads a negative payment as money in", async () => {
    const file = "Date,Details,Amount\n01/10/2026,AWS,85\n02/10/2026,PAYMENT THANK YOU,-60\n";
    expect(await listAmounts(file, card)).toEqual([-85, 60]);
    expect(await listAmounts(file)).toEqual([85, -60]);
  });
});

describe("a foreign currency", () => {
  test.each([
    ["a caption", "Date,Details,Amount (USD)\n01/10/2026,X,-5\n"],
    ["a column", "Date,Details,Amount,Ccy\n01/10/2026,X,-5,INR\n02/10/2026,X,-5,USD\n"],
    ["a note", "All amounts in USD\nDate,Details,Amount\n01/10/2026,X,-5\n"],
  ])("is rejected in %s", async (_, file) => {
    expect(await sentence(file)).toBe(
      "The file says USD; bahi supports rupees only. Nothing was changed",
    );
  });

  test("is rejected next to an amount", async () => {
    expect(await sentence("Date,Details,Amount\n01/10/2026,X,$5.00\n")).toContain(
      "is not in rupees",
    );
  });

  test("describes only the payment abroad if amounts are in rupees", async () => {
    const file = "Date,Details,Amount (INR),Currency\n01/10/2026,X,-5,USD\n";
    expect(await listAmounts(file)).toEqual([-5]);
  });
});

test("rejects several accounts in a column; a single one is the file's", async () => {
  const file = (last: string) =>
    `Account Number,Date,Details,Amount\n123456789,01/10/2026,X,-5\n${last},02/10/2026,X,7\n`;
  expect(await sentence(file("987654321"))).toStartWith("The file has several accounts, …6789 and");
  expect((await readStatement(encodeText(file("123456789")))).account).toBe("123456789");
});

describe("days after today", () => {
  const today = { today: "2026-11-26" };
  const file = (...days: string[]) =>
    ["Date,Details,Amount", ...days.map((day) => `${day},X,-5`), ""].join("\n");
  const listDates = async (text: string) =>
    (await readStatement(encodeText(text), today)).lines.map(({ date }) => date);

  test("are questioned", async () => {
    expect(await readRemarks(file("01/10/2026", "01/10/2062"), today)).toEqual([
      "1 line is dated after today, up to 1 Oct 2062: check the dates in the file",
    ]);
    expect(await readRemarks(file("26/11/2026"), today)).toEqual([]);
  });

  test("show that the month comes first", async () => {
    const american = file("10/01/2026", "10/02/2026", "10/12/2026");
    expect(await listDates(american)).toEqual(["2026-10-01", "2026-10-02", "2026-10-12"]);
    expect(await readRemarks(american, today)).toEqual(["Dates are read with the month first"]);
    expect(await listDates(file("01/12/2026"))).toEqual(["2026-12-01"]);
  });
});
