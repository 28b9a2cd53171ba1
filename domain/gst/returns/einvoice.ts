import {
  type CalendarDate,
  formatDate,
  formatDayFirst,
  toFinancialYear,
  yearLabel,
} from "../../dates.ts";
import { foreignCents } from "../../documents/foreign.ts";
import { fromHundredths } from "../../hundredths.ts";
import { type Paise, toRupees } from "../../money.ts";
import { lineFigures } from "../figures.ts";
import { gstinWarning } from "../gstin.ts";
import { isExport, isWithoutTax } from "../supply.ts";
import { type Filer, type ReturnDocument, turnoverBefore } from "./books.ts";
import { isService } from "./hsn.ts";
import { HSN_DIGITS, IRN_IN_CAPITALS, valueOn } from "./law.ts";
import { isNil, toCurrentPos } from "./placement.ts";

// E-invoices: INV-01, schema 1.1 of the Invoice Registration Portal, made from the issued document
// alone. A user uploads the file to the portal, and irpAnswer.ts reads the portal's response.

const TYPES = { INVOICE: "INV", CREDIT_NOTE: "CRN", DEBIT_NOTE: "DBN", BILL_OF_SUPPLY: "" };
export const toDocumentType = ({ kind }: Pick<ReturnDocument, "kind">): string => TYPES[kind];

/** Returns the text whose SHA-256, in lower-case hex, is the IRN. */
export function irnText(gstin: string, { kind, number, date }: Named): string {
  const no = valueOn(IRN_IN_CAPITALS, date) ? number.toUpperCase() : number;
  return `${gstin}${yearLabel(toFinancialYear(date))}${toDocumentType({ kind })}${no}`;
}
type Named = Pick<ReturnDocument, "date" | "kind" | "number">;

/** Returns why the portal would refuse a document, in sentences; empty if it can be sent. */
export function einvoiceErrors(
  document: ReturnDocument,
  filer: Filer,
  today: CalendarDate,
): string[] {
  const { buyer, number, date, pos, supply } = document;
  const errors: string[] = [];
  const want = (isThere: boolean, sentence: string) => {
    if (!isThere) errors.push(sentence);
  };
  want(!gstinWarning(filer.gstin) && filer.gstin !== "", "The agency’s GSTIN is missing or wrong");
  want(
    clean(filer.legalName || filer.tradeName).length >= 3,
    "The agency’s legal name is too short",
  );
  want(clean(filer.address) !== "", "The agency’s address is missing");
  want(clean(filer.city).length >= 3, "The agency’s city is missing");
  want(isPin(filer.pin), "The agency’s PIN Code is missing");
  want(/^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/.test(number), `The portal does not accept ${number}`);
  want(date <= today, `It is dated ${formatDate(date)}, in the future`);
  if (!isExport(supply)) {
    const wrong = gstinWarning(buyer.gstin);
    want(buyer.gstin !== "", "The client’s GSTIN is missing");
    want(!wrong, `The client’s GSTIN is wrong: ${wrong}`);
    want(isPin(buyer.pin), "The client’s PIN Code is missing");
    want(pos !== "", "The place of supply is not a State");
  }
  want(clean(buyer.name).length >= 3, "The client’s name has fewer than 3 characters");
  want(clean(buyer.address) !== "", "The client’s address is missing");
  want(clean(buyer.city).length >= 3, "The client’s city is missing");
  const { abovePaise, digits } = valueOn(HSN_DIGITS, date);
  const least = turnoverBefore(filer, date) > abovePaise ? digits : 4;
  for (const [index, line] of document.lines.entries()) {
    if (isNil(document, line)) continue;
    const code = line.hsnSac.trim();
    const isCode = /^(?!0+$)(\d{4}|\d{6}|\d{8})$/.test(code) && code.length >= least;
    want(isCode, `Line ${index + 1} needs an HSN or SAC of ${least} digits`);
  }
  return errors;
}

const isPin = (pin: string) => /^[1-9]\d{5}$/.test(pin.trim());

/** Converts a document to the portal's schema. Check it with `einvoiceErrors` first. */
export function toEinvoice(document: ReturnDocument, filer: Filer): object {
  const { number, date, reverseCharge, original } = document;
  const items = document.lines.filter((line) => !isNil(document, line));
  const precedes = original && /^[1-9a-zA-Z][0-9a-zA-Z/-]{1,15}$/.test(original.number);
  const exported = exportDetails(document);
  return {
    Version: "1.1",
    TranDtls: {
      TaxSch: "GST",
      SupTyp: supplyType(document),
      RegRev: reverseCharge ? "Y" : "N",
      IgstOnIntra: "N",
    },
    DocDtls: { Typ: toDocumentType(document), No: number, Dt: formatDayFirst(date, "/") },
    SellerDtls: toSeller(filer),
    BuyerDtls: toBuyer(document),
    ItemList: items.map((line, index) => toItem(document, line, index)),
    ValDtls: toValueDetails(document, items),
    ...(precedes && {
      RefDtls: {
        PrecDocDtls: [{ InvNo: original.number, InvDt: formatDayFirst(original.date, "/") }],
      },
    }),
    ...(Object.keys(exported).length > 0 && { ExpDtls: exported }),
  };
}

