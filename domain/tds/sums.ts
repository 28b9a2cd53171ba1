import { type CalendarDate, toFinancialYear } from "../dates.ts";
import type { Paise } from "../money.ts";
import {
  findTdsCode,
  findTdsRate,
  ruleByPan,
  type TdsRule,
  type TdsTerms,
  termsOn,
} from "./law.ts";

// Computes TDS from sums: amounts paid or credited to a party, on the earlier of the two dates. Limits
// apply to the sums of the tax year, net of credit notes. Proposals, register, statements and challans
// use these sums.

/** An amount paid or credited to a party under a rule, or a party's credit note. */
export interface TdsEvent {
  /** Id of the bill, of its early payment, or of the advance. */
  id: string;
  /** The bill or advance, and its number. */
  document: string;
  number: string;
  /** Date of credit or payment, whichever is first. */
  date: CalendarDate;
  /** Without GST. Negative for a credit note. */
  amountPaise: Paise;
  /** The document that a credit note corrects; "" if unknown. */
  original?: string;
  /** Months of rent, `2026-04`. The amount is spread evenly. */
  months?: string[];
  /** TDS deducted; undefined if the rule decides. */
  deductedPaise?: Paise | undefined;
  /** Bounds of the rule's TDS. */
  leastPaise?: Paise;
  mostPaise?: Paise;
  /** Number of a certificate for a lower rate. */
  certificate?: string;
}

export interface TdsParty {
  rule: TdsRule | "";
  pan: string;
  /** Whether the agency deducts TDS from goods on a day. */
  deductsFromGoods?: (date: CalendarDate) => boolean;
}

/** A = lower rate by certificate, Y = below the limit. */
export type TdsRemark = "" | "A" | "Y";

/** A sum with the TDS deducted from it. */
export interface TdsSum {
  /** The event that deducted it, or "". */
  event: string;
  document: string;
  number: string;
  rule: TdsRule | "";
  code: string;
  section: string;
  dueOn: CalendarDate;
  /** "" if nothing was deducted. */
  deductedOn: CalendarDate | "";
  /** The day on which it was due for deduction, if before `deductedOn`; else "". */
  lateSince: CalendarDate | "";
  amountPaise: Paise;
  /** Percent, at most four decimals. */
  rate: number;
  taxPaise: Paise;
  remark: TdsRemark;
  certificate: string;
}

export interface Deductions {
  sums: TdsSum[];
  /** TDS of each event in paise. */
  paiseByEvent: Map<string, Paise>;
}

interface Part {
  event: TdsEvent;
  amount: number;
  month: string;
  isTaxed: boolean;
  /** The day on which the rule first required TDS that was not deducted, or "". */
  missedOn: string;
}

/** Parts of a tax year, and credit notes for sums that were already taxed. */
interface Year {
  parts: Part[];
  credit: number;
}

/** Rounds half up to rupees. */
export const toWholeRupees = (paise: number): Paise =>
  (Math.floor((paise + 50) / 100) * 100) as Paise;

/** Computes a share in hundredths of a percent, rounded to whole rupees. */
const taxOn = (amount: number, percent: number): Paise =>
  (Number((2n * BigInt(amount) * BigInt(percent) + 1_000_000n) / 2_000_000n) * 100) as Paise;

