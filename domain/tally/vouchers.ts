import type { CalendarDate } from "../dates.ts";
import type { Posting } from "../ledger/postings.ts";
import type { Source } from "../ledger/reports.ts";
import { toDecimal } from "../money.ts";
import { escapeXml, tallyName, tallyNarration } from "./text.ts";

// Converts a row of the books to a Tally voucher, only from its postings. In Tally, a debit is a
// negative amount that is deemed positive, and a voucher adds up to exactly 0.

export const VOUCHER_TYPES = [
  "Sales",
  "Credit Note",
  "Debit Note",
  "Receipt",
  "Payment",
  "Contra",
  "Purchase",
  "Journal",
] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

/** Taxable value of one rate and HSN or SAC in an invoice or a note. */
export interface SalesLine {
  /** Key of its ledger. */
  key: string;
  /** Percent, `18` or `2.5`. */
  rate: string;
  hsnSac: string;
  treatment: string;
  /** Debit is positive. */
  paise: number;
}

/** The client on an invoice or a note, as issued. */
export interface GstParty {
  gstin: string;
  state: string;
  country: string;
  placeOfSupply: string;
}

/** A row of the books. A settlement includes the money that it booked. */
export interface Entry {
  id: string;
  date: CalendarDate;
  type: VoucherType;
  /** Number of the agency's own documents, else "". */
  number: string;
  /** Number of the related document. */
  reference: string;
  referenceDate: CalendarDate | "";
  narration: string;
  /** Key of the client or vendor, and whether this document creates the debt. */
  party: { key: string; bill: string; isNew: boolean } | undefined;
  /** By ledger key, debit positive. They add up to 0. */
  postings: Posting[];
  sales: SalesLine[];
  gst: GstParty | undefined;
  /** The record that it comes from. */
  source: Source;
}

/** Names of the books in Tally. */
export interface Names {
  /** Returns the name of a ledger, client or vendor by key. */
  of(key: string): string;
  /** Unique to this agency, for ids and marks. */
  mark: string;
  /** The agency's GSTIN, its state, and the registration's name in Tally; undefined without a GSTIN. */
  own: { gstin: string; state: string; registration: string } | undefined;
}

/** A line of a voucher, debit positive. */
export interface Line {
  key: string;
  paise: number;
  sales?: SalesLine;
}

