import type { Lut } from "../../agencies/agency.ts";
import { type CalendarDate, toFinancialYear, yearLabel } from "../../dates.ts";
import type { DocumentKind } from "../../documents/kinds.ts";
import type { Hundredths } from "../../hundredths.ts";
import type { Paise } from "../../money.ts";
import type { TaxEntry } from "../../taxbook/entries.ts";
import type { GstMode, Tax } from "../figures.ts";
import type { ClientKind, Supply, Treatment } from "../supply.ts";
import type { Period } from "./periods.ts";

// Input of a return: the documents of a period as they were issued, nothing else. Amounts are numbers of
// paise, because returns accept 11 digits before the point, far below 2⁵³.

/** The agency's current details. */
export interface Filer {
  gstin: string;
  legalName: string;
  tradeName: string;
  address: string;
  city: string;
  pin: string;
  lut: Lut[];
  /** Turnover in paise by financial year, such as `2025-26`. */
  aato: Record<string, Paise>;
  isComposition: boolean;
}

export interface ReturnLine extends Tax {
  description: string;
  hsnSac: string;
  unit: string;
  qty: Hundredths;
  /** Per unit. */
  rate: Paise;
  discountPct: Hundredths;
  taxPct: Hundredths;
  treatment: Treatment | "";
  taxable: Paise;
}

/** The client as shown on the document. */
export interface Buyer {
  id: string;
  name: string;
  gstin: string;
  kind: ClientKind;
  stateCode: string;
  country: string;
  address: string;
  city: string;
  pin: string;
}

export type OutwardKind = Extract<
  DocumentKind,
  "BILL_OF_SUPPLY" | "CREDIT_NOTE" | "DEBIT_NOTE" | "INVOICE"
>;

/** An invoice, a bill of supply or a note. */
export interface ReturnDocument {
  id: string;
  kind: OutwardKind;
  number: string;
  date: CalendarDate;
  /** The day on which its tax is due; earlier than the date for a late invoice. */
  due: CalendarDate;
  state: "CANCELLED" | "DRAFT" | "ISSUED";
  buyer: Buyer;
  supply: Supply;
  reverseCharge: boolean;
  /**
   * A bill of supply, or a document of a composition dealer: no tax, whatever the rates of its lines.
   */
  isUntaxed: boolean;
  /** Tax mode on the document itself. */
  mode: GstMode;
  /** Two digits; "" if the place of supply is unknown. */
  pos: string;
  lines: ReturnLine[];
  roundOffPaise: Paise;
  totalPaise: Paise;
  /** The document that a note corrects, or null. */
  original: { id: string; number: string; date: CalendarDate; totalPaise: Paise } | null;
  /** ISO 4217 code, and millionths of a rupee per unit; "" and 0 if there is none. */
  foreignCurrency: string;
  exchangeRate: number;
  /** Invoice reference number from the portal, or "". */
  irn: string;
  /** Period of the IFF that contained it, such as `2026-08`, or "". */
  iff: string;
}

/** A receipt voucher and its uses and refunds, in order. */
export interface ReturnVoucher {
  id: string;
  number: string;
  date: CalendarDate;
  client: string;
  amountPaise: Paise;
  taxPct: Hundredths;
  supply: Supply;
  isUntaxed: boolean;
  mode: GstMode;
  pos: string;
  taken: { kind: "REFUND" | "USE"; date: CalendarDate; amountPaise: Paise }[];
}

/** A document that only table 13 counts: a voucher, or a document for purchases. */
export interface CountedDocument {
  id: string;
  kind: "PAYMENT_VOUCHER" | "RECEIPT_VOUCHER" | "REFUND_VOUCHER" | "SELF_INVOICE";
  number: string;
  date: CalendarDate;
  isCancelled: boolean;
}

/** Balances of the ledger of advances and of the vouchers at the end of a period, in paise. */
export interface AdvanceBalances {
  ledgerPaise: bigint;
  /**
   * The part of `ledger` that is an opening balance: advances from before bahi, which have no voucher.
   */
  openingPaise: bigint;
  vouchersPaise: bigint;
  /** A category that posts to the ledger, or "". */
  categoryId: string;
}

/** A document in a filed return. Amounts are by rate, and positive as on the document. */
export interface FiledDocument {
  number: string;
  date: CalendarDate;
  groups: (Tax & { taxable: Paise; rate: Hundredths })[];
}

/** An entry of the tax book in a period, with details of its document. */
export interface PeriodEntry extends TaxEntry {
  kind: OutwardKind | "RECEIPT_VOUCHER";
  client: string;
  date: CalendarDate;
  totalPaise: Paise;
}

export interface PeriodBooks {
  period: Period;
  filer: Filer;
  /**
   * Documents of the period, including drafts and cancelled documents, and late documents of filed
   * periods.
   */
  documents: ReturnDocument[];
  /** Ids of documents that a later return amends. They appear as in the filed return. */
  restated: string[];
  /** Documents that this return amends. */
  amended: { document: ReturnDocument; was: FiledDocument }[];
  /** Vouchers received by the end of the period and not used up before its first day. */
  vouchers: ReturnVoucher[];
  /** Advances, payments before their invoice, and what reduces them. */
  taxed: PeriodEntry[];
  counted: CountedDocument[];
  advances: AdvanceBalances;
  /** The highest number of each series (`parseNumber`) before the period, in the same financial year. */
  numbersBefore: Record<string, number>;
  /** Later numbers of its series that documents of other periods have. */
  otherNumbers: string[];
  /** Lower-case numbers that occur more than once in the financial year. */
  duplicates: string[];
  /** Originals, by id or number, whose credit notes exceed their total. */
  overCredited: string[];
  /** Ids of documents dated in a filed period whose return does not contain them. */
  late: string[];
  /** Ids of late documents of this filed period, which another return reports. */
  elsewhere: string[];
  /** Ids of documents changed or cancelled since their period was filed. */
  changed: string[];
  today: CalendarDate;
}

/** Returns the documents that the period's return reports, including drafts and cancelled documents. */
export function filterReported<One extends { id: string }>(
  all: One[],
  { elsewhere }: Pick<PeriodBooks, "elsewhere">,
): One[] {
  const others = new Set(elsewhere);
  return all.filter(({ id }) => !others.has(id));
}

/**
 * Returns a document's reported values as text. If the text differs, the document has changed since it
 * was filed.
 */
export function toReportedText(document: ReturnDocument): string {
  const { kind, number, date, state, supply, reverseCharge, mode, pos, roundOffPaise, totalPaise } =
    document;
  const { gstin } = document.buyer;
  const lines = document.lines.map((line) => [
    ...[line.hsnSac, line.unit, line.qty, line.taxPct, line.treatment],
    ...[line.taxable, line.cgst, line.sgst, line.igst],
  ]);
  return JSON.stringify([
    ...[kind, number, date, state, supply, reverseCharge, document.isUntaxed, mode, pos, gstin],
    ...[roundOffPaise, totalPaise, lines],
  ]);
}

/** Returns the turnover of the financial year before a date's, or 0 if it is unknown. */
export function turnoverBefore({ aato }: Pick<Filer, "aato">, date: CalendarDate): Paise {
  return aato[yearLabel(toFinancialYear(date) - 1)] ?? (0 as Paise);
}

/** Returns -1 for a credit note, else 1. */
export const toSign = ({ kind }: Pick<ReturnDocument, "kind">): 1 | -1 =>
  kind === "CREDIT_NOTE" ? -1 : 1;

export const isNote = ({ kind }: Pick<ReturnDocument, "kind">): boolean =>
  kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
