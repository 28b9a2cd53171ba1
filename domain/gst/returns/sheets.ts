import Papa from "papaparse";
import { guard } from "../../csv/transactions.ts";
import type { CalendarDate } from "../../dates.ts";
import { fromHundredths, type Hundredths } from "../../hundredths.ts";
import { toDecimal } from "../../money.ts";
import { SHORT_MONTHS } from "../../months.ts";
import { findState } from "../states.ts";
import { UNITS } from "../units.ts";
import type { AdvanceRow } from "./advances.ts";
import { filterSection, type Gstr1 } from "./gstr1.ts";
import type { HsnRow } from "./hsn.ts";
import type { Placed, RateGroup } from "./placement.ts";

// The sheets of the Returns Offline Tool as CSV files, with the tool's headers and their spelling. The
// tool computes tax from rate and taxable value.

/** Returns the text of every sheet by file name. An empty sheet has only its header. */
export function buildSheets(gstr1: Gstr1): Record<string, string> {
  const { advances, hsn } = gstr1;
  const only = (section: Placed["section"]) => filterSection(gstr1, section);
  return {
    "b2b,sez,de.csv": csv(B2B, only("b2b").toSorted(byClient).flatMap(perRate(b2bRow))),
    "b2cl.csv": csv(B2CL, only("b2cl").toSorted(byPlace).flatMap(perRate(b2clRow))),
    "b2cs.csv": csv(
      B2CS,
      gstr1.b2cs.map((row) => [
        "OE",
        formatPlace(row.pos),
        rate(row),
        "",
        toDecimal(row.taxable),
        "",
        "",
      ]),
    ),
    "cdnr.csv": csv(CDNR, only("cdnr").toSorted(byClient).flatMap(perRate(cdnrRow))),
    "cdnur.csv": csv(CDNUR, only("cdnur").toSorted(byType).flatMap(perRate(cdnurRow))),
    "exp.csv": csv(EXP, only("exp").toSorted(withTaxFirst).flatMap(perRate(expRow))),
    "at.csv": csv(
      AT,
      advances.received.map((row) => [
        formatPlace(row.pos),
        "",
        rate(row),
        toDecimal(row.taxable),
        "",
      ]),
    ),
    "atadj.csv": csv(ATADJ, advances.adjusted.map(adjustedRow)),
    "exemp.csv": csv(EXEMP, gstr1.nil.map(nilRow)),
    "hsn(b2b).csv": csv(HSN, hsn.b2b.map(hsnRow)),
    "hsn(b2c).csv": csv(HSN, hsn.b2c.map(hsnRow)),
    "docs.csv": csv(
      DOCS,
      gstr1.issued.flatMap(({ name, ranges }) =>
        ranges.map(({ from, to, total, cancelled }) => [
          ...[name, from, to],
          ...[String(total), String(cancelled)],
        ]),
      ),
    ),
  };
}

const heads = (text: string) => text.trim().split(/,\s*/);

const B2B =
  heads(`GSTIN/UIN of Recipient, Receiver Name, Invoice Number, Invoice date, Invoice Value,
  Place Of Supply, Reverse Charge, Applicable % of Tax Rate, Invoice Type, E-Commerce GSTIN, Rate,
  Taxable Value, Cess Amount`);
const B2CL = heads(`Invoice Number, Invoice date, Invoice Value, Place Of Supply,
  Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount, E-Commerce GSTIN`);
const B2CS =
  heads(`Type, Place Of Supply, Rate, Applicable % of Tax Rate, Taxable Value, Cess Amount,
  E-Commerce GSTIN`);
const CDNR = heads(`GSTIN/UIN of Recipient, Receiver Name, Note Number, Note Date, Note Type,
  Place Of Supply, Reverse Charge, Note Supply Type, Note Value, Applicable % of Tax Rate, Rate,
  Taxable Value, Cess Amount`);
const CDNUR = heads(`UR Type, Note Number, Note Date, Note Type, Place Of Supply, Note Value,
  Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount`);
const EXP = heads(`Export Type, Invoice Number, Invoice date, Invoice Value, Port Code,
  Shipping Bill Number, Shipping Bill Date, Rate, Taxable Value, Cess Amount`);
const AT = heads(
  `Place Of Supply, Applicable % of Tax Rate, Rate, Gross Advance Received, Cess Amount`,
);
const ATADJ = heads(
  `Place Of Supply, Rate, Applicable % of Tax Rate, Gross Advance Adjusted, Cess Amount`,
);
const EXEMP = heads(`Description, Nil Rated Supplies,
  Exempted(other than nil rated/non GST supply), Non-GST Supplies`);
const HSN = heads(`HSN, Description, UQC, Total Quantity, Total Value, Rate, Taxable Value,
  Integrated Tax Amount, Central Tax Amount, State/UT Tax Amount, Cess Amount`);
