import { expect, test } from "bun:test";
import type { Filer, PeriodBooks, ReturnDocument } from "../../domain/gst/returns/books.ts";
import { CODES } from "../../domain/gst/returns/findings.ts";
import { parsePeriod } from "../../domain/gst/returns/periods.ts";
import { preflight } from "../../domain/gst/returns/preflight.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import { octoberBooks } from "../returnsBooks.ts";

// Every code of the pre-flight check, each caused in a month with one clean invoice.

const october = await octoberBooks();
const [model] = october.documents;
const clean: ReturnDocument = { ...(model as ReturnDocument), id: "d1" };
const [line] = clean.lines;
const one = line as ReturnDocument["lines"][number];
const note: ReturnDocument = {
  ...clean,
  id: "n1",
  kind: "CREDIT_NOTE",
  number: "26-27/CN/000001",
  date: "2026-10-20",
  original: { id: "d1", number: clean.number, date: clean.date, totalPaise: clean.totalPaise },
};
const ofNote = note.original as NonNullable<ReturnDocument["original"]>;

interface Change {
  document?: Partial<ReturnDocument>;
  filer?: Partial<Filer>;
  books?: Partial<PeriodBooks>;
}

function found({ document, filer, books }: Change): string[] {
  const month: PeriodBooks = {
    ...october,
    vouchers: [],
    counted: [],
    numbersBefore: {},
    documents: [{ ...clean, ...document }],
    filer: { ...october.filer, ...filer },
    ...books,
  };
  return preflight(month).map(({ code, level }) => `${code} ${level}`);
}

const buyer = (change: Partial<ReturnDocument["buyer"]>) => ({ ...clean.buyer, ...change });
const lines = (change: Partial<typeof one>) => [{ ...one, ...change }, ...clean.lines.slice(1)];
const zero = { taxPct: 0 as Hundredths, cgst: 0 as Paise, sgst: 0 as Paise };
const abroad = buyer({ gstin: "", kind: "OVERSEAS", stateCode: "96", country: "FI" });
const voucher = {
  id: "v1",
  number: "26-27/RV/000001",
  date: "2026-10-02",
  client: "A",
  pos: "27",
  amountPaise: 100 as Paise,
  taxPct: 1800 as Hundredths,
  supply: "REGULAR" as const,
  isUntaxed: false,
  mode: "INTRA" as const,
  taken: [{ kind: "USE" as const, date: "2026-10-03", amountPaise: 101 as Paise }],
};

test("a clean month has no issues", () => {
  expect(found({})).toEqual([]);
});

test("accepts rates of single notifications and names each rate not in force", () => {
  const at = (...rates: number[]) => ({
    document: {
      lines: rates.map((rate) => ({ ...one, taxPct: rate as Hundredths })),
    },
  });
  expect(found(at(10, 150)).filter((code) => code.startsWith("RATE"))).toEqual([]);
  const month = { ...october, documents: [{ ...clean, ...at(150, 1200, 2800).document }] };
  const [told] = preflight(month).filter(({ code }) => code === "RATE_NOT_IN_FORCE");
  expect(told?.message).toMatch(/^Line 2.*: 12 %; line 3.*: 28 % were not in force on /);
});

test("accepts advances from before bahi in the opening balance of their ledger", () => {
  const opened = {
    ledgerPaise: 53_900_00n,
    openingPaise: 18_500_00n,
    vouchersPaise: 35_400_00n,
    categoryId: "",
  };
  expect(found({ books: { advances: opened } })).toEqual([]);
});

