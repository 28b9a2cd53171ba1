import { pluralize } from "../../counts.ts";
import {
  type CalendarDate,
  countDays,
  formatDate,
  toFinancialYear,
  yearLabel,
} from "../../dates.ts";
import { fromHundredths } from "../../hundredths.ts";
import { formatPaise, type Paise } from "../../money.ts";
import { lowerFirst } from "../../names.ts";
import { hasHeading } from "../headings.ts";
import { findStateByGstin } from "../states.ts";
import { isExport, isWithoutTax } from "../supply.ts";
import { isLawful } from "../taxRates.ts";
import { type Filer, isNote, type ReturnDocument, turnoverBefore } from "./books.ts";
import { error, type FindingText, fixedBy, lineWords, warning } from "./findings.ts";
import {
  ADDRESS_FROM,
  EINVOICE_ABOVE,
  EINVOICE_DAYS,
  HSN_DIGITS,
  NOTE_UNTIL,
  TOOL_RATES,
  valueOn,
} from "./law.ts";
import { findLawfulMode, isNil, isSomething, toCurrentPos } from "./placement.ts";

// Preflight checks of a single issued document.

/** Returns errors and warnings about a document. `today` decides whether an e-invoice is late. */
export function checkDocument(
  document: ReturnDocument,
  filer: Filer,
  today: CalendarDate,
): FindingText[] {
  return [
    ...checkSupply(document, filer),
    ...checkCodes(document, filer),
    ...checkRates(document),
    ...checkSums(document, filer),
    ...checkAddress(document),
    ...(isNote(document) ? checkNote(document) : []),
    ...checkEinvoice(document, filer, today),
  ];
}

function checkSupply(document: ReturnDocument, filer: Filer): FindingText[] {
  const { supply, pos, buyer, mode, reverseCharge, date } = document;
  const findings: FindingText[] = [];
  const exported = isExport(supply);
  if (!pos) {
    findings.push(
      error("POS_UNKNOWN", "The place of supply is not a State, so CGST and SGST are assumed."),
    );
  }
  const lawful = findLawfulMode(filer.gstin, document);
  if (pos && mode !== lawful) {
    const [is, was] = [lawful, mode].map((one) => (one === "IGST" ? "IGST" : "CGST and SGST"));
    findings.push(
      error("TAX_MODE_WRONG", `It has ${was}, but this place of supply requires ${is}.`),
    );
  }
  if (supply === "REGULAR" && pos === "96") {
    const what = "The place of supply is abroad, but it is not marked as an export.";
    findings.push(error("OVERSEAS_NOT_EXPORT", what));
  }
  if (exported && (buyer.gstin || (pos && pos !== "96"))) {
    const why = buyer.gstin ? "its client has a GSTIN" : "its place of supply is in India";
    findings.push(error("EXPORT_TO_INDIA", `It is marked as an export, but ${why}.`));
  }
  if (supply.startsWith("SEZ") && !buyer.gstin) {
    findings.push(error("SEZ_WITHOUT_GSTIN", "A supply to an SEZ needs the client’s GSTIN."));
  }
  const hasLut = filer.lut.some(({ from, to }) => date >= from && date <= to);
  if (isWithoutTax(supply) && !hasLut) {
    const what = `No LUT covers ${formatDate(date)}, so IGST would be due.`;
    findings.push(warning("LUT_MISSING", `${what} Enter the LUT in the agency’s settings.`));
  }
  if (reverseCharge && !buyer.gstin) {
    const what = "Reverse charge, but its client has no GSTIN.";
    findings.push(warning("REVERSE_CHARGE_UNREGISTERED", what));
  }
  const home = findStateByGstin(buyer.gstin);
  if (supply === "REGULAR" && home && pos && toCurrentPos(pos) !== home.code) {
    const what = `The place of supply differs from the client’s State, ${home.name}.`;
    findings.push(
      warning("POS_NOT_CLIENT_STATE", `${what} This is correct for property and events.`),
    );
  }
  return findings;
}

const numberLines = ({ lines }: ReturnDocument) => lines.map((line, n) => ({ ...line, at: n + 1 }));

