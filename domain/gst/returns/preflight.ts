import { formatDate } from "../../dates.ts";
import { formatInr, type Paise, toRupees } from "../../money.ts";
import { lowerFirst } from "../../names.ts";
import { gstinWarning } from "../gstin.ts";
import { findStateByGstin } from "../states.ts";
import { type Buyer, isNote, type PeriodBooks, type ReturnDocument } from "./books.ts";
import { checkDocument } from "./documentChecks.ts";
import {
  error,
  type Finding,
  type FindingText,
  type Fix,
  toDocumentFinding,
  warning,
} from "./findings.ts";
import { IFF_MOST, valueOn } from "./law.ts";
import { formatNumberInSeries, isPortalNumber, parseNumber } from "./numbers.ts";
import { toCurrentPos } from "./placement.ts";

// The check before a return is filed. An ERROR is something the portal refuses, or a wrong amount. A
// WARNING needs a look by an accountant. Nothing is fixed automatically.

/** Returns issues sorted by code and subject, without duplicates of the two. */
export function preflight(books: PeriodBooks): Finding[] {
  const issued = books.documents.filter(({ state }) => state === "ISSUED");
  const findings = [
    ...checkAgency(books),
    ...checkClients(books, issued),
    ...books.documents.flatMap((document) =>
      checkState(document, books).map((finding) => toDocumentFinding(document, finding)),
    ),
    ...issued.flatMap((document) =>
      checkDocument(document, books.filer, books.today).map((finding) =>
        toDocumentFinding(document, finding),
      ),
    ),
    ...checkAdvances(books),
    ...checkVouchers(books),
    ...checkGaps(books),
    ...checkOrder(books),
    ...checkIff(books, issued),
  ];
  const once = new Map(findings.map((finding) => [`${finding.code}\n${finding.subject}`, finding]));
  return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
}

function checkAgency({ filer }: PeriodBooks): Finding[] {
  const { gstin, tradeName: subject } = filer;
  const link = "/settings/metadata";
  if (!gstin) {
    const message = "Enter the agency’s GSTIN; a return is filed under it.";
    return [{ ...error("AGENCY_GSTIN_MISSING", message), subject, link }];
  }
  const wrong = gstinWarning(gstin);
  return wrong ? [{ ...error("AGENCY_GSTIN_INVALID", `${wrong}.`), subject, link }] : [];
}

function checkClients({ filer }: PeriodBooks, issued: ReturnDocument[]): Finding[] {
  // Clients as on their documents. If a client's details changed in between, both versions are checked.
  const buyers = new Map(
    issued.map(({ buyer }) => [
      `${buyer.id} ${buyer.gstin} ${buyer.kind} ${buyer.stateCode}`,
      buyer,
    ]),
  );
  return [...buyers.values()].flatMap((buyer) =>
    checkBuyer(buyer, filer.gstin).map((finding) => ({
      ...finding,
      subject: buyer.name,
      link: `/clients?client=${buyer.id}`,
      ...(finding.code !== "GSTIN_IS_OWN" && { fix: gstinFix(buyer) }),
    })),
  );
}

/** The state follows the GSTIN, so saving the same GSTIN again fixes the state. */
const gstinFix = ({ id, gstin }: Buyer): Fix => ({ field: "gstin", id, value: gstin, lines: [] });

const REGISTERED: Partial<Record<Buyer["kind"], string>> = {
  REGULAR: "registered",
  SEZ: "an SEZ unit",
  COMPOSITION: "a composition dealer",
  UIN: "a UIN holder",
};