const CASES: [string, Change][] = [
  [
    "ADVANCES_DIFFER ERROR",
    {
      books: {
        advances: {
          ledgerPaise: 53_900_00n,
          openingPaise: 0n,
          vouchersPaise: 35_400_00n,
          categoryId: "c",
        },
      },
    },
  ],
  ["ADVANCE_OVERUSED ERROR", { books: { vouchers: [voucher] } }],
  ["AGENCY_GSTIN_INVALID ERROR", { filer: { gstin: "27AAKFK4711R1ZX" } }],
  ["AGENCY_GSTIN_MISSING ERROR", { filer: { gstin: "" } }],
  [
    "B2C_ADDRESS_MISSING WARNING",
    { document: { buyer: buyer({ gstin: "", kind: "UNREGISTERED", address: " " }) } },
  ],
  ["CHANGED_AFTER_FILING WARNING", { books: { changed: ["d1"] } }],
  ["CLIENT_GSTIN_INVALID ERROR", { document: { buyer: buyer({ gstin: "27AAKCS5512D1ZX" }) } }],
  ["CLIENT_GSTIN_MISSING ERROR", { document: { buyer: buyer({ gstin: "", kind: "SEZ" }) } }],
  ["CLIENT_GSTIN_MISSING WARNING", { document: { buyer: buyer({ gstin: "" }) } }],
  ["DRAFT_IN_PERIOD WARNING", { document: { state: "DRAFT" } }],
  [
    "EINVOICE_LATE WARNING",
    {
      document: { irn: "" },
      filer: { aato: { "2019-20": (10 * 1_00_00_000_00) as Paise } },
      books: { today: "2026-10-31" },
    },
  ],
  [
    "EINVOICE_REQUIRED WARNING",
    { document: { irn: "" }, filer: { aato: { "2019-20": (5 * 1_00_00_000_00 + 1) as Paise } } },
  ],
  ["EXPORT_TO_INDIA ERROR", { document: { supply: "EXPORT_WITH_TAX", mode: "IGST" } }],
  ["GSTIN_IS_OWN ERROR", { document: { buyer: buyer({ gstin: october.filer.gstin }) } }],
  ["GSTIN_NOT_CLIENT_STATE WARNING", { document: { buyer: buyer({ stateCode: "29" }) } }],
  ["HSN_MISSING ERROR", { document: { lines: lines({ hsnSac: " " }) } }],
  [
    "HSN_MISSING WARNING",
    {
      document: { lines: lines({ hsnSac: "" }), buyer: buyer({ gstin: "", kind: "UNREGISTERED" }) },
      filer: { aato: {} },
    },
  ],
  ["HSN_SHAPE ERROR", { document: { lines: lines({ hsnSac: "99839" }) } }],
  ["HSN_SHORT ERROR", { document: { lines: lines({ hsnSac: "9983" }) } }],
  ["HSN_UNKNOWN ERROR", { document: { lines: lines({ hsnSac: "123456" }) } }],
  ["HSN_UNKNOWN ERROR", { document: { lines: lines({ hsnSac: "999999" }) } }],
  [
    "IFF_ABOVE_LIMIT ERROR",
    {
      books: {
        period: parsePeriod("2026-10", "QUARTERLY") as PeriodBooks["period"],
        documents: [1, 2].map((n) => ({
          ...clean,
          id: `d${n}`,
          number: `26-27/INV/00020${n}`,
          totalPaise: 29_50_000_06 as Paise,
          lines: lines({
            taxable: 25_00_000_05 as Paise,
            rate: 25_00_000_05 as Paise,
            qty: 100 as Hundredths,
            cgst: 2_25_000_00 as Paise,
            sgst: 2_25_000_00 as Paise,
          }),
        })),
      },
    },
  ],
  ["LATE_DOCUMENT WARNING", { books: { late: ["d1"] } }],
  ["LUT_MISSING WARNING", { document: { supply: "SEZ_WITHOUT_TAX" }, filer: { lut: [] } }],
  ["NOTE_BEFORE_ORIGINAL ERROR", { books: { documents: [{ ...note, date: "2026-09-30" }] } }],
  ["NOTE_EXCEEDS_ORIGINAL WARNING", { books: { documents: [note], overCredited: ["d1"] } }],
  [
    "NOTE_TOO_LATE ERROR",
    {
      books: {
        documents: [{ ...note, original: { ...ofNote, date: "2025-03-31" } }],
      },
    },
  ],
  ["NOTE_WITHOUT_ORIGINAL WARNING", { books: { documents: [{ ...note, original: null }] } }],
  ["NUMBER_CHARACTERS ERROR", { document: { number: "INV_1" } }],
  ["NUMBER_DUPLICATE ERROR", { books: { duplicates: ["26-27/inv/000201"] } }],
  ["NUMBER_GAP WARNING", { books: { numbersBefore: { "26-27/INV/\n6\n": 199 } } }],
  [
    "NUMBER_OUT_OF_ORDER WARNING",
    {
      books: {
        documents: [
          { ...clean, date: "2026-10-20" },
          { ...clean, id: "d2", number: "26-27/INV/000202", date: "2026-10-02" },
        ],
      },
    },
  ],
  ["NUMBER_TOO_LONG ERROR", { document: { number: "26-27/INVOICE/0001" } }],
  ["OVERSEAS_NOT_EXPORT ERROR", { document: { pos: "96", mode: "IGST", buyer: abroad } }],
  ["POS_NOT_CLIENT_STATE WARNING", { document: { pos: "29", mode: "IGST" } }],
  ["POS_UNKNOWN ERROR", { document: { pos: "" } }],
  ["RATE_NOT_IN_FORCE WARNING", { document: { lines: lines({ taxPct: 1200 as Hundredths }) } }],
  ["RATE_UNKNOWN ERROR", { document: { lines: lines({ taxPct: 1700 as Hundredths }) } }],
  [
    "REVERSE_CHARGE_UNREGISTERED WARNING",
    { document: { reverseCharge: true, buyer: buyer({ gstin: "", kind: "UNREGISTERED" }) } },
  ],
  [
    "SEZ_WITHOUT_GSTIN ERROR",
    { document: { supply: "SEZ_WITH_TAX", buyer: buyer({ gstin: "", kind: "SEZ" }) } },
  ],
  ["TAX_MODE_WRONG ERROR", { document: { mode: "IGST" } }],
  ["TAX_WITHOUT_GSTIN ERROR", { filer: { gstin: "" } }],
  ["VALUES_DO_NOT_ADD ERROR", { document: { totalPaise: (clean.totalPaise + 1) as Paise } }],
  ["VALUES_DO_NOT_ADD ERROR", { document: { lines: lines({ cgst: 1 as Paise }) } }],
  ["ZERO_RATE_TREATMENT WARNING", { document: { lines: lines(zero) } }],
];

