import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { postDocument, postSettlement, postTransaction } from "../../domain/ledger/postings.ts";
import { envelope, masterXml } from "../../domain/tally/envelope.ts";
import { createKnown } from "../../domain/tally/ledgers.ts";
import { readTallyList } from "../../domain/tally/list.ts";
import { listOffers } from "../../domain/tally/offers.ts";
import { tallyName, tallyNarration } from "../../domain/tally/text.ts";
import { type Entry, type Names, voucherXml } from "../../domain/tally/vouchers.ts";
import { measureCpu } from "../cpu.ts";
import { assertVouchers, mastersIn, vouchersIn } from "../tallyFile.ts";

const names: Names = { of: (key) => tallyName(`Ledger ${key}`), mark: "k3", own: undefined };
const file = (entries: Entry[]) => {
  const [head, foot] = envelope("Vouchers");
  return [head, ...entries.map((entry) => voucherXml(entry, names)), foot].join("");
};
const entry = (more: Partial<Entry>): Entry => ({
  id: "e1",
  date: "2026-06-30",
  type: "Journal",
  number: "",
  reference: "",
  referenceDate: "",
  narration: "Words",
  party: undefined,
  postings: [],
  sales: [],
  gst: undefined,
  source: { type: "Journal", _id: "e1" },
  ...more,
});

const paise = fc.integer({ min: 0, max: 9_999_999_999_999 });
const HOSTILE = [
  "&",
  "]]>",
  "<b>",
  '"',
  "'",
  "\u0000",
  "\u0004",
  "\u000b",
  "\ud800",
  "\uffff",
  "₹",
  "नमस्ते",
  "😀",
  "\n",
];
const text = fc
  .array(fc.constantFrom(...HOSTILE, " ", "a", "Rent "), { maxLength: 40 })
  .map((all) => all.join(""));

test("every posted row is a voucher that adds up to 0, whatever its text", () => {
  const invoice = fc
    .record({
      taxable: paise,
      cgst: paise,
      roundOff: fc.integer({ min: -9_999, max: 9_999 }),
      kind: fc.constantFrom("INVOICE", "CREDIT_NOTE", "DEBIT_NOTE"),
    })
    .map(({ taxable, cgst, roundOff, kind }) =>
      postDocument({
        kind: kind as "INVOICE",
        status: "SENT",
        reverseCharge: false,
        isByTaxBook: false,
        isEarlier: false,
        keptPaise: 0,
        pureAgentPaise: 0,
        lines: [],
        taxablePaise: taxable,
        cgstPaise: cgst,
        sgstPaise: cgst,
        igstPaise: 0,
        roundOffPaise: roundOff,
        grandTotalPaise: taxable + 2 * cgst + roundOff,
      }),
    );
  const settlement = fc
    .record({
      amount: paise,
      tds: paise,
      kind: fc.constantFrom("PAYMENT", "ADVANCE", "WRITE_OFF", "REFUND"),
      of: fc.constantFrom("INVOICE", "BILL", "RECEIPT_VOUCHER"),
    })
    .map(({ amount, tds, kind, of }) =>
      postSettlement({
        kind: kind as "PAYMENT",
        of: of as "BILL",
        status: "SENT",
        amountPaise: amount,
        tdsPaise: tds,
        gstTdsIgstPaise: tds,
        gstTdsCgstPaise: 0,
        gstTdsSgstPaise: 0,
        isTdsEarly: false,
        categoryId: null,
      }),
    );
  const money = paise.map((amountPaise) =>
    postTransaction({
      type: "Expense",
      accountId: "bank",
      toAccountId: null,
      categoryId: "rent",
      amountPaise,
    }),
  );
  fc.assert(
    fc.property(fc.oneof(invoice, settlement, money), text, text, (postings, narration, bill) => {
      const party = { key: "receivables", bill, isNew: true };
      assertVouchers(vouchersIn(file([entry({ postings, narration, party })])), "2026-06");
    }),
    { numRuns: 300 },
  );
});

test("writes no unbalanced voucher", () => {
  const postings = [{ ledger: "a", paise: 5 }];
  expect(() => file([entry({ postings })])).toThrow("not balanced");
});

