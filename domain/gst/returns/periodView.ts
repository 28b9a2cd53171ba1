import { fromHundredths } from "../../hundredths.ts";
import { type Paise, toRupees } from "../../money.ts";
import { isExport } from "../supply.ts";
import { computeAdvances } from "./advances.ts";
import type { PeriodEntry, ReturnDocument } from "./books.ts";
import { einvoiceUntil, isForPortal, requiresEinvoices } from "./documentChecks.ts";
import { dueDates } from "./dues.ts";
import { einvoiceErrors } from "./einvoice.ts";
import type {
  EinvoiceRow,
  Figures,
  Filing,
  GstPeriod,
  HsnRowView,
  PeriodStatus,
  SectionRow,
} from "./filings.ts";
import { type Finding, toDocumentFinding } from "./findings.ts";
import { countPlaced, type Gstr1, summarizeGstr1 } from "./gstr1.ts";
import type { HsnRow } from "./hsn.ts";
import { periodName } from "./periods.ts";
import {
  type Amounts,
  NOTHING,
  type Placed,
  plus,
  type Section,
  sumAmounts,
  type Table,
} from "./placement.ts";
import { preflight } from "./preflight.ts";

// A GST period for the API and screens, in rupees.

export const figures = ({ taxable, igst, cgst, sgst }: Amounts): Figures => ({
  taxable: toRupees(taxable),
  igst: toRupees(igst),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
});

export function resolvePeriodStatus(
  { books: { period, today } }: Gstr1,
  findings: Finding[],
  isFiled: boolean,
): PeriodStatus {
  if (isFiled) return "filed";
  const isClean = findings.every(({ level }) => level === "WARNING");
  return isClean && today > period.dateTo ? "checked" : "open";
}

/**
 * Converts a period's GSTR-1 to its view.
 * @param filings of this period
 */
export function showPeriod(gstr1: Gstr1, filings: Filing[]): GstPeriod {
  const { books } = gstr1;
  const { period, filer } = books;
  const findings = preflight(books);
  const isFiled = filings.some((filing) => filing.return === period.return);
  return {
    period: period.label,
    name: periodName(period),
    return: period.return,
    filing: period.filing,
    documents: countPlaced(gstr1),
    status: resolvePeriodStatus(gstr1, findings, isFiled),
    due: dueDates(period, filer.gstin),
    preflight: findings,
    summary: showSummary(gstr1),
    sections: showSections(gstr1),
    hsn: { b2b: gstr1.hsn.b2b.map(showHsn), b2c: gstr1.hsn.b2c.map(showHsn) },
    documentsIssued: gstr1.issued,
    filings,
  };
}

function showSummary(gstr1: Gstr1): GstPeriod["summary"] {
  const { "8": nil, ...tables } = summarizeGstr1(gstr1);
  const shown = Object.entries(tables).map(([table, sum]) => [
    table,
    { documents: sum.documents, ...figures(sum) },
  ]);
  return {
    ...(Object.fromEntries(shown) as Omit<GstPeriod["summary"], "8">),
    "8": { nil: toRupees(nil.NIL), exempt: toRupees(nil.EXEMPT), nonGst: toRupees(nil.NON_GST) },
  };
}

function showSections(gstr1: Gstr1): GstPeriod["sections"] {
  const { placed, books } = gstr1;
  const filterSection = (section: Section) =>
    placed
      .filter((one) => one.section === section)
      .map((one) => toSectionRow(one, one.table as Table));
  const ofAdvances = (which: "adjusted" | "received", table: Table) =>
    [...Map.groupBy(books.taxed, (entry) => entry.document).values()].flatMap((entries) =>
      computeAdvances(entries)[which].map((row) => advanceRow(entries, row, table)),
    );
  return {
    b2b: filterSection("b2b"),
    b2cl: filterSection("b2cl"),
    b2cs: filterSection("b2cs"),
    nil: placed.filter(({ hasNil }) => hasNil).map(nilRow),
    exp: filterSection("exp"),
    at: ofAdvances("received", "11A"),
    cdnr: filterSection("cdnr"),
    cdnur: filterSection("cdnur"),
    amended: filterSection("amended"),
    txpd: ofAdvances("adjusted", "11B"),
  };
}

