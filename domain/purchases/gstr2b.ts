import { type CalendarDate, isCalendarDate } from "../dates.ts";
import { type Paise, toPaise } from "../money.ts";
import { invalid } from "../refusal.ts";
import { HEADS, type Inward, type Taxes } from "./inward.ts";

// Parser of GSTR-2B: our suppliers' filings, which the portal publishes as JSON on the 14th. It is
// lenient: older files have amounts by rate within a document, and any table or total may be missing.

export const PORTAL_TABLES = ["b2b", "b2ba", "cdnr", "cdnra"] as const;

export interface PortalRow extends Inward {
  table: (typeof PORTAL_TABLES)[number];
  supplier: string;
  /** Y, N, or T for temporary. */
  available: "N" | "T" | "Y";
  /** Why it is not available: P for the place of supply, C for late filing. */
  reason: string;
  /** The document that it amends. */
  amends: { number: string; date: CalendarDate } | undefined;
}

/** Credit that is listed but never matched: from an input service distributor or customs. */
export interface PortalCredit extends Taxes {
  table: "impg" | "impgsez" | "isd";
  isAvailable: boolean;
}

export interface Gstr2b {
  gstin: string;
  /** "2026-10" */
  period: string;
  rows: PortalRow[];
  credits: PortalCredit[];
}

/** All rows are written in one transaction, which blocks every agency. */
const ROWS_MAX = 20_000;

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/**
 * Parses the portal's file.
 * @throws Refusal "invalid" if the file is not a GSTR-2B, or a document's number, date or amount cannot
 * be parsed
 */
export function readGstr2b(file: unknown): Gstr2b {
  const whole = isJson(file) ? file : {};
  const data = isJson(whole.data) ? whole.data : whole;
  const gstin = text(data.gstin).toUpperCase();
  const month = /^(0[1-9]|1[0-2])(20\d\d)$/.exec(text(data.rtnprd));
  if (!gstin || !isJson(data.docdata))
    throw invalid("file", "This is not a GSTR-2B file from the portal");
  if (!month) throw invalid("file", "The file does not say which month it is for");
  const tables = data.docdata;
  const rows = [
    ...readRows(tables, "b2b", "inv"),
    ...readRows(tables, "b2ba", "inv"),
    ...readRows(tables, "cdnr", "nt"),
    ...readRows(tables, "cdnra", "nt"),
  ];
  if (rows.length > ROWS_MAX) {
    throw invalid(
      "file",
      "The file has more than 20,000 documents, which cannot be matched at once",
    );
  }
  return {
    gstin,
    period: `${month[2]}-${month[1]}`,
    rows,
    credits: readCredits(tables),
  };
}

function readRows(tables: Json, table: PortalRow["table"], key: "inv" | "nt"): PortalRow[] {
  return list(tables[table]).flatMap((supplier, s) =>
    list(supplier[key]).map((document, d) =>
      toRow(table, supplier, document, `${table}.${s}.${key}.${d}`),
    ),
  );
}

function toRow(table: PortalRow["table"], supplier: Json, document: Json, path: string): PortalRow {
  const isNote = table.startsWith("cdnr");
  const gstin = text(supplier.ctin).toUpperCase();
  const number = text(isNote ? document.ntnum : document.inum);
  if (!gstin || !number) throw invalid(path, "A document has no supplier or no number");
  const date = parseDate(document.dt, path);
  const of = text(isNote ? document.ontnum : document.oinum);
  const typ = text(document.typ);
  const available = text(document.itcavl).toUpperCase();
  return {
    id: `${table} ${gstin} ${number} ${date}`,
    table,
    gstin,
    number,
    date,
    supplier: text(supplier.trdnm),
    kind: isNote ? (typ === "D" ? "D" : "C") : "INVOICE",
    place: text(document.pos).padStart(2, "0"),
    isReverseCharge: text(document.rev).toUpperCase() === "Y",
    available: available === "N" || available === "T" ? available : "Y",
    reason: text(document.rsn),
    ...readAmounts(document, path),
    amends: of
      ? { number: of, date: parseDate(isNote ? document.ontdt : document.oidt, path) }
      : undefined,
  };
}

/** Parses `15-10-2026`. */
function parseDate(value: unknown, path: string): CalendarDate {
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text(value)) ?? [];
  const date = `${year}-${month}-${day}`;
  if (isCalendarDate(date)) return date;
  throw invalid(path, `${JSON.stringify(value) ?? "Nothing"} is not a date`);
}

const AMOUNTS = ["txval", ...HEADS] as const;

/** Returns the amounts of the document, or the sum of its rates. */
function readAmounts(document: Json, path: string): Taxes & { taxable: Paise } {
  const isOfRates = AMOUNTS.every((name) => document[name] === undefined);
  const parts = isOfRates ? list(document.items) : [document];
  const sum = (name: (typeof AMOUNTS)[number]) =>
    parts.reduce((total, part) => total + readPaise(part[name], `${path}.${name}`), 0) as Paise;
  const [taxable, igst, cgst, sgst, cess] = AMOUNTS.map(sum) as [
    ...[Paise, Paise, Paise, Paise, Paise],
  ];
  return { taxable, igst, cgst, sgst, cess };
}

function readPaise(value: unknown, path: string): Paise {
  if (value === undefined || value === null || value === "") return 0 as Paise;
  const rupees = typeof value === "string" ? Number(value) : value;
  const paise = typeof rupees === "number" ? toPaise(rupees) : undefined;
  if (paise !== undefined) return paise;
  throw invalid(path, `${JSON.stringify(value)} is not an amount`);
}

function readCredits(tables: Json): PortalCredit[] {
  const distributed = list(tables.isd).flatMap((from, s) =>
    list(from.doclist).map((document, d) => {
      const path = `isd.${s}.doclist.${d}`;
      const sign = text(document.doctyp) === "ISDC" ? -1 : 1;
      const isAvailable = text(document.itcelg).toUpperCase() !== "N";
      return { table: "isd" as const, isAvailable, ...signed(readAmounts(document, path), sign) };
    }),
  );
  const imported = (table: "impg" | "impgsez", bills: Json[]) =>
    bills.map((bill, n) => ({
      table,
      isAvailable: true,
      ...signed(readAmounts(bill, `${table}.${n}`), 1),
    }));
  const sez = list(tables.impgsez).flatMap((from) => list(from.boe));
  return [...distributed, ...imported("impg", list(tables.impg)), ...imported("impgsez", sez)];
}

const signed = ({ igst, cgst, sgst, cess }: Taxes, sign: -1 | 1): Taxes => ({
  igst: (igst * sign) as Paise,
  cgst: (cgst * sign) as Paise,
  sgst: (sgst * sign) as Paise,
  cess: (cess * sign) as Paise,
});