function supplyType({ supply }: ReturnDocument): string {
  if (supply === "REGULAR") return "B2B";
  return `${isExport(supply) ? "EXP" : "SEZ"}${isWithoutTax(supply) ? "WOP" : "WP"}`;
}

/** Replaces characters that the schema's pattern excludes. */
const clean = (text: string) =>
  text.replaceAll('"', "'").replaceAll("\\", "/").replace(/\s+/g, " ").trim();

/** Splits an address into two lines of at most 100 characters, between words. */
function splitAddress(address: string): { Addr1: string; Addr2?: string } {
  const lines = address.split("\n").map((line) => line.trim().replace(/,$/, ""));
  const text = clean(lines.filter(Boolean).join(", "));
  if (text.length <= 100) return { Addr1: text };
  const end = Math.max(text.lastIndexOf(",", 99), text.lastIndexOf(" ", 99));
  const at = end > 0 ? end : 100;
  const rest = text
    .slice(at)
    .replace(/^[, ]+/, "")
    .slice(0, 100);
  return { Addr1: text.slice(0, at), ...(rest.length >= 3 && { Addr2: rest }) };
}

const toSeller = (filer: Filer) => ({
  Gstin: filer.gstin,
  LglNm: clean(filer.legalName || filer.tradeName).slice(0, 100),
  TrdNm: clean(filer.tradeName).slice(0, 100),
  ...splitAddress(filer.address),
  Loc: clean(filer.city).slice(0, 50),
  Pin: Number(filer.pin),
  Stcd: filer.gstin.slice(0, 2),
});

function toBuyer({ buyer, pos, supply }: ReturnDocument) {
  const abroad = isExport(supply);
  return {
    Gstin: abroad ? "URP" : buyer.gstin,
    LglNm: clean(buyer.name).slice(0, 100),
    Pos: abroad ? "96" : toCurrentPos(pos),
    ...splitAddress(buyer.address),
    Loc: clean(buyer.city).slice(0, 50),
    Pin: abroad ? 999999 : Number(buyer.pin),
    Stcd: abroad ? "96" : buyer.gstin.slice(0, 2),
  };
}

type Line = ReturnDocument["lines"][number];

const rupees = (paise: number) => toRupees(paise as Paise);

function toItem({ mode, reverseCharge }: ReturnDocument, line: Line, index: number) {
  const { grossPaise } = lineFigures(line, mode);
  const tax = reverseCharge ? 0 : line.igst + line.cgst + line.sgst;
  const description = clean(line.description).slice(0, 300);
  return {
    SlNo: String(index + 1),
    ...(description.length >= 3 && { PrdDesc: description }),
    IsServc: isService(line.hsnSac) ? "Y" : "N",
    HsnCd: line.hsnSac.trim(),
    Qty: fromHundredths(line.qty),
    Unit: line.unit || "OTH",
    UnitPrice: rupees(line.rate),
    TotAmt: rupees(grossPaise),
    Discount: rupees(grossPaise - line.taxable),
    AssAmt: rupees(line.taxable),
    GstRt: fromHundredths(line.taxPct),
    IgstAmt: rupees(line.igst),
    CgstAmt: rupees(line.cgst),
    SgstAmt: rupees(line.sgst),
    TotItemVal: rupees(line.taxable + tax),
  };
}

/**
 * Lines of table 8 are out of the portal's scope. Their sum becomes another charge, so the total stays
 * the same.
 */
function toValueDetails(document: ReturnDocument, items: Line[]) {
  const sum = (figure: "cgst" | "igst" | "sgst" | "taxable", lines = items) =>
    lines.reduce((total, line) => total + line[figure], 0);
  const { foreignCurrency, exchangeRate, totalPaise } = document;
  const isForeign = foreignCurrency !== "" && exchangeRate > 0;
  return {
    AssVal: rupees(sum("taxable")),
    CgstVal: rupees(sum("cgst")),
    SgstVal: rupees(sum("sgst")),
    IgstVal: rupees(sum("igst")),
    OthChrg: rupees(sum("taxable", document.lines) - sum("taxable")),
    RndOffAmt: rupees(document.roundOffPaise),
    TotInvVal: rupees(totalPaise),
    ...(isForeign && { TotInvValFc: rupees(Number(foreignCents(totalPaise, exchangeRate))) }),
  };
}

function exportDetails({ supply, buyer, foreignCurrency }: ReturnDocument) {
  if (!isExport(supply)) return {};
  const isAbroad = /^[A-Z]{2}$/.test(buyer.country) && buyer.country !== "IN";
  return {
    ...(foreignCurrency && { ForCur: foreignCurrency }),
    ...(isAbroad && { CntCode: buyer.country }),
  };
}
