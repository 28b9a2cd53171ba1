import { describe, expect, test } from "bun:test";
import { readBankDate } from "../../../domain/banking/cells.ts";
import { readStatement } from "../../../domain/banking/read.ts";
import { measureCpu } from "../../cpu.ts";
import { encodeText, readSample } from "./statements.ts";

const readLines = async (file: string | Uint8Array) =>
  (await readStatement(typeof file === "string" ? encodeText(file) : file)).lines;
const sentence = (text: string): Promise<string> =>
  readStatement(encodeText(text)).then(
    () => "read",
    (error: Error) => error.message,
  );

describe("an OFX file", () => {
  const entry = (more: string) =>
    `<STMTTRN><DTPOSTED>20261003<TRNAMT>-5.50<FITID>1${more}</STMTTRN>`;
  const bank = (entries: string, currency = "<CURDEF>INR") =>
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${currency}<BANKACCTFROM><BANKID>X<ACCTID>123456789` +
    `</BANKACCTFROM><BANKTRANLIST><DTSTART>20261001<DTEND>20261031${entries}</BANKTRANLIST></STMTRS>` +
    "</STMTTRNRS></BANKMSGSRSV1></OFX>";

  test.each([
    ["CDATA", "<NAME><![CDATA[TEA & <CO>]]></NAME>", "TEA & <CO>"],
    ["entities", "<NAME>TEA &amp; CO&#46;", "TEA & CO."],
    ["tags without values", "<CHECKNUM><NAME>TEA<MEMO>", "TEA"],
    ["closed and self-closed values", "<NAME>TEA</NAME><MEMO/>", "TEA"],
    ["a sign outside a tag", "<NAME>TEA < COFFEE<MEMO>TEA", "TEA < COFFEE"],
    ["a comment", "<NAME>TEA<!-- <MEMO>no -->", "TEA"],
    ["a payee", "<PAYEE><NAME>TEA<CITY>PUNE</PAYEE>", "TEA"],
    ["a bank's own elements", "<NAME>TEA<BANK.EXTRA><NAME>Other</BANK.EXTRA>", "TEA"],
  ])("is read with %s", async (_, more, narration) => {
    expect(await readLines(bank(entry(more)))).toMatchObject([{ amountPaise: -550, narration }]);
  });

  test("is read with or without a line before its header", async () => {
    expect(await readLines(`\n${bank(entry(""))}`)).toHaveLength(1);
    expect(await readLines(`Your download\n${bank(entry(""))}`)).toHaveLength(1);
  });

  test("is read for a credit card", async () => {
    const card = bank(entry("<NAME>TEA"))
      .replaceAll("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
      .replaceAll("STMTTRNRS", "CCSTMTTRNRS")
      .replaceAll("STMTRS", "CCSTMTRS")
      .replaceAll("BANKACCTFROM", "CCACCTFROM");
    const read = await readStatement(encodeText(card));
    expect(read).toMatchObject({ account: "123456789", lines: [{ amountPaise: -550 }] });
  });

  test("is rejected if a line has another currency, unless converted from it", async () => {
    const of = (tag: string) => `<${tag}><CURRATE>1<CURSYM>AUD</${tag}>`;
    expect(await sentence(bank(entry(of("CURRENCY")), "<CURDEF>"))).toBe(
      "The file says AUD; bahi supports rupees only. Nothing was changed",
    );
    expect(await readLines(bank(entry(of("ORIGCURRENCY"))))).toHaveLength(1);
  });

  test("is rejected with a reason if it is truncated or holds several accounts", async () => {
    const file = bank(entry("<NAME>TEA"));
    for (const end of [file.length - 6, file.length - 40, file.indexOf("</STMTTRN>") + 4])
      expect(await sentence(file.slice(0, end))).toStartWith("The OFX file is damaged or cut off");
    const two = file.replace(
      "</STMTTRNRS>",
      "</STMTTRNRS><STMTTRNRS><STMTRS></STMTRS></STMTTRNRS>",
    );
    expect(await sentence(two)).toStartWith("The OFX file has several accounts");
    expect(await sentence("<OFX></OFX>")).toStartWith("The OFX file has no bank account");
  });

  test("is rejected for an ambiguous amount", async () => {
    expect(await sentence(bank(entry("").replace("-5.50", "-1,234")))).toContain(
      "is not an amount",
    );
  });

  test("takes linear time, whatever it contains", async () => {
    for (const piece of [" ", "<", "<A>", "</A>", "&", "<![CDATA[x]]>", "<!--", "<STMTTRN>"]) {
      const text = `<OFX>${piece.repeat((4 << 20) / piece.length)}`;
      const [, cpuMs] = await measureCpu(() => sentence(text));
      expect(cpuMs).toBeLessThan(3_000);
    }
  });
});

describe("an MT940 file", () => {
  const mt940 = new TextDecoder().decode(readSample("hdfc-swift.mt940"));

  test("is read with a bank's lines before each message", async () => {
    const wrapped = mt940.replace(/^:20:/gm, "ABNANL2A\n940\nABNANL2A\n:20:");
    expect(await readLines(wrapped)).toEqual(await readLines(mt940));
  });

  test("shows no internal error", async () => {
    const broken = [":20:A\n:25:1\n:60F:X\n:61:X\n:62F:X\n", ":20:A\n:61:2610\n", ":20:\n"];
    for (const file of broken) {
      const message = await sentence(file);
      expect(message).toEndWith("Nothing was changed");
      expect(message).not.toMatch(/null|undefined|object|evaluating/);
    }
  });
});

describe("an unreadable file", () => {
  test("is rejected with the name of its type", async () => {
    expect(await sentence("!Type:Bank\nD10/01/26\nT-5.00\n^\n")).toStartWith(
      "This is a QIF file, which bahi cannot read. Download it",
    );
    expect(await sentence("01/10/2026,TEA,-5.00\n02/10/2026,RENT,-7.00\n")).toBe(
      "The table has no column headings: row 1 already has data. Add headings above it, such as Date, " +
        "Narration, Debit, Credit, Balance. Nothing was changed",
    );
  });
});

describe("a table", () => {
  test("is read in UTF-16 without a byte order mark", async () => {
    const text = "Date,Narration,Amount\n01/10/2026,TEA,-5\n";
    const little = new Uint8Array(Buffer.from(text, "utf16le"));
    const big = new Uint8Array(Buffer.from(text, "utf16le").swap16());
    for (const bytes of [little, big])
      expect(await readLines(bytes)).toMatchObject([{ amountPaise: -500 }]);
  });

  test.each([
    "Date & Time,Description,Withdrawl,Deposit,AVAILABLE BALANCE",
    "Date,Particulars,Withdraws,Deposits,Balance",
    "Date,Particulars,Debit(Dr.) INR,Credit(Cr.) INR,Balance INR",
    "Date,Narrative,Debits,Credits,Bal",
  ])("is recognized by %s", async (captions) => {
    const file = `${captions}\n01/10/2026,TEA,5.00,,95.00\n`;
    expect(await readLines(file)).toMatchObject([{ amountPaise: -500, balancePaise: 9_500 }]);
  });

  test("is recognized with one column for both sides", async () => {
    const file =
      "Date,Details,Withdrawal (Dr)/Deposit (Cr)\n01/10/2026,X,5 (Dr)\n01/10/2026,Y,7 (Cr)\n";
    expect((await readLines(file)).map(({ amountPaise }) => amountPaise as number)).toEqual([
      -500, 700,
    ]);
  });
});

test.each([
  ["05 Oct '26", "2026-10-05"],
  ["1st Oct 2026", "2026-10-01"],
  ["22nd-Oct-2026", "2026-10-22"],
  ["05 Oct, 2026", "2026-10-05"],
  ["Oct 5, 2026", "2026-10-05"],
  ["2026-10-01T00:15:00+05:30", "2026-10-01"],
  ["2026-10-01 10:15:00 +0530", "2026-10-01"],
  ["31 Oct 2026 7:15 PM", "2026-10-31"],
])("%s is a date", (text, date) => expect(readBankDate(text)).toBe(date));