const DOCS = heads("Nature of Document, Sr. No. From, Sr. No. To, Total Number, Cancelled");

const csv = (header: string[], rows: string[][]) =>
  `${Papa.unparse([header, ...rows], { newline: "\n" })}\n`;

type Row = (placed: Placed, group: RateGroup) => string[];

const perRate = (row: Row) => (placed: Placed) => placed.groups.map((group) => row(placed, group));

const b2bRow: Row = (placed, group) => {
  const { buyer, number, date, totalPaise, reverseCharge } = placed.document;
  return [
    ...[buyer.gstin, receiver(buyer.name), number, sheetDate(date), toDecimal(totalPaise)],
    ...[formatPlace(placed.pos), reverseCharge ? "Y" : "N", "", TYPES[placed.type] ?? "", ""],
    ...[rate(group), toDecimal(group.taxable), ""],
  ];
};

const b2clRow: Row = ({ document, pos }, group) => [
  ...[
    document.number,
    sheetDate(document.date),
    toDecimal(document.totalPaise),
    formatPlace(pos),
    "",
  ],
  ...[rate(group), toDecimal(group.taxable), "", ""],
];

const cdnrRow: Row = (placed, group) => {
  const { buyer, number, date, totalPaise, reverseCharge } = placed.document;
  return [
    ...[buyer.gstin, receiver(buyer.name), number, sheetDate(date), noteType(placed)],
    ...[formatPlace(placed.pos), reverseCharge ? "Y" : "N", TYPES[placed.type] ?? ""],
    ...[toDecimal(totalPaise), "", rate(group), toDecimal(group.taxable), ""],
  ];
};

const cdnurRow: Row = (placed, group) => {
  const { number, date, totalPaise } = placed.document;
  return [
    ...[placed.type, number, sheetDate(date), noteType(placed)],
    ...[placed.type === "B2CL" ? formatPlace(placed.pos) : "", toDecimal(totalPaise), ""],
    ...[rate(group), toDecimal(group.taxable), ""],
  ];
};

const expRow: Row = ({ type, document: { number, date, totalPaise } }, group) => [
  ...[type, number, sheetDate(date), toDecimal(totalPaise), "", "", ""],
  ...[rate(group), toDecimal(group.taxable), ""],
];

const adjustedRow = (row: AdvanceRow) => [
  ...[formatPlace(row.pos), rate(row), "", toDecimal(row.taxable), ""],
];

const nilRow = ({ isIntra, isRegistered, NIL, EXEMPT, NON_GST }: Gstr1["nil"][number]) => [
  `${isIntra ? "Intra" : "Inter"}-State supplies to ${isRegistered ? "" : "un"}registered persons`,
  ...[NIL, EXEMPT, NON_GST].map(toDecimal),
];

const hsnRow = (row: HsnRow) => [
  ...[row.code, "", row.unit === "NA" ? "NA" : unitName(row.unit), toDecimal(BigInt(row.qty))],
  toDecimal(BigInt(row.taxable + row.igst + row.cgst + row.sgst)),
  ...[rate(row), toDecimal(row.taxable), toDecimal(row.igst), toDecimal(row.cgst)],
  ...[toDecimal(row.sgst), "0.00"],
];

const TYPES: Record<string, string> = {
  R: "Regular B2B",
  SEWP: "SEZ supplies with payment",
  SEWOP: "SEZ supplies without payment",
};

const noteType = ({ document }: Placed) => (document.kind === "CREDIT_NOTE" ? "C" : "D");
const rate = ({ rate }: { rate: Hundredths }) => String(fromHundredths(rate));

/** `OTH-OTHERS` */
const unitName = (code: string) =>
  `${code}-${(UNITS.find((unit) => unit.code === code)?.name ?? code).toUpperCase()}`;

/** `01-Oct-2026` */
function sheetDate(date: CalendarDate): string {
  const [year, month, day] = date.split("-");
  return `${day}-${SHORT_MONTHS[Number(month) - 1]}-${year}`;
}

/** `27-Maharashtra`, in the tool's spelling. */
function formatPlace(pos: string): string {
  return `${pos}-${(findState(pos)?.name ?? "").replaceAll(" and ", " & ")}`;
}

/** Keeps only characters that the tool accepts in a name, and escapes spreadsheet formulas. */
const receiver = (name: string) =>
  guard(
    name
      .replace(/[^A-Za-z0-9_&'\-./,()?@!#%$~*;+= ]/g, "")
      .trim()
      .slice(0, 99),
  );

const byClient = (a: Placed, b: Placed) => compare(a.document.buyer.gstin, b.document.buyer.gstin);
const byPlace = (a: Placed, b: Placed) => compare(a.pos, b.pos);
const byType = (a: Placed, b: Placed) => compare(a.type, b.type);
/** Sorts `WPAY` before `WOPAY`. */
const withTaxFirst = (a: Placed, b: Placed) => compare(b.type, a.type);
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
