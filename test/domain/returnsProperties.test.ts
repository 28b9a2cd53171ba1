import { expect, test } from "bun:test";
import fc from "fast-check";
import { chargeLines } from "../../domain/gst/figures.ts";
import { computeAdvances } from "../../domain/gst/returns/advances.ts";
import type { PeriodBooks, ReturnDocument, ReturnVoucher } from "../../domain/gst/returns/books.ts";
import { isForPortal } from "../../domain/gst/returns/documentChecks.ts";
import {
  computeInterest,
  computeLateFee,
  computeUsedInterest,
  countDaysLate,
  dueDates,
} from "../../domain/gst/returns/dues.ts";
import { buildGstr1, filterSection, summarizeGstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr3b } from "../../domain/gst/returns/gstr3b.ts";
import {
  formatNumberInSeries,
  isPortalNumber,
  parseNumber,
} from "../../domain/gst/returns/numbers.ts";
import { type Period, parsePeriod } from "../../domain/gst/returns/periods.ts";
import {
  type Amounts,
  findLawfulMode,
  place,
  plus,
  sumAmounts,
} from "../../domain/gst/returns/placement.ts";
import { portalFile } from "../../domain/gst/returns/portalFile.ts";
import { SUPPLIES } from "../../domain/gst/supply.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toDecimal } from "../../domain/money.ts";
import { taxOfVoucher } from "../../domain/taxbook/advances.ts";
import { octoberBooks } from "../returnsBooks.ts";

const { filer, documents } = await octoberBooks();
const model = documents[0] as ReturnDocument;
const period = (label: string, filing: "MONTHLY" | "QUARTERLY" = "MONTHLY") =>
  parsePeriod(label, filing) as Period;

const typedLine = fc.record({
  hsnSac: fc.constantFrom("998391", "998361", "4901", "490110", ""),
  qty: fc.integer({ min: 1, max: 100_000 }) as fc.Arbitrary<Hundredths>,
  rate: fc.integer({ min: 0, max: 100_000_00 }) as fc.Arbitrary<Paise>,
  discountPct: fc.constantFrom(0, 833, 10_000) as fc.Arbitrary<Hundredths>,
  taxPct: fc.constantFrom(0, 500, 1800) as fc.Arbitrary<Hundredths>,
  treatment: fc.constantFrom("NIL", "EXEMPT", "NON_GST", "") as fc.Arbitrary<"NIL">,
});

const anyDocument: fc.Arbitrary<ReturnDocument> = fc
  .record({
    kind: fc.constantFrom<ReturnDocument["kind"]>(
      ...(["INVOICE", "BILL_OF_SUPPLY", "CREDIT_NOTE", "DEBIT_NOTE"] as const),
    ),
    date: fc.constantFrom("2026-07-01", "2026-07-31", "2026-08-15", "2026-09-30"),
    gstin: fc.constantFrom("", "29AAQFB7320L1ZZ", "27AAKCS5512D1ZH"),
    supply: fc.constantFrom(...SUPPLIES),
    pos: fc.constantFrom("27", "29", "30", "25", ""),
    reverseCharge: fc.boolean(),
    roundOffPaise: fc.integer({ min: -49, max: 50 }) as fc.Arbitrary<Paise>,
    typed: fc.array(typedLine, { minLength: 1, maxLength: 5 }),
    originalTotal: fc.constantFrom(null, 50_000_00, 100_000_01),
    number: fc.integer({ min: 1, max: 9_999 }),
  })
  .map(({ gstin, typed, originalTotal, number, ...made }) => {
    const isUntaxed = made.kind === "BILL_OF_SUPPLY";
    const mode = findLawfulMode(filer.gstin, made);
    const { lines, totals } = chargeLines(typed, { ...made, mode, isUntaxed }, made.roundOffPaise);
    const original = {
      id: "",
      number: "X/1",
      date: "2026-06-30",
      totalPaise: originalTotal as Paise,
    };
    return {
      ...model,
      ...made,
      id: `d${number}`,
      number: `26-27/X/${number}`,
      mode,
      isUntaxed,
      irn: "",
      iff: "",
      buyer: { ...model.buyer, gstin },
      original: originalTotal === null ? null : original,
      lines: typed.map((line, n) => ({
        description: "Line",
        unit: "",
        ...line,
        ...(lines[n] as (typeof lines)[number]),
      })),
      totalPaise: totals.grandTotalPaise,
    };
  });

const anyBooks = fc.uniqueArray(anyDocument, { maxLength: 30, selector: ({ id }) => id });

const buildBooks = (documents: ReturnDocument[], of: Period): PeriodBooks => ({
  period: of,
  filer,
  vouchers: [],
  amended: [],
  restated: [],
  taxed: [],
  counted: [],
  numbersBefore: {},
  advances: { ledgerPaise: 0n, openingPaise: 0n, vouchersPaise: 0n, categoryId: "" },
  today: "2026-12-01",
  duplicates: [],
  overCredited: [],
  late: [],
  elsewhere: [],
  changed: [],
  otherNumbers: [],
  documents: documents.filter(({ date }) => date >= of.dateFrom && date <= of.dateTo),
});