function checkBuyer({ gstin, kind, stateCode }: Buyer, own: string): FindingText[] {
  const findings: FindingText[] = [];
  const what = REGISTERED[kind];
  if (!gstin && what) {
    const say = kind === "REGULAR" ? warning : error;
    findings.push(say("CLIENT_GSTIN_MISSING", `The client is ${what}, but has no GSTIN.`));
  }
  const wrong = gstinWarning(gstin);
  if (wrong) findings.push(error("CLIENT_GSTIN_INVALID", `GSTIN ${gstin}: ${lowerFirst(wrong)}.`));
  if (gstin && gstin === own) {
    findings.push(error("GSTIN_IS_OWN", "The client’s GSTIN is the agency’s own."));
  }
  const state = findStateByGstin(gstin);
  if (state && stateCode && kind !== "UIN" && toCurrentPos(stateCode) !== state.code) {
    const where = `The GSTIN is for ${state.name}, but the client’s State is different.`;
    findings.push(warning("GSTIN_NOT_CLIENT_STATE", where));
  }
  return findings;
}

/** Checks the number and state of a document, issued or not. */
function checkState(document: ReturnDocument, books: PeriodBooks): FindingText[] {
  const { id, number, state, date } = document;
  if (state === "DRAFT") {
    return [warning("DRAFT_IN_PERIOD", "A draft has this number; it counts as cancelled.")];
  }
  const findings = checkNumber(number);
  if (books.late.includes(id)) {
    const what = `Dated ${formatDate(date)}, in a period that was filed without it.`;
    findings.push(warning("LATE_DOCUMENT", `${what} It goes into the next open period.`));
  }
  if (books.changed.includes(id)) {
    const what = "Changed after its period was filed; the change is not reported.";
    const remedy = "Issue a credit or debit note, or amend it in an open return (9A, 9C).";
    findings.push(warning("CHANGED_AFTER_FILING", `${what} ${remedy}`));
  }
  if (state === "CANCELLED") return findings;
  if (books.duplicates.includes(number.toLowerCase())) {
    const what = "Another document of the financial year has this number.";
    findings.push(error("NUMBER_DUPLICATE", what));
  }
  const { original } = document;
  const key = original && (original.id || original.number);
  if (isNote(document) && key && books.overCredited.includes(key)) {
    const what = `The credit notes for ${original.number} exceed its total.`;
    findings.push(warning("NOTE_EXCEEDS_ORIGINAL", what));
  }
  return findings;
}

function checkNumber(number: string): FindingText[] {
  if (number.length > 16) {
    const what = `The portal accepts at most 16 characters; this number has ${number.length}.`;
    return [error("NUMBER_TOO_LONG", what)];
  }
  if (isPortalNumber(number)) return [];
  const what = "A number has letters, digits, - and /, and not only zeros.";
  return [error("NUMBER_CHARACTERS", what)];
}

/**
 * An advance booked without a voucher has no GST, and is in no table of the return. Advances from before
 * bahi are in the ledger's opening balance until a journal uses them.
 */
function checkAdvances({ advances, period }: PeriodBooks): Finding[] {
  const { ledgerPaise, openingPaise, vouchersPaise, categoryId } = advances;
  if (ledgerPaise === vouchersPaise || ledgerPaise - openingPaise === vouchersPaise) return [];
  const [ours, theirs] = [ledgerPaise, vouchersPaise].map((paise) => formatInr(toRupees(paise)));
  const message =
    `On ${formatDate(period.dateTo)} the advances ledger is ${ours}, but the vouchers total ${theirs}. ` +
    "Record each advance as an advance, not as a plain entry.";
  const link = categoryId ? `/transactions?categoryId=${categoryId}&preset=custom` : "/vouchers";
  return [{ ...error("ADVANCES_DIFFER", message), subject: "Advances from customers", link }];
}

function checkVouchers({ vouchers, counted, late, changed }: PeriodBooks): Finding[] {
  const overused = vouchers.flatMap(({ id, number, amountPaise, taken }) => {
    const gone = taken.reduce((all, { amountPaise }) => all + amountPaise, 0);
    if (gone <= amountPaise) return [];
    const message = "More of this advance was used and refunded than was received.";
    const finding = error("ADVANCE_OVERUSED", message);
    return [{ ...finding, subject: number, link: `/vouchers/${id}` }];
  });
  const odd = counted.flatMap(({ id, number, date }) => {
    const findings = checkNumber(number);
    if (late.includes(id)) {
      const what = `Dated ${formatDate(date)}, in a period that was filed without it.`;
      findings.push(warning("LATE_DOCUMENT", `${what} It goes into the next open period.`));
    }
    if (changed.includes(id)) {
      findings.push(warning("CHANGED_AFTER_FILING", "Changed after its period was filed."));
    }
    return findings.map((one) => ({ ...one, subject: number, link: `/vouchers/${id}` }));
  });
  return [...overused, ...odd];
}