function checkCodes(document: ReturnDocument, filer: Filer): FindingText[] {
  const findings: FindingText[] = [];
  const lines = numberLines(document).map((line) => ({ ...line, hsnSac: line.hsnSac.trim() }));
  const { abovePaise, digits, others } = valueOn(HSN_DIGITS, document.date);
  const isLarge = turnoverBefore(filer, document.date) > abovePaise;
  const wanted = isLarge ? digits : others;
  const missing = lines.filter(({ hsnSac }) => !hsnSac);
  if (missing.length > 0) {
    const say = !document.buyer.gstin && !isLarge ? warning : error;
    const what = say("HSN_MISSING", `${lineWords(missing)}: HSN or SAC is missing.`);
    findings.push(fixedBy(what, "hsnSac", document.id, missing));
  }
  const shapeless = lines.filter(({ hsnSac }) => hsnSac && !/^(\d{4}|\d{6}|\d{8})$/.test(hsnSac));
  if (shapeless.length > 0) {
    const what = `${lineWords(shapeless)}: an HSN or SAC has 4, 6 or 8 digits.`;
    findings.push(fixedBy(error("HSN_SHAPE", what), "hsnSac", document.id, shapeless));
  }
  const unknown = lines.filter(
    (line) => line.hsnSac && !shapeless.includes(line) && !hasHeading(line.hsnSac),
  );
  if (unknown.length > 0) {
    const codes = [...new Set(unknown.map(({ hsnSac }) => hsnSac))].join(", ");
    const what = `${codes} is not a known HSN or SAC; the portal will reject it.`;
    const finding = error("HSN_UNKNOWN", `${lineWords(unknown)}: ${what}`);
    findings.push(fixedBy(finding, "hsnSac", document.id, unknown));
  }
  const short = lines.filter(
    (line) => line.hsnSac && !shapeless.includes(line) && line.hsnSac.length < wanted,
  );
  if (short.length > 0) {
    const what = `HSN or SAC is too short; ${wanted} digits are required.`;
    const finding = error("HSN_SHORT", `${lineWords(short)}: ${what}`);
    findings.push(fixedBy(finding, "hsnSac", document.id, short));
  }
  return findings;
}

function checkRates(document: ReturnDocument): FindingText[] {
  const findings: FindingText[] = [];
  const taxed = numberLines(document).filter((line) => !isNil(document, line));
  const inPercent = taxed.map((line) => ({ ...line, percent: fromHundredths(line.taxPct) }));
  const unknown = inPercent.filter(({ percent }) => !TOOL_RATES.includes(percent));
  if (unknown.length > 0) {
    const words = rateWords(unknown, "is not a rate", "are not rates");
    findings.push(error("RATE_UNKNOWN", `${words} that the portal accepts.`));
  }
  const on = document.original?.date ?? document.date;
  const old = inPercent.filter((line) => !unknown.includes(line) && !isLawful(line.percent, on));
  if (old.length > 0) {
    const words = rateWords(old, "was not in force", "were not in force");
    findings.push(warning("RATE_NOT_IN_FORCE", `${words} on ${formatDate(on)}.`));
  }
  const untold = numberLines(document).filter(
    (line) => isNil(document, line) && line.taxable !== 0 && !line.treatment,
  );
  if (untold.length > 0) {
    const what =
      "choose why no tax is charged: nil rated, exempt or outside GST. Exempt is assumed.";
    const finding = warning("ZERO_RATE_TREATMENT", `${lineWords(untold)}: ${what}`);
    findings.push(fixedBy(finding, "treatment", document.id, untold));
  }
  return findings;
}

interface RatedLine {
  at: number;
  description: string;
  percent: number;
}

/** Groups lines by rate: `Line 1: 12 %, and line 2: 28 % were not in force`. */
function rateWords(lines: RatedLine[], one: string, many: string): string {
  const byRate = [...Map.groupBy(lines, ({ percent }) => percent)];
  const words = byRate.map(([percent, some], n) => {
    const phrase = `${lineWords(some)}: ${percent} %`;
    return n === 0 ? phrase : lowerFirst(phrase);
  });
  return `${words.join("; ")} ${byRate.length === 1 ? one : many}`;
}

const RUPEE = 100;

function checkSums(document: ReturnDocument, filer: Filer): FindingText[] {
  const { lines, roundOffPaise, totalPaise, reverseCharge, isUntaxed, supply, mode } = document;
  const findings: FindingText[] = [];
  const sumTax = (line: ReturnDocument["lines"][number]) => line.cgst + line.sgst + line.igst;
  const sum = lines.reduce(
    (all, line) => all + line.taxable + (reverseCharge ? 0 : sumTax(line)),
    0,
  );
  const isFree = isUntaxed || isWithoutTax(supply);
  const isOff = (line: ReturnDocument["lines"][number]) => {
    const due = isFree ? 0 : (line.taxable * line.taxPct) / 10_000;
    const heads = mode === "IGST" ? [line.igst] : [line.cgst * 2, line.sgst * 2];
    const other = mode === "IGST" ? line.cgst + line.sgst : line.igst;
    return heads.some((head) => Math.abs(head - due) > RUPEE) || (other !== 0 && due !== 0);
  };
  const off = numberLines(document).filter(isOff);
  if (sum + roundOffPaise !== totalPaise) {
    const amount = (paise: number) => formatPaise(paise as Paise);
    const [lines, total] = [sum + roundOffPaise, totalPaise].map(amount);
    const what = `Lines and round off total ${lines}, the total is ${total}.`;
    findings.push(error("VALUES_DO_NOT_ADD", what));
  } else if (off.length > 0) {
    findings.push(
      error("VALUES_DO_NOT_ADD", `${lineWords(off)}: the tax does not match the rate.`),
    );
  }
  if (!filer.gstin && !isFree && lines.some((line) => sumTax(line) > 0)) {
    const what = "It charges GST, which only a registered agency can do (CGST Act, s. 32).";
    findings.push(error("TAX_WITHOUT_GSTIN", what));
  }
  return findings;
}

