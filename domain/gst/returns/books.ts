import type { Lut } from "../../agencies/agency.ts";
import { type CalendarDate, toFinancialYear, yearLabel } from "../../dates.ts";
import type { DocumentKind } from "../../documents/kinds.ts";
import type { Hundredths } from "../../hundredths.ts";
import type { Paise } from "../../money.ts";
import type { TaxEntry } from "../../taxbook/entries.ts";
import type { GstMode, Tax } from "../figures.ts";
import type { ClientKind, Supply, Treatment } from "../supply.ts";
import type { Period } from "./periods.ts";

// What a return is made of: the documents of a period as they were issued, and nothing else of the books.
// Sums are numbers of paise: a return takes values of 11 digits before the point, far below 2⁵³.

/** Whose return it is, as the agency is now. */
export interface Filer {
  gstin: string;
  legalName: string;
  tradeName: string;
  address: string;
  city: string;
  pin: string;
  lut: Lut[];
  /** Turnover by financial year, `2025-26`, in paise. */
  aato: Record<string, Paise>;
  isComposition: boolean;
}

export interface ReturnLine extends Tax {
  description: string;
  hsnSac: string;
  unit: string;
  qty: Hundredths;
  /** For one. */
  rate: Paise;
  discountPct: Hundredths;
  taxPct: Hundredths;
  treatment: Treatment | "";
  taxable: Paise;
}

/** The client as the document shows them. */
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
  /** The day on which its tax falls due: earlier for an invoice that came too late. */
  due: CalendarDate;
  state: "CANCELLED" | "DRAFT" | "ISSUED";
  buyer: Buyer;
  supply: Supply;
  reverseCharge: boolean;
  /** A bill of supply, or a composition dealer's: it carries no tax, whatever its lines say. */
  isUntaxed: boolean;
  /** As the document was taxed. */
  mode: GstMode;
  /** Two digits; "" where its place resolves to none. */
  pos: string;
  lines: ReturnLine[];
  roundOff: Paise;
  total: Paise;
  /** Of a note; null where it names none. */
  original: { id: string; number: string; date: CalendarDate; total: Paise } | null;
  /** ISO 4217, and rupees for one in millionths; "" and 0 for none. */
  foreignCurrency: string;
  exchangeRate: number;
  /** Registered with the portal; "" for none. */
  irn: string;
  /** The period, `2026-08`, whose IFF carried it; "" for none. */
  iff: string;
}

/** A receipt voucher, and all that was taken of it in the order in which it was. */
export interface ReturnVoucher {
  id: string;
  number: string;
  date: CalendarDate;
  client: string;
  amount: Paise;
  taxPct: Hundredths;
  supply: Supply;
  isUntaxed: boolean;
  mode: GstMode;
  pos: string;
  taken: { kind: "REFUND" | "USE"; date: CalendarDate; amount: Paise }[];
}

/** A document that only counts in table 13: a voucher, or a paper of the bought side. */
export interface CountedDocument {
  id: string;
  kind: "PAYMENT_VOUCHER" | "RECEIPT_VOUCHER" | "REFUND_VOUCHER" | "SELF_INVOICE";
  number: string;
  date: CalendarDate;
  isCancelled: boolean;
}

/** What the ledger of advances and the vouchers hold at the end of a period, in paise of any size. */
export interface AdvanceBalances {
  ledger: bigint;
  /** What of `ledger` is an opening balance: advances from before bahi, which have no voucher here. */
  opening: bigint;
  vouchers: bigint;
  /** A category that posts to the ledger; "" for none. */
  categoryId: string;
}

/** What a filed file has of a document, its amounts by rate and positive as on the document. */
export interface FiledDocument {
  number: string;
  date: CalendarDate;
  groups: (Tax & { taxable: Paise; rate: Hundredths })[];
}

/** What the tax book has of a document in a period, with the words for it. */
export interface PeriodEntry extends TaxEntry {
  kind: OutwardKind | "RECEIPT_VOUCHER";
  client: string;
  date: CalendarDate;
  total: Paise;
}

export interface PeriodBooks {
  period: Period;
  filer: Filer;
  /** Of the period with its drafts and cancelled ones, and late ones of periods that were filed. */
  documents: ReturnDocument[];
  /** Documents of a filed period that a later return amends: they are as the filed file has them. */
  restated: string[];
  /** What of filed returns it amends. */
  amended: { document: ReturnDocument; was: FiledDocument }[];
  /** Received by the end of the period, and not wholly gone before its first day. */
  vouchers: ReturnVoucher[];
  /** Advances and payments before their invoice, and what takes them off. */
  taxed: PeriodEntry[];
  counted: CountedDocument[];
  advances: AdvanceBalances;
  /** The highest number of each series (`parseNumber`) before the period, in its financial year. */
  numbersBefore: Record<string, number>;
  /** Numbers of its series that documents of other periods carry, after those. */
  otherNumbers: string[];
  /** Numbers in lower case that more than one document of the financial year carries. */
  duplicates: string[];
  /** What all credit notes of an original come to, by its id or number, where it is more than its total. */
  overCredited: string[];
  /** Ids of what is dated in a period that was filed without it. */
  late: string[];
  /** Ids of documents that belong to another return: the period is filed, and they came late. */
  elsewhere: string[];
  /** Ids of what was changed or cancelled since its period was filed. */
  changed: string[];
  today: CalendarDate;
}

/** The documents that the return of the period reports, drafts and cancelled ones among them. */
export function filterReported<One extends { id: string }>(
  all: One[],
  { elsewhere }: Pick<PeriodBooks, "elsewhere">,
): One[] {
  const others = new Set(elsewhere);
  return all.filter(({ id }) => !others.has(id));
}

/** What of a document a return says: it has changed since it was filed where this has. */
export function toReportedText(document: ReturnDocument): string {
  const { kind, number, date, state, supply, reverseCharge, mode, pos, roundOff, total } = document;
  const { gstin } = document.buyer;
  const lines = document.lines.map((line) => [
    ...[line.hsnSac, line.unit, line.qty, line.taxPct, line.treatment],
    ...[line.taxable, line.cgst, line.sgst, line.igst],
  ]);
  return JSON.stringify([
    ...[kind, number, date, state, supply, reverseCharge, document.isUntaxed, mode, pos, gstin],
    ...[roundOff, total, lines],
  ]);
}

/** The turnover of the financial year before a date's; 0 where nobody has said. */
export function turnoverBefore({ aato }: Pick<Filer, "aato">, date: CalendarDate): Paise {
  return aato[yearLabel(toFinancialYear(date) - 1)] ?? (0 as Paise);
}

/** -1 for a credit note. */
export const toSign = ({ kind }: Pick<ReturnDocument, "kind">): 1 | -1 =>
  kind === "CREDIT_NOTE" ? -1 : 1;

export const isNote = ({ kind }: Pick<ReturnDocument, "kind">): boolean =>
  kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