const quarter = period("2026-09", "QUARTERLY");

test("sections add up to their documents, to the paisa", () => {
  fc.assert(
    fc.property(anyBooks, (documents) => {
      const gstr1 = buildGstr1(buildBooks(documents, quarter));
      const all = sumAmounts(
        documents.map((document) => {
          const sum = sumAmounts(document.lines as Amounts[]);
          return plus(sumAmounts([]), sum, document.kind === "CREDIT_NOTE" ? -1 : 1);
        }),
      );
      const { "8": nil, ...tables } = summarizeGstr1(gstr1);
      const sections = sumAmounts(Object.values(tables));
      const untaxed = nil.NIL + nil.EXEMPT + nil.NON_GST;
      expect({ ...sections, taxable: sections.taxable + untaxed }).toEqual(all as never);

      const b3 = buildGstr3b(gstr1);
      const rows = sumAmounts([b3["3.1a"], b3["3.1b"], b3["3.1c"], b3["3.1e"]]);
      expect(rows.taxable).toBe(all.taxable);

      const coded = documents.flatMap(({ lines, kind, buyer }) =>
        lines
          .filter(({ hsnSac }) => hsnSac)
          .map((line) => ({ line, sign: kind === "CREDIT_NOTE" ? -1 : 1, gstin: buyer.gstin })),
      );
      for (const half of ["b2b", "b2c"] as const) {
        const ofHalf = coded.filter(({ gstin }) => (half === "b2b") === (gstin !== ""));
        for (const head of ["taxable", "igst", "cgst", "sgst"] as const) {
          const wanted = ofHalf.reduce((sum, { line, sign }) => sum + sign * line[head], 0);
          expect(sumAmounts(gstr1.hsn[half])[head]).toBe(wanted as Paise);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("the months of a quarter add up to it, and it leaves out what an IFF carried", () => {
  fc.assert(
    fc.property(anyBooks, (documents) => {
      const months = ["2026-07", "2026-08", "2026-09"].map((label) =>
        summarizeGstr1(buildGstr1(buildBooks(documents, period(label)))),
      );
      const whole = buildGstr1(buildBooks(documents, quarter));
      const { "8": nil, ...tables } = summarizeGstr1(whole);
      for (const [table, sum] of Object.entries(tables)) {
        const ofMonths = months.map((month) => month[table as "4A"]);
        const { documents: count, ...amounts } = sum;
        expect(sumAmounts(ofMonths)).toEqual(amounts);
        expect(ofMonths.reduce((all, one) => all + one.documents, 0)).toBe(count);
      }
      for (const treatment of ["NIL", "EXEMPT", "NON_GST"] as const) {
        const ofMonths = months.map((month) => month["8"][treatment]);
        expect(ofMonths.reduce((all, one) => all + one, 0)).toBe(nil[treatment]);
      }

      const sent = documents.map((document) => ({
        ...document,
        iff: document.date < "2026-08-01" && document.buyer.gstin ? "2026-07" : "",
      }));
      const rest = buildGstr1(buildBooks(sent, quarter));
      expect(summarizeGstr1(rest)).toEqual(summarizeGstr1(whole));
      const both = (gstr1: typeof rest) => [
        ...filterSection(gstr1, "b2b"),
        ...filterSection(gstr1, "cdnr"),
      ];
      expect(both(rest).every(({ document }) => !document.iff)).toBe(true);
      const july = period("2026-07", "QUARTERLY");
      const keys = Object.keys(portalFile(buildGstr1(buildBooks(documents, july))));
      const iff = ["gstin", "fp", "version", "hash", "b2b", "cdnr"];
      expect(keys.filter((key) => !iff.includes(key))).toEqual([]);
      expect(JSON.stringify(portalFile(rest))).toBe(
        JSON.stringify(portalFile(buildGstr1(buildBooks(sent.toReversed(), quarter)))),
      );
    }),
    { numRuns: 100 },
  );
});

const voucher = (
  date: string,
  amount: number,
  pos: string,
  taken: [kind: "REFUND" | "USE", date: string, amount: number][],
  taxPct = 1800,
): ReturnVoucher => ({
  id: "v",
  number: "RV/1",
  date,
  client: "c",
  pos,
  supply: "REGULAR",
  isUntaxed: false,
  amountPaise: amount as Paise,
  taxPct: taxPct as Hundredths,
  mode: pos === "27" ? "INTRA" : "IGST",
  taken: taken.map(([kind, date, amount]) => ({ kind, date, amountPaise: amount as Paise })),
});

const inMonth = (label: string, one: ReturnVoucher) => {
  const entries = taxOfVoucher(one, (date) => date.slice(0, 7));
  const rows = computeAdvances(entries.filter((entry) => entry.period === label));
  const formatRows = (all: typeof rows.received) =>
    all.map(({ taxable, igst, cgst, rate }) => `${taxable} ${igst} ${cgst} ${rate}`).join();
  return [formatRows(rows.received), formatRows(rows.adjusted)];
};

test("reports advances on receipt and deducts them on use", () => {
  const v1 = voucher("2026-09-20", 118_000_00, "27", [["USE", "2026-10-20", 118_000_00]]);
  expect(inMonth("2026-09", v1)).toEqual(["10000000 0 900000 1800", ""]);
  expect(inMonth("2026-10", v1)).toEqual(["", "10000000 0 900000 1800"]);
  const v2 = voucher("2026-10-10", 23_600_00, "30", [["USE", "2026-10-21", 23_600_00]]);
  expect(inMonth("2026-10", v2)).toEqual(["", ""]);
  const v4 = voucher("2026-09-25", 11_800_00, "30", [["REFUND", "2026-10-30", 11_800_00]]);
  expect(inMonth("2026-10", v4)).toEqual(["-1000000 -180000 0 1800", ""]);
  const v5 = voucher("2026-10-28", 1_000_00, "27", [
    ["USE", "2026-10-31", 333_33],
    ["USE", "2026-11-30", 333_33],
    ["USE", "2026-12-31", 333_34],
  ]);
  expect(inMonth("2026-10", v5)).toEqual(["56497 0 5085 1800", ""]);
  expect(inMonth("2026-11", v5)).toEqual(["", "28247 0 2543 1800"]);
  expect(inMonth("2026-12", v5)).toEqual(["", "28250 0 2542 1800"]);
  const v7 = voucher("2025-08-01", 56_000_00, "09", [["USE", "2025-09-30", 33_600_00]], 1200);
  expect(inMonth("2025-08", v7)).toEqual(["5000000 600000 0 1200", ""]);
  expect(inMonth("2025-09", v7)).toEqual(["", "3000000 360000 0 1200"]);
});

test("returns are due on the legal days, and late fees follow the law", () => {
  expect(dueDates(period("2026-10"), filer.gstin)).toEqual({
    gstr1: "2026-11-11",
    gstr3b: "2026-11-20",
  });
  expect(dueDates(quarter, "07AADCY9043H1Z2")).toEqual({
    gstr1: "2026-10-13",
    gstr3b: "2026-10-24",
  });
  expect(dueDates(quarter, filer.gstin).gstr3b).toBe("2026-10-22");
  expect(dueDates(period("2026-08", "QUARTERLY"), filer.gstin)).toEqual({
    gstr1: "2026-09-13",
    gstr3b: "2026-09-25",
  });
  expect(countDaysLate("2026-11-20", "2026-12-02")).toBe(12);
  expect(countDaysLate("2026-11-20", "2026-11-20")).toBe(0);
  const interest = (tax: number) => toDecimal(computeInterest(tax as Paise, 12, "2026-11-20"));
  expect([interest(100_000_00), interest(60_000_00)]).toEqual(["591.78", "355.07"]);
  const crore = 1_00_00_000_00;
  const fee = (days: number, isNil: boolean, turnover: number) =>
    toDecimal(computeLateFee(days, isNil, turnover as Paise, "2026-11-20").cgst);
  expect(fee(9, false, 6 * crore)).toBe("225.00");
  expect(fee(9, true, 6 * crore)).toBe("90.00");
  expect(fee(60, false, 1.2 * crore)).toBe("1000.00");
  expect(fee(60, true, 6 * crore)).toBe("250.00");
});

test("numbers follow the portal's rules and know their series", () => {
  const good = ["26-27/INV/000201", "a1", "INV-1", "1"];
  const bad = ["INV 1", "INV_1", "12345678901234567", "0", "00/00", "", "é1"];
  expect(good.filter(isPortalNumber)).toEqual(good);
  expect(bad.filter(isPortalNumber)).toEqual([]);
  const { series, sequence } = parseNumber("26-27/INV/000201") as {
    series: string;
    sequence: number;
  };
  expect([sequence, formatNumberInSeries(series, 223)]).toEqual([201, "26-27/INV/000223"]);
  expect(parseNumber("INV")).toBeUndefined();
});

test("charges interest on reversed credit from the day the credit ledger fell below it", () => {
  const taken = { from: "2026-03-20", balancePaise: 5_400_00 as Paise };
  const fell = { from: "2026-04-20", balancePaise: 1_800_00 as Paise };
  expect(computeUsedInterest(5_400_00 as Paise, [taken, fell], "2026-08-20")).toBe(216_59 as Paise);
  expect(computeUsedInterest(5_400_00 as Paise, [taken], "2026-08-20")).toBe(0 as Paise);
});

test("leaves a fully discounted invoice out of every table and needs no IRN", () => {
  const lines = model.lines.map((line) => ({ ...line, ...NO_AMOUNTS }));
  const free = { ...model, lines, totalPaise: 0 as Paise };
  const nowhere = { section: undefined, table: undefined, groups: [] };
  expect(place(free, filer.gstin)).toMatchObject(nowhere);
  expect([free, model].map(isForPortal)).toEqual([false, true]);
});
const NO_AMOUNTS = { taxable: 0, cgst: 0, sgst: 0, igst: 0 } as Amounts;