/** More missing numbers in a row become one issue: nobody checks hundreds. */
const GAPS_MAX = 20;

function checkGaps(books: PeriodBooks): Finding[] {
  const { documents, counted, numbersBefore } = books;
  const inSeries = (numbers: string[]) =>
    Map.groupBy(
      numbers.map(parseNumber).filter((one) => one !== undefined),
      ({ series }) => series,
    );
  const others = inSeries(books.otherNumbers);
  const bySeries = inSeries([...documents, ...counted].map(({ number }) => number));
  return [...bySeries].flatMap(([series, some]) => {
    const all = [...some, ...(others.get(series) ?? [])];
    const inOrder = all.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    let last = numbersBefore[series] ?? (inOrder[0] as number) - 1;
    const gaps: [from: number, to: number][] = [];
    for (const sequence of inOrder) {
      if (sequence > last + 1) gaps.push([last + 1, sequence - 1]);
      last = Math.max(last, sequence);
    }
    return gaps.flatMap(([from, to]) => gapFindings(series, from, to));
  });
}

function gapFindings(series: string, from: number, to: number): Finding[] {
  const what = warning("NUMBER_GAP", "No document has this number. Record the reason.");
  const link = "/invoices";
  if (to - from >= GAPS_MAX) {
    const subject = `${formatNumberInSeries(series, from)} to ${formatNumberInSeries(series, to)}`;
    return [
      { ...what, message: "No document has these numbers. Record the reason.", subject, link },
    ];
  }
  return Array.from({ length: to - from + 1 }, (_, n) => ({
    ...what,
    subject: formatNumberInSeries(series, from + n),
    link,
  }));
}

/**
 * Reports numbers higher than that of a later-dated document: Rule 46(b) requires consecutive numbers.
 */
function checkOrder({ documents }: PeriodBooks): Finding[] {
  const numbered = documents.flatMap((document) => {
    const place = parseNumber(document.number);
    return place ? [{ document, ...place }] : [];
  });
  return [...Map.groupBy(numbered, ({ series }) => series).values()].flatMap((some) => {
    let latest = some[0]?.document;
    return some
      .toSorted((a, b) => a.sequence - b.sequence)
      .flatMap(({ document }) => {
        const before = latest;
        if (!before || document.date >= before.date) {
          latest = document;
          return [];
        }
        const when = `${before.number} of ${formatDate(before.date)}`;
        const what = `Dated before ${when}, which has an earlier number.`;
        return [toDocumentFinding(document, warning("NUMBER_OUT_OF_ORDER", what))];
      });
  });
}

/** Documents above the limit of an IFF go into the quarterly return. */
function checkIff({ period }: PeriodBooks, issued: ReturnDocument[]): Finding[] {
  if (period.return !== "IFF") return [];
  const most = valueOn(IFF_MOST, period.dateTo);
  const listed = issued.filter(({ buyer }) => buyer.gstin);
  const value = listed
    .filter((document) => document.kind !== "CREDIT_NOTE")
    .flatMap(({ lines }) => lines)
    .reduce((sum, { taxable }) => sum + taxable, 0) as Paise;
  if (value <= most) return [];
  const [ours, limit] = [value, most].map((paise) => formatInr(toRupees(paise)));
  const message =
    `The month’s invoices total ${ours}; an IFF can report at most ${limit} (Rule 59(2)). ` +
    "Leave some for the quarter’s return.";
  return [{ ...error("IFF_ABOVE_LIMIT", message), subject: "IFF", link: "/invoices" }];
}
