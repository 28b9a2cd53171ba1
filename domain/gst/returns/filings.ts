import * as v from "valibot";
import type { Filing as Frequency } from "../../agencies/agency.ts";
import { date, id, many, optionalLine, strictObject } from "../../fields.ts";
import type { Rupees } from "../../money.ts";
import type { TaxHead } from "../../purchases/offset.ts";
import type { OutwardKind } from "./books.ts";
import type { Finding } from "./findings.ts";
import type { Section, Table } from "./placement.ts";

// What the calls of GST take and answer. Amounts are rupees here.

export const FILED_RETURNS = ["GSTR1", "GSTR3B", "IFF"] as const;
export type FiledReturn = (typeof FILED_RETURNS)[number];

export const RETURN_NAMES: Record<FiledReturn, string> = {
  GSTR1: "GSTR-1",
  GSTR3B: "GSTR-3B",
  IFF: "IFF",
};

const which = v.picklist(FILED_RETURNS, "Return must be GSTR1, GSTR3B or IFF");

export const NewFiling = strictObject({
  return: which,
  date,
  arn: v.pipe(
    v.string("ARN is required"),
    v.trim(),
    v.toUpperCase(),
    v.nonEmpty("ARN is required"),
    v.regex(/^[A-Z0-9]{15}$/, "An ARN has 15 letters and digits, such as AA2710260012345"),
  ),
});
export type NewFiling = v.InferOutput<typeof NewFiling>;

/** Left out, GSTR-1. */
export const WhichReturn = strictObject({ return: v.optional(which, "GSTR1") });

/** What the pre-flight asks for: a client's GSTIN, or codes and treatments of lines, from 1. */
export const Correction = strictObject({
  field: v.picklist(["gstin", "hsnSac", "treatment"], "Field must be gstin, hsnSac or treatment"),
  id: id("Id is required"),
  value: optionalLine("Value"),
  lines: v.optional(
    many(
      strictObject({
        line: v.number("Line must be a number"),
        value: optionalLine("Value"),
      }),
      "lines",
      0,
    ),
    [],
  ),
});
export type Correction = v.InferOutput<typeof Correction>;

export interface Filing {
  _id: string;
  period: string;
  return: FiledReturn;
  date: string;
  arn: string;
  fileName: string;
  /** How many it reported. */
  documents: number;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
}

/** Open, without errors once it has ended, or filed. */
export type PeriodStatus = "checked" | "filed" | "open";

export interface PeriodRow {
  period: string;
  return: FiledReturn;
  status: PeriodStatus;
  due: string;
  documents: number;
  errors: number;
  warnings: number;
  /** Due on what was supplied, before credit. */
  tax: Rupees;
}

export interface Figures {
  taxable: Rupees;
  igst: Rupees;
  cgst: Rupees;
  sgst: Rupees;
}

export interface SectionRow extends Figures {
  documentId: string;
  kind: OutwardKind | "RECEIPT_VOUCHER";
  number: string;
  date: string;
  client: string;
  table: Table;
  total: Rupees;
}

export interface HsnRowView extends Figures {
  code: string;
  description: string;
  unit: string;
  qty: number;
  rate: number;
}

/** A document that needs an IRN, or has one. */
export interface EinvoiceRow {
  documentId: string;
  link: string;
  number: string;
  date: string;
  client: string;
  total: Rupees;
  state: "MISSING_DETAILS" | "REGISTERED" | "TO_DO";
  /** What keeps it out of the file, each a sentence. */
  errors: string[];
  /** The last day to register it; "" for none. */
  until: string;
}

export interface GstPeriod {
  period: string;
  /** `October 2026`, `July to September 2026` */
  name: string;
  return: FiledReturn;
  filing: Frequency;
  status: PeriodStatus;
  /** How many are reported. */
  documents: number;
  due: { gstr1: string; gstr3b: string };
  preflight: Finding[];
  summary: Record<Exclude<Table, "8">, Figures & { documents: number }> & {
    "8": { nil: Rupees; exempt: Rupees; nonGst: Rupees };
  };
  sections: Record<Section | "at" | "nil" | "txpd", SectionRow[]>;
  hsn: { b2b: HsnRowView[]; b2c: HsnRowView[] };
  documentsIssued: {
    number: number;
    name: string;
    ranges: { from: string; to: string; total: number; cancelled: number }[];
  }[];
  filings: Filing[];
}

export interface PlaceRow {
  pos: string;
  taxable: Rupees;
  igst: Rupees;
}

export interface HeadsView {
  igst: Rupees;
  cgst: Rupees;
  sgst: Rupees;
}

export interface TaxesView extends HeadsView {
  cess: Rupees;
}

export const CREDIT_ROWS = [
  ...(["4A1", "4A2", "4A3", "4A4", "4A5", "4B1", "4B2", "4C", "4D1", "4D2"] as const),
];
export type CreditRow = (typeof CREDIT_ROWS)[number];

/** What is said where a period has exempt supplies (CGST Rules, 42 and 43). */
export const COMMON_CREDIT =
  "Some supplies are exempt: Rule 42 reverses part of the credit of marked lines. Rule 43 is not computed.";

export interface Gstr3bView {
  period: string;
  name: string;
  status: PeriodStatus;
  due: string;
  tables: Record<"3.1a" | "3.1b" | "3.1c" | "3.1e", Figures> &
    Record<CreditRow, TaxesView> &
    Record<"5GST" | "5NONGST", { inter: Rupees; intra: Rupees }> & {
      "3.1d": TaxesView & { taxable: Rupees };
      "3.2": { unregistered: PlaceRow[]; composition: PlaceRow[]; uin: PlaceRow[] };
    };
  /** No GSTR-2B of the period is loaded: table 4 is as the books have it. */
  isProvisional: boolean;
  /** Of 3.1a: supplies whose tax the client pays. */
  reverseCharge: Rupees;
  /** By head in whole rupees, before credit. */
  payable: { igst: Rupees; cgst: Rupees; sgst: Rupees; total: Rupees };
  /** What this return takes over: credit, and what earlier returns had below zero. */
  brought: {
    credit: HeadsView;
    negative: HeadsView;
    /** The credit was typed, as the portal's ledger has it. */
    isTyped: boolean;
  };
  /** Estimates, by head: what there is, what pays the tax, and what is left over. */
  credit: {
    net: HeadsView;
    used: HeadsView;
    /** The same by the head whose credit pays. */
    setOff: { from: TaxHead; to: TaxHead; amount: Rupees }[];
    left: HeadsView;
    /** Reversed by 4B(2) of all returns until now, less what 4D(1) took again: the portal's statement. */
    reclaimable: HeadsView;
    /** Reversed beyond what there is: owed. */
    reversedBeyond: HeadsView;
  };
  /** What this return has below zero, for the next one. */
  negativeLeft: HeadsView;
  /** What is left to pay in money, the tax of reverse charge with it. */
  cash: HeadsView & { total: Rupees };
  /** All that is paid in money with this return: `tax` is `cash`, interest and fee are of table 5.1. */
  toPay: {
    tax: HeadsView;
    interest: HeadsView;
    lateFee: HeadsView;
    byHead: HeadsView;
    total: Rupees;
  };
  /** What filing it late costs, for the next return: as of today, or of the day on which it was filed. */
  interest: { days: number; igst: Rupees; cgst: Rupees; sgst: Rupees };
  lateFee: { cgst: Rupees; sgst: Rupees };
  /** What lay in the cash ledger all the time from the due date until it was filed: no interest on that. */
  lowestCash: HeadsView;
  /** What an accountant adds: bahi does not compute it. */
  notes: string[];
  filing: Filing | null;
}
