import { describe, expect, test } from "bun:test";
import { readStatement } from "../../../domain/banking/read.ts";
import { readTable } from "../../../domain/banking/table.ts";
import { encodeText } from "./statements.ts";

const HEAD = "Date,Narration,Chq No,Debit,Credit,Balance\n";
const ONE = "01/04/2026,RENT,,100.00,,900.00\n";
const TWO = "02/04/2026,TEA,,50.00,,850.00\n";
const listAmounts = async (text: string) =>
  (await readStatement(encodeText(text))).lines.map(({ amountPaise }) => amountPaise / 100);
const sentence = (text: string): Promise<string> =>
  readStatement(encodeText(text)).then(
    () => "read",
    (error: Error) => error.message,
  );

describe("a table of several pages", () => {
  test.each([
    ["captions alone", HEAD],
    ["a footer without captions", "*** computer generated ***\n"],
    ["a blank row", ",,,,,\n"],
    ["a page's head", `,,,,,\nPage 2,,,,,\nMS KESARI LANE,,,,,Balance\n${HEAD}`],
    ["a brought-forward row", `Page 2,,,,,\n${HEAD}01/04/2026,B/F,,,900.00,900.00\n`],
    ["a carried-forward row and the next page's", "C/F,,,,,900.00\n,,,,,\nB/F,,,,,900.00\n"],
    ["a total of the page", "01/04/2026,Page total,,100.00,,\n"],
  ])("continues after %s", async (_, between) => {
    expect(await listAmounts(HEAD + ONE + between + TWO)).toEqual([-100, -50]);
  });

  test("does not end with a narration that resembles a footer", async () => {
    const legends = `${HEAD}${ONE},LEGENDS OF TEA,,,,\n${TWO}`;
    const { lines } = await readStatement(encodeText(legends));
    expect(lines.map(({ narration }) => narration)).toEqual(["RENTLEGENDS OF TEA", "TEA"]);
  });

  test("rejects a row with a date and money outside the columns and names it", async () => {
    const shifted = `${HEAD}${ONE},,,,,\nPage 2\n,02/04/2026,TEA,,50.00,,850.00\n`;
    expect(await sentence(shifted)).toBe(
      "Row 5 was not read: it has a date and 50.00, which are not in the columns of the " +
        "table. Nothing was changed",
    );
    const above = `Date,Paid,By\n01/03/2026,"1,000.00",Card\n${HEAD}${ONE}`;
    expect(await sentence(above)).toStartWith("Row 2 was not read: it has a date and 1,000.00");
  });

  test("does not read labels with a date and money as lines", async () => {
    const above = "Statement date,18/04/2026,Total due,500.00\nSr,Date,Details,Amount\n";
    expect(await listAmounts(`${above}1,01/04/2026,TEA,-5\n`)).toEqual([-5]);
  });

  test("rejects an invalid date after a page break", async () => {
    const file = `${HEAD}${ONE},,,,,\nPage 2,,,,,\n31/02/2026,TEA,,50.00,,850.00\n`;
    expect(await sentence(file)).toStartWith('Row 5, column Date: "31/02/2026" is not a date');
  });

  test("does not read sums, legends and print dates as lines", async () => {
    const below = [
      ",,,,,",
      "Statement summary,,,,,",
      "Closing balance,,,,30/04/2026,850.00",
      "Generated on,01/05/2026,10:11,,,",
      "1,NEFT - National electronic funds transfer,,,,",
    ].join("\n");
    expect(await listAmounts(HEAD + ONE + TWO + below)).toEqual([-100, -50]);
  });

  test("leaves out pending rows and says so", async () => {
    const { lines, remarks } = await readStatement(
      encodeText(`${HEAD}Pending,SWIGGY,,20.00,,\n${ONE}${TWO}`),
    );
    expect(lines).toHaveLength(2);
    expect(remarks).toEqual(["1 pending row was left out"]);
  });

  test("rejects a second account", async () => {
    const page = (number: string, row: string) => `Account No: ${number}\n${HEAD}${row}\n`;
    const two = page("001234567890", ONE) + page("001234569999", TWO);
    expect(await sentence(two)).toBe(
      "The file has several accounts, …7890 and …9999; download one at a time. Nothing was changed",
    );
    expect(await listAmounts(page("1234567890", ONE) + page("001234567890", TWO))).toEqual([
      -100, -50,
    ]);
  });
});

describe("a workbook", () => {
  const captions = ["Date", "Narration", "Debit", "Credit", "Balance"];
  const sheet = (name: string, ...cells: (string | number | null)[][]) => ({
    name,
    rows: cells.map((all, at) => ({ row: at + 1, cells: all })),
  });
  const april = sheet("April", captions, ["01/04/2026", "RENT", 100, null, 900]);
  const may = sheet("May", captions, ["02/05/2026", "TEA", 50, null, 850]);

  test("is read across all sheets in date order", () => {
    for (const sheets of [
      [april, may],
      [may, april],
    ]) {
      const { lines, remarks } = readTable(sheets);
      expect(lines.map(({ date }) => date)).toEqual(["2026-04-01", "2026-05-02"]);
      expect(remarks).toEqual([]);
    }
  });

  test("names the sheets without lines", () => {
    const { remarks } = readTable([april, sheet("Legend", ["NEFT", "National"]), sheet("Sheet3")]);
    expect(remarks).toEqual(['Sheet "Legend" has no bank lines']);
  });

  test("is rejected if a sheet with other columns has dates and money", () => {
    const other = sheet("Deposits", ["Opened", "Sum"], ["03/04/2026", 5000]);
    expect(() => readTable([april, other])).toThrow(
      'Sheet "Deposits", row 2 was not read: it has a date and 5000',
    );
  });

  test("names the sheet of a faulty row", () => {
    const faulty = sheet("May", captions, ["32/05/2026", "TEA", 50, null, 850]);
    expect(() => readTable([april, faulty])).toThrow(
      'Sheet "May", row 2, column Date: "32/05/2026" is not a date',
    );
  });
});