/** @throws Error if an entry does not add up to 0, which would be our bug */
export function voucherXml(entry: Entry, names: Names): string {
  const lines = toLines(entry);
  if (lines.reduce((sum, { paise }) => sum + paise, 0) !== 0) {
    throw new Error(`The posting of ${entry.id} is not balanced`);
  }
  const { type, date, number, reference, referenceDate, narration, party, gst } = entry;
  const isInvoice = gst !== undefined;
  const id = `bahi-${names.mark}-${entry.id}`;
  const view = isInvoice ? "Invoice Voucher View" : "Accounting Voucher View";
  const isNamed = lines.some(({ key }) => key === party?.key);
  const name = isNamed && party ? names.of(party.key) : "";
  const attributes = `REMOTEID="${escapeXml(id)}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="${view}"`;
  return [
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER ${attributes}>`,
    tag("DATE", day(date)),
    tag("EFFECTIVEDATE", day(date)),
    tag("GUID", id),
    tag("VOUCHERTYPENAME", type),
    tag("VOUCHERNUMBER", number),
    tag("REFERENCE", reference),
    tag("REFERENCEDATE", day(referenceDate)),
    name ? tag("PARTYNAME", name) + tag("PARTYLEDGERNAME", name) : "",
    isInvoice ? gstXml(gst, name, names) : "",
    tag("PERSISTEDVIEW", view),
    isInvoice ? INVOICE : "",
    tag("NARRATION", tallyNarration(narration, `[bahi ${names.mark}-${entry.id}]`)),
    "\n",
    ...lines.map((line) => lineXml(line, entry, names)),
    "</VOUCHER></TALLYMESSAGE>\n",
  ].join("");
}

const INVOICE =
  "<VCHENTRYMODE>Accounting Invoice</VCHENTRYMODE><ISINVOICE>Yes</ISINVOICE>" +
  "<ISGSTOVERRIDDEN>No</ISGSTOVERRIDDEN><VCHGSTSTATUSISINCLUDED>Yes</VCHGSTSTATUSISINCLUDED>" +
  "<VCHGSTSTATUSISUNCERTAIN>No</VCHGSTSTATUSISUNCERTAIN>";

/** Returns the lines of a voucher, the party first, as in Tally. Sales are split by rate. */
export function toLines({ postings, sales, party }: Entry): Line[] {
  const sums = new Map<string, number>();
  for (const { ledger, paise } of postings) sums.set(ledger, (sums.get(ledger) ?? 0) + paise);
  const all = [...sums].flatMap(([key, paise]): Line[] =>
    key === "sales" && sales.length > 0
      ? sales.map((line) => ({ key: line.key, paise: line.paise, sales: line }))
      : [{ key, paise }],
  );
  const isParty = ({ key }: Line) => key === party?.key;
  return [...all.filter(isParty), ...all.filter((line) => !isParty(line))].filter(
    ({ paise }) => paise !== 0,
  );
}

/** Whether an entry has any lines. Postings may cancel out. */
export const hasLines = (entry: Entry): boolean => toLines(entry).length > 0;

function lineXml({ key, paise, sales }: Line, { party, gst }: Entry, names: Names): string {
  const isParty = key === party?.key;
  const list = gst ? "LEDGERENTRIES.LIST" : "ALLLEDGERENTRIES.LIST";
  const amount = toDecimal(BigInt(-paise));
  const bill =
    isParty && party.bill
      ? `<BILLALLOCATIONS.LIST>${tag("NAME", tallyName(party.bill))}${tag(
          "BILLTYPE",
          party.isNew ? "New Ref" : "Agst Ref",
        )}${tag("AMOUNT", amount)}</BILLALLOCATIONS.LIST>`
      : "";
  return [
    ` <${list}>`,
    tag("LEDGERNAME", names.of(key)),
    sales && names.own ? salesXml(sales, names.of(key)) : "",
    tag("ISDEEMEDPOSITIVE", paise > 0 ? "Yes" : "No"),
    isParty ? tag("ISPARTYLEDGER", "Yes") : "",
    tag("AMOUNT", amount),
    sales && names.own ? ratesXml(sales) : "",
    bill,
    `</${list}>\n`,
  ].join("");
}

function gstXml(gst: GstParty, party: string, { own }: Names): string {
  if (!own) return tag("BASICBUYERNAME", party);
  const { gstin, state, country, placeOfSupply } = gst;
  const registration = `<GSTREGISTRATION TAXTYPE="GST" TAXREGISTRATION="${escapeXml(own.gstin)}">`;
  return [
    tag("BASICBUYERNAME", party),
    tag("PARTYGSTIN", gstin),
    tag("GSTREGISTRATIONTYPE", registrationType(gstin)),
    tag("STATENAME", state),
    tag("COUNTRYOFRESIDENCE", country),
    tag("PLACEOFSUPPLY", placeOfSupply),
    `${registration}${escapeXml(own.registration)}</GSTREGISTRATION>`,
    tag("CMPGSTIN", own.gstin),
    tag("CMPGSTREGISTRATIONTYPE", "Regular"),
    tag("CMPGSTSTATE", own.state),
  ].join("");
}

export const registrationType = (gstin: string): string =>
  gstin ? "Regular" : "Unregistered/Consumer";

const TAXABILITY: Record<string, string> = {
  NIL: "Nil Rated",
  EXEMPT: "Exempt",
  NON_GST: "Non-GST",
};

const salesXml = ({ treatment, hsnSac }: SalesLine, name: string): string =>
  [
    tag("GSTOVRDNTAXABILITY", TAXABILITY[treatment] ?? "Taxable"),
    tag("GSTOVRDNTYPEOFSUPPLY", "Services"),
    tag("GSTSOURCETYPE", "Ledger"),
    tag("GSTLEDGERSOURCE", name),
    tag("HSNSOURCETYPE", "Ledger"),
    tag("GSTHSNNAME", hsnSac),
  ].join("");

/** Lists all three heads, like Tally's own exports. */
function ratesXml({ rate }: SalesLine): string {
  const half = String(Number(rate) / 2);
  const heads = { CGST: half, "SGST/UTGST": half, IGST: rate };
  const of = ([head, rate]: [string, string]) =>
    `<RATEDETAILS.LIST>${tag("GSTRATEDUTYHEAD", head)}${tag(
      "GSTRATEVALUATIONTYPE",
      "Based on Value",
    )}${tag("GSTRATE", rate)}</RATEDETAILS.LIST>`;
  return Object.entries(heads).map(of).join("");
}

/** Returns an XML element, or "" if it would be empty. */
export const tag = (name: string, text: string): string =>
  text === "" ? "" : `<${name}>${escapeXml(text)}</${name}>`;

export const day = (date: CalendarDate | ""): string => date.replaceAll("-", "");