const total = (parts: { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** Computes the sums of a party's events, which can be in any order. */
export function deductTds(party: TdsParty, events: TdsEvent[]): Deductions {
  const rule = party.rule && ruleByPan(party.rule, party.pan);
  const years = new Map<number, Year>();
  const sums: TdsSum[] = [];
  const byEvent = new Map<string, Paise>();
  for (const event of events.toSorted(byDay)) {
    const at = toFinancialYear(event.date);
    const year = years.get(at) ?? { parts: [], credit: 0 };
    years.set(at, year);
    if (event.amountPaise < 0) {
      subtractNote(event, year);
      continue;
    }
    const own = addParts(event, year);
    const terms = rule ? findTerms(party, rule, event.date) : undefined;
    const rate = rule ? findTdsRate(rule, event.date, party.pan !== "") : 0;
    const hit = terms ? findTaxed(terms, year, own) : [];
    const byRule = taxOn(total(hit), rate);
    const { leastPaise = 0, mostPaise = Number.MAX_SAFE_INTEGER } = event;
    const tax = event.deductedPaise ?? (Math.min(Math.max(byRule, leastPaise), mostPaise) as Paise);
    byEvent.set(event.id, tax);
    for (const part of tax < byRule ? hit : []) part.missedOn ||= event.date;
    if (tax === 0) continue;
    const isByRule = hit.length > 0 && Math.abs(tax - byRule) < 100;
    const taxed = isByRule ? hit : ensureOwnPart(event, own);
    const usual = isByRule ? rate / 100 : ratePaid(tax, total(taxed));
    sums.push(...toSums({ rule, event, taxed, rate: usual, taxPaise: tax }));
  }
  for (const { parts } of years.values())
    sums.push(...parts.flatMap((part) => listUntaxed(rule, party, part)));
  return { sums, paiseByEvent: byEvent };
}

/** Sorts by day; on the same day credit notes come last, then by number. */
const byDay = (a: TdsEvent, b: TdsEvent): number =>
  compare(a.date, b.date) ||
  Number(a.amountPaise < 0) - Number(b.amountPaise < 0) ||
  compare(a.number, b.number) ||
  a.amountPaise - b.amountPaise ||
  compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const findTerms = ({ deductsFromGoods }: TdsParty, rule: TdsRule, date: CalendarDate) =>
  rule === "GOODS" && !deductsFromGoods?.(date) ? undefined : termsOn(rule, date);

/**
 * Subtracts a credit note from its document if that was not taxed yet, else from the next sums of the
 * year.
 */
function subtractNote({ amountPaise, original }: TdsEvent, year: Year): void {
  let rest = -amountPaise;
  const isIts = ({ event, isTaxed }: Part) => !isTaxed && event.document === original;
  const open = year.parts.filter(original ? isIts : ({ isTaxed }) => !isTaxed);
  for (const part of open) {
    const taken = Math.min(part.amount, rest);
    part.amount -= taken;
    rest -= taken;
  }
  year.credit += rest;
}

/** Adds an event's parts to its year: a single part, or one per month of rent. */
function addParts(event: TdsEvent, year: Year): Part[] {
  const taken = Math.min(event.amountPaise, year.credit);
  year.credit -= taken;
  const amount = event.amountPaise - taken;
  const months = event.months?.length ? event.months.toSorted() : [event.date.slice(0, 7)];
  const upTo = (n: number) => Math.floor((2 * amount * n + months.length) / (2 * months.length));
  const own = months.map((month, n) => ({
    event,
    month,
    isTaxed: false,
    missedOn: "",
    amount: upTo(n + 1) - upTo(n),
  }));
  const parts = own.filter((part) => part.amount > 0);
  year.parts.push(...parts);
  return parts;
}

/** Returns the parts that the rule taxes now. */
function findTaxed(terms: TdsTerms, { parts, credit }: Year, own: Part[]): Part[] {
  const { ofOne, ofYear, ofMonth, isOfExcess } = terms;
  const open = parts.filter(({ isTaxed }) => !isTaxed);
  if (ofMonth !== undefined) {
    const isAbove = (month: string) =>
      total(parts.filter((part) => part.month === month)) > ofMonth;
    const months = new Set(own.map(({ month }) => month).filter(isAbove));
    return open.filter(({ month }) => months.has(month));
  }
  if (ofYear === undefined) return own;
  const sum = total(parts) - credit;
  if (isOfExcess) {
    const taxed = total(parts.filter(({ isTaxed }) => isTaxed));
    return takeNewest(open, Math.max(0, sum - ofYear - taxed), parts);
  }
  if (sum > ofYear) return open;
  return ofOne === undefined ? [] : own.filter(({ amount }) => amount > ofOne);
}

/** Returns the newest parts with a given total; splits the last one if needed. */
function takeNewest(open: Part[], amount: number, parts: Part[]): Part[] {
  const found: Part[] = [];
  let rest = amount;
  for (const part of open.toReversed()) {
    if (rest === 0) break;
    const taken = Math.min(part.amount, rest);
    if (taken < part.amount) {
      parts.splice(parts.indexOf(part), 0, { ...part, amount: part.amount - taken });
      part.amount = taken;
    }
    found.unshift(part);
    rest -= taken;
  }
  return found;
}

/** Returns the parts from which manually entered TDS is deducted: those of its event. */
const ensureOwnPart = (event: TdsEvent, own: Part[]): Part[] =>
  own.length > 0
    ? own
    : [{ event, amount: event.amountPaise, month: "", isTaxed: false, missedOn: "" }];

/** Returns the rate in percent with four decimals. */
const ratePaid = (tax: number, amount: number): number =>
  amount === 0 ? 0 : Math.round((tax * 1_000_000) / amount) / 10_000;

interface ToSums {
  rule: TdsRule | "";
  event: TdsEvent;
  taxed: Part[];
  rate: number;
  taxPaise: Paise;
}

/** Creates a sum per part, in whole rupees that add up to the tax. */
function toSums({ rule, event, taxed, rate, taxPaise }: ToSums): TdsSum[] {
  const base = total(taxed);
  let reached = 0;
  let before = 0;
  return taxed.map((part) => {
    const { amount } = part;
    reached += amount;
    const upTo =
      reached === base ? taxPaise : Math.min(taxOn(reached, Math.round(rate * 100)), taxPaise);
    const own = (upTo - before) as Paise;
    before = upTo;
    part.isTaxed = true;
    const lateSince = part.missedOn && part.missedOn < event.date ? part.missedOn : "";
    return {
      ...describe(rule, part.event, event.date),
      event: event.id,
      deductedOn: event.date,
      lateSince,
      rate,
      taxPaise: own,
      amountPaise: amount as Paise,
      remark: event.certificate ? "A" : "",
    };
  });
}

function listUntaxed(rule: TdsRule | "", { pan }: TdsParty, part: Part): TdsSum[] {
  if (part.isTaxed || part.amount === 0 || !rule) return [];
  const { date } = part.event;
  return [
    {
      ...describe(rule, part.event, date),
      event: "",
      deductedOn: "",
      lateSince: part.missedOn,
      taxPaise: 0 as Paise,
      amountPaise: part.amount as Paise,
      rate: findTdsRate(rule, date, pan !== "") / 100,
      remark: part.missedOn ? "" : "Y",
    },
  ];
}

function describe(
  rule: TdsRule | "",
  { document, number, date, certificate }: TdsEvent,
  on: CalendarDate,
) {
  const section = (rule && termsOn(rule, on)?.section) || "";
  return {
    document,
    number,
    rule,
    section,
    dueOn: date,
    code: findTdsCode(rule, on),
    certificate: certificate ?? "",
  };
}