function checkAddress(document: ReturnDocument): FindingText[] {
  const { kind, buyer, supply, date, lines } = document;
  const taxable = lines.reduce((all, line) => all + line.taxable, 0);
  const isNamed = buyer.address.trim() !== "" && buyer.stateCode !== "";
  const isDue = kind === "INVOICE" && supply === "REGULAR" && !buyer.gstin;
  if (!isDue || isNamed || taxable < valueOn(ADDRESS_FROM, date)) return [];
  const what =
    "From ₹50,000, an invoice without GSTIN must show the client’s address and State (Rule 46).";
  return [warning("B2C_ADDRESS_MISSING", what)];
}

function checkNote(note: ReturnDocument): FindingText[] {
  const { original, date, kind } = note;
  if (!original) {
    const what = "A note must show the number and date of its invoice (Rule 53).";
    return [warning("NOTE_WITHOUT_ORIGINAL", what)];
  }
  if (date < original.date) {
    const what = `It is dated before its invoice ${original.number} of ${formatDate(original.date)}.`;
    return [error("NOTE_BEFORE_ORIGINAL", what)];
  }
  const until = noteUntil(original.date);
  const lowers = note.lines.some((line) => line.cgst + line.sgst + line.igst > 0);
  if (kind !== "CREDIT_NOTE" || !lowers || date <= until) return [];
  const ofYear = `its invoice is from FY ${yearLabel(toFinancialYear(original.date)).slice(2)}`;
  const what = `Too late to reduce tax: ${ofYear}, and the time limit was ${formatDate(until)}.`;
  return [error("NOTE_TOO_LATE", what)];
}

/** Returns the last day on which a credit note can lower the tax of an invoice of that date. */
const noteUntil = (original: CalendarDate): CalendarDate =>
  `${toFinancialYear(original) + 1}-${valueOn(NOTE_UNTIL, original)}`;

/** Whether the portal registers a document: for a GSTIN, an SEZ or an export, with taxable lines. */
export const isForPortal = (document: ReturnDocument): boolean =>
  document.state === "ISSUED" &&
  document.kind !== "BILL_OF_SUPPLY" &&
  (document.buyer.gstin !== "" || isExport(document.supply)) &&
  document.lines.some((line) => !isNil(document, line) && isSomething(line));

/** Returns the highest turnover of the years before the date's, from 2017-18 on. */
function highestTurnover({ aato }: Filer, date: CalendarDate): number {
  const years = Object.entries(aato).filter(
    ([label]) => label >= "2017-18" && Number(label.slice(0, 4)) < toFinancialYear(date),
  );
  return Math.max(0, ...years.map(([, turnover]) => turnover));
}

/** Whether documents of that date need an IRN. */
export const requiresEinvoices = (filer: Filer, date: CalendarDate): boolean =>
  highestTurnover(filer, date) > valueOn(EINVOICE_ABOVE, date);

/** Returns the last day to register a document, or undefined if there is no limit. */
export function einvoiceUntil(filer: Filer, date: CalendarDate): CalendarDate | undefined {
  const { fromPaise, days } = valueOn(EINVOICE_DAYS, date);
  if (highestTurnover(filer, date) < fromPaise) return undefined;
  return new Date(Date.parse(date) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
}

function checkEinvoice(document: ReturnDocument, filer: Filer, today: CalendarDate): FindingText[] {
  const { date, irn } = document;
  if (irn || !isForPortal(document) || !requiresEinvoices(filer, date)) return [];
  const required = warning(
    "EINVOICE_REQUIRED",
    "Without an IRN it is not a valid invoice (Rule 48): register it with the portal.",
  );
  const until = einvoiceUntil(filer, date);
  if (!until || today <= until) return [required];
  const days = countDays({ dateFrom: until, dateTo: today }) - 1;
  const what = `The portal accepted it until ${formatDate(until)}, ${pluralize(days, "day")} ago.`;
  return [required, warning("EINVOICE_LATE", what)];
}