test("converts text for Tally: one line, plain characters, a mark at the end", () => {
  expect(tallyName("  Asha’s –  ₹500\r\nshop ")).toBe("Asha's - Rs.500 shop");
  expect(tallyNarration("One\n\n two  words\u0004\n", "[bahi k3-e1]")).toBe(
    "One | two words [bahi k3-e1]",
  );
  const long = tallyNarration("म".repeat(5_000), "[bahi k3-e1]");
  expect([long.length, long.endsWith(" [bahi k3-e1]")]).toEqual([1_000, true]);
});

test("a master has name, group and, for a party, address and GSTIN from 1 April", () => {
  const [head, foot] = envelope("All Masters");
  const party = { address: "12 Laxmi Road\nSadashiv <Peth>", city: "Pune", pin: "411030" };
  const gst = { gstin: "27AAACB1234C1ZF", state: "Maharashtra", country: "India" };
  const master = {
    name: 'A & B "Foods"',
    group: "Loans & Advances (Asset)",
    party: { ...party, ...gst },
  };
  const [read] = mastersIn([head, masterXml(master, "2026-04-01"), foot].join(""));
  expect(read?.name).toBe('A & B "Foods"');
  expect(read?.fields).toMatchObject({ PARENT: "Loans & Advances (Asset)", ISBILLWISEON: "Yes" });
});

const LIST = (name: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ENVELOPE><BODY><TALLYMESSAGE>
  <LEDGER NAME="${name}" RESERVEDNAME=""><PARENT>&#4; Sundry Debtors</PARENT>
  <LANGUAGENAME.LIST><NAME.LIST><NAME>${name}</NAME></NAME.LIST>
  </LANGUAGENAME.LIST></LEDGER>
  </TALLYMESSAGE></BODY></ENVELOPE>`;

test("names 20,000 clients with equal names in linear time", async () => {
  const chart = { ledgers: [], of: () => undefined } as never;
  const buildNames = (count: number) => {
    const clients = Array.from({ length: count }, (_, n) => ({
      key: `c${n}`,
      name: "Cash customer",
      address: {} as never,
    }));
    return createKnown({ chart, clients, vendors: clients.slice(0, 1), state: "", named: [] });
  };
  const of = buildNames(4);
  expect([0, 1, 2, 3].map((n) => of(`c${n}`).name)).toEqual([
    "Cash customer (vendor)",
    ...["Cash customer (client)", "Cash customer (client) 2", "Cash customer (client) 3"],
  ]);
  const [, cpuMs] = await measureCpu(() => buildNames(20_000));
  expect(cpuMs).toBeLessThan(2_000);
});

test("reads every version of Tally's List of Accounts", () => {
  const wanted = [{ name: "Café R&D", group: "Sundry Debtors" }];
  const utf8 = Buffer.from(LIST("Café R&D"));
  const utf16 = Buffer.from(`\ufeff${LIST("Café R&amp;D")}`, "utf16le");
  const noMark = Buffer.from(LIST("Café R&D"), "utf16le");
  const windows = Buffer.from(LIST("Café R&D"), "latin1");
  for (const bytes of [utf8, utf16, noMark, windows]) expect(readTallyList(bytes)).toEqual(wanted);
});

test.each([
  ["", "no ledgers"],
  ["<ENVELOPE></ENVELOPE>", "no ledgers"],
  ["<ENVELOPE><LEDGER NAME='A'>", "cannot be read as XML"],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "definitions"],
  [`${"<A>".repeat(50)}${"</A>".repeat(50)}`, "nested deeper"],
])("rejects another file: %s", (text, words) => {
  expect(() => readTallyList(Buffer.from(text))).toThrow(words);
});

test("suggests a similar name, never an unrelated one", () => {
  const known = (key: string, ours: string, group: string) => ({
    key,
    ours,
    group,
    name: ours,
    what: "Ledger" as const,
    isMapped: false,
    mayMake: true,
  });
  const ledgers = [
    { name: "CGST Output", group: "Duties & Taxes" },
    { name: "CGST Input", group: "Duties & Taxes" },
    { name: "Office Rent", group: "Indirect Expenses" },
  ];
  const offers = listOffers(
    [
      known("1", "Output CGST", "Duties & Taxes"),
      known("2", "office rent", "Indirect Expenses"),
      known("3", "Travel", "Indirect Expenses"),
    ],
    ledgers,
  );
  expect(offers.map(({ key, name, isSame }) => [key, name, isSame])).toEqual([
    ["1", "CGST Output", false],
    ["2", "Office Rent", true],
  ]);
});