test.each(CASES)("%s is found", (code, change) => {
  expect(found(change)).toContain(code);
});

test("every code has a case", () => {
  const told = new Set(CASES.map(([code]) => code.split(" ")[0]));
  expect(CODES.filter((code) => !told.has(code))).toEqual([]);
});

test("allowed cases raise no issue", () => {
  expect(found({ document: { state: "CANCELLED", pos: "", totalPaise: 1 as Paise } })).toEqual([]);
  const old = { ...ofNote, date: "2025-09-21" };
  const lines12 = note.lines.map((each) => ({ ...each, taxPct: 1200 as Hundredths }));
  const ofOldRate = { ...note, original: old, lines: lines12 };
  expect(found({ books: { documents: [ofOldRate] } })).not.toContain("RATE_NOT_IN_FORCE WARNING");
  const folded = { pos: "25", mode: "IGST" as const, buyer: buyer({ gstin: "26AAKCS5512D1ZJ" }) };
  expect(found({ document: folded }).join()).not.toContain("POS_NOT_CLIENT_STATE");
  const untaxed = { ...note, lines: note.lines.map((each) => ({ ...each, ...zero })) };
  const late = { ...untaxed, original: { ...old, date: "2024-01-01" } };
  expect(found({ books: { documents: [late] } }).join()).not.toContain("NOTE_TOO_LATE");
  const day30 = { filer: { aato: { "2019-20": (10 * 1_00_00_000_00) as Paise } } };
  const inTime = { ...day30, document: { irn: "" }, books: { today: "2026-10-30" } };
  expect(found(inTime)).not.toContain("EINVOICE_LATE WARNING");
});
