import * as v from "valibot";
import type { Filing as Frequency } from "../../agencies/agency.ts";
import { date, id, many, optionalLine, strictObject } from "../../fields.ts";
import type { Rupees } from "../../money.ts";
import type { TaxHead } from "../../purchases/offset.ts";
import type { OutwardKind } from "./books.ts";
import type { Finding } from "./findings.ts";
import type { Section, Table } from "./placement.ts";

// Requests and responses of the GST endpoints. Amounts are rupees.

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

/** GSTR-1 by default. */
export const WhichReturn = strictObject({ return: v.optional(which, "GSTR1") });

/**
 * A correction that the preflight suggests: a client's GSTIN, or codes and treatments of lines, from 1.
 */
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
  documents: number;
  createdBy: { _id: string; fullName: string };
  createdAt: string;
}

/** Open, checked (the period has ended and has no errors) or filed. */
export type PeriodStatus = "checked" | "filed" | "open";

export interface PeriodRow {
  period: string;
  return: FiledReturn;
  status: PeriodStatus;
  due: string;
  documents: number;
  errors: number;
  warnings: number;
  /** Tax on supplies, before credit. */
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

/** A document that needs an IRN or has one. */
export interface EinvoiceRow {
  documentId: string;
  link: string;
  number: string;
  date: string;
  client: string;
  total: Rupees;
  state: "MISSING_DETAILS" | "REGISTERED" | "TO_DO";
  /** Sentences about why the file leaves it out. */
  errors: string[];
  /** Last day to register it, or "". */
  until: string;
}

export interface GstPeriod {
  period: string;
  /** `October 2026`, `July to September 2026` */
  name: string;
  return: FiledReturn;
  filing: Frequency;
  status: PeriodStatus;
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

/** Note for a period with exempt supplies (CGST Rules, 42 and 43). */
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
  /** True if no GSTR-2B is loaded for the period; table 4 then follows the books. */
  isProvisional: boolean;
  /** The part of 3.1a whose tax the client pays. */
  reverseCharge: Rupees;
  /** By tax head in whole rupees, before credit. */
  payable: { igst: Rupees; cgst: Rupees; sgst: Rupees; total: Rupees };
  /** Carried forward from earlier returns: credit and negative amounts. */
  brought: {
    credit: HeadsView;
    negative: HeadsView;
    /** Whether a user entered the credit, as in the portal's ledger. */
    isTyped: boolean;
  };
  /** Estimates by tax head: available credit, credit used for tax, and credit left. */
  credit: {
    net: HeadsView;
    used: HeadsView;
    /** Used credit by the head that pays. */
    setOff: { from: TaxHead; to: TaxHead; amount: Rupees }[];
    left: HeadsView;
    /** Total of 4B(2) in all returns so far, less 4D(1): the portal's reclaim statement. */
    reclaimable: HeadsView;
    /** Reversals above the available credit, which are owed. */
    reversedBeyond: HeadsView;
  };
  /** Negative amounts carried to the next return. */
  negativeLeft: HeadsView;
  /** Tax to pay in cash, including reverse charge. */
  cash: HeadsView & { total: Rupees };
  /** Everything to pay in cash with this return: `tax` is `cash`; interest and fee are table 5.1. */
  toPay: {
    tax: HeadsView;
    interest: HeadsView;
    lateFee: HeadsView;
    byHead: HeadsView;
    total: Rupees;
  };
  /** Cost of filing late, due with the next return, as of today or the filing date. */
  interest: { days: number; igst: Rupees; cgst: Rupees; sgst: Rupees };
  lateFee: { cgst: Rupees; sgst: Rupees };
  /** The lowest cash ledger balance from the due date to the filing; it bears no interest. */
  lowestCash: HeadsView;
  /** Parts that an accountant must add, because bahi does not compute them. */
  notes: string[];
  filing: Filing | null;
}