const head = (document: ReturnDocument) => ({
  documentId: document.id,
  kind: document.kind,
  number: document.number,
  date: document.date,
  client: document.buyer.name,
});

const linkTo = (document: ReturnDocument) =>
  toDocumentFinding(document, { code: "DRAFT_IN_PERIOD", level: "WARNING", message: "" }).link;

/** Credit notes are negative. */
function toSectionRow({ document, groups, sign }: Placed, table: Table): SectionRow {
  const sum = plus(NOTHING, sumAmounts(groups), sign);
  const total = toRupees((sign * document.totalPaise) as Paise);
  return { ...head(document), table, ...figures(sum), total };
}

function nilRow({ document, nilPaise, sign }: Placed): SectionRow {
  const taxable = (sign * (nilPaise.NIL + nilPaise.EXEMPT + nilPaise.NON_GST)) as Paise;
  const total = toRupees((sign * document.totalPaise) as Paise);
  return { ...head(document), table: "8", ...figures({ ...NOTHING, taxable }), total };
}

/** Returns the row for all entries of one document. */
function advanceRow([entry]: PeriodEntry[], row: Amounts, table: Table): SectionRow {
  const { document: documentId, kind, number, date, client, totalPaise } = entry as PeriodEntry;
  const where = { documentId, kind, number, date, client, table };
  return { ...where, ...figures(row), total: toRupees(totalPaise) };
}

const showHsn = (row: HsnRow): HsnRowView => ({
  code: row.code,
  description: row.description,
  unit: row.unit,
  qty: fromHundredths(row.qty),
  rate: fromHundredths(row.rate),
  ...figures(row),
});

/** Rows that need action come first. */
const STATES = ["MISSING_DETAILS", "TO_DO", "REGISTERED"];

/** Returns the period's documents that are registered or must be. */
export function showEinvoices({ placed, books: { filer, today } }: Gstr1): EinvoiceRow[] {
  return placed
    .filter(({ section }) => section !== "amended")
    .map(({ document }) => document)
    .filter((document) => document.irn || isToRegister(document, filer))
    .map((document) => {
      const errors = document.irn ? [] : einvoiceErrors(document, filer, today);
      const open = errors.length > 0 ? "MISSING_DETAILS" : "TO_DO";
      const { kind: _, ...of } = head(document);
      return {
        ...of,
        link: linkTo(document),
        total: toRupees(document.totalPaise),
        state: document.irn ? "REGISTERED" : open,
        errors,
        until: (!document.irn && einvoiceUntil(filer, document.date)) || "",
      } as const;
    })
    .toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
}

/** Whether a document must be registered and is not yet. */
export const isToRegister = (document: ReturnDocument, filer: Gstr1["books"]["filer"]): boolean =>
  !document.irn &&
  // The portal does not register documents worth zero.
  document.lines.some(({ taxable }) => taxable !== 0) &&
  isForPortal(document) &&
  requiresEinvoices(filer, document.date);

/** Returns why a document needs no IRN, or undefined if it does. */
export function explainNoEinvoice(
  document: ReturnDocument,
  filer: Gstr1["books"]["filer"],
): string | undefined {
  if (document.kind === "BILL_OF_SUPPLY") return "Bills of supply are not registered.";
  if (!document.buyer.gstin && !isExport(document.supply)) {
    return "Its client has no GSTIN, and it is not an export.";
  }
  if (!isForPortal(document)) return "It has no taxed items.";
  if (requiresEinvoices(filer, document.date)) return undefined;
  return "The agency’s turnover has not passed the limit in any year entered in its settings.";
}
