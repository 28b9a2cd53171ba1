import { pluralize } from "../counts.ts";
import type { CalendarDate } from "../dates.ts";
import { tdsAt } from "../documents/payments.ts";
import { formatPaise, type Paise } from "../money.ts";
import { type LineKind, lineKind } from "./lineKinds.ts";
import type { MatchKind, PartKind } from "./matching.ts";
import { splitNameWords } from "./names.ts";
import { type Narration, readNarration } from "./narrations.ts";
import { ALIKE, NAMED, type OwnNames } from "./ownNames.ts";
import type { StatementLine } from "./statement.ts";

// Candidates for a line, each with points and reasons. Points rank the candidates; they are not
// probabilities. Only a candidate with evidence of the party can be sure.

/** An unmatched line. */
export interface OpenLine
  extends Pick<StatementLine, "amountPaise" | "date" | "narration" | "ref"> {
  id: string;
}

/** An entry that no line clears yet. Money in is positive. */
export interface OpenEntry {
  id: string;
  date: CalendarDate;
  amountPaise: Paise;
  description: string;
  notes: string;
  /** The other account of a transfer. */
  otherId?: string | null;
  account?: string | undefined;
  category?: string | null;
}

/** An open invoice or bill. */
export interface OpenDocument {
  id: string;
  number: string;
  clientId: string;
  client: string;
  date: CalendarDate;
  dueDate: CalendarDate;
  taxablePaise: Paise;
  balancePaise: Paise;
}

export interface OpenInvoice extends OpenDocument {
  /** The most TDS that its next payment can have. */
  tdsLimitPaise: Paise;
}

/** A part of a proposal. For an invoice, the amount received and the TDS. */
export interface ProposedPart {
  kind: PartKind;
  id: string;
  name: string;
  date: CalendarDate;
  amountPaise: Paise;
  tdsPaise: Paise;
}

export interface Candidate {
  /** Encodes everything that accepting does. */
  id: string;
  kind: MatchKind;
  points: number;
  /** Whether something identifies the party: a reference, a name, a number, or the day. */
  hasEvidence: boolean;
  /** Whether it is the only entry, and the line the only line, with this amount on this day. */
  isOfDay?: boolean;
  /** Less than the document's balance: listed last and never sure. */
  isPart?: true;
  /** Shared by documents of a party with the same amount, paid the same way. The oldest goes first. */
  alike?: string;
  why: string[];
  parts: ProposedPart[];
  /** Keys that no other accepted candidate may hold at the same time. */
  claims: string[];
  /** Date of the oldest part. */
  date: CalendarDate;
}

/** A line with its parsed narration. */
export interface ParsedLine extends OpenLine {
  parsedNarration: Narration;
  refs: string[];
  party: string[];
  /** The party, unless it is the agency itself. */
  payee: string[];
  isOwn: boolean;
  /** Words of the note, or of the whole narration if it fits no format. */
  noted: string[];
  kind: LineKind;
  day: number;
}

/**
 * Parses a line's narration.
 * @param isOwnName whether words are the agency's own name
 */
export function parseNarration(line: OpenLine, isOwnName = (_: string[]) => false): ParsedLine {
  const narration = readNarration(line.narration);
  const refs = [narration.ref, line.ref].filter((ref) => ref !== null);
  const party = splitNameWords(narration.party ?? "");
  const isOwn = party.length > 0 && isOwnName(party);
  return {
    ...line,
    parsedNarration: narration,
    refs,
    party,
    payee: isOwn ? [] : party,
    isOwn,
    noted: splitNameWords(narration.note ?? (narration.mode === "OTHER" ? line.narration : "")),
    kind: lineKind(line.narration, narration),
    day: toDayNumber(line.date),
  };
}

/** Avoids `Date.parse`, which would take most of the time of a large account. */
export const toDayNumber = (date: CalendarDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) /
  86_400_000;

export const countDaysBetween = (one: CalendarDate, other: CalendarDate): number =>
  Math.abs(toDayNumber(one) - toDayNumber(other));

const inr = (paise: number) => formatPaise(paise as Paise);
/** `same day`, `2 days apart` */
export const formatDaysApart = (days: number) =>
  days === 0 ? "same day" : `${pluralize(days, "day")} apart`;

/** Finds long references and cheque numbers in free text. */
export function listRefs(text: string): string[] {
  const long = text.toUpperCase().match(/\b(?=\w*\d{6})[A-Z0-9]{12,22}\b/g) ?? [];
  const cheques = [...text.matchAll(/\b(?:cheque|chq|check)\W*(?:no\W*)?(\d{3,8})\b/gi)];
  return [...long, ...cheques.map(([, number = ""]) => number)];
}

/** Uses no lookup table, because half of a large account's time goes into judging entries. */
export const scoreDays = (days: number): number =>
  days === 0 ? 20 : days <= 3 ? 16 : days <= 7 ? 12 : days <= 14 ? 6 : 0;
export const scoreName = (alike: number, [most, some]: [number, number]) =>
  alike >= NAMED ? most : alike >= ALIKE ? some : 0;

/** How an amount pays all or part of some invoices. */
export interface Share {
  invoices: OpenDocument[];
  /** For each invoice. */
  tdsPaise: Paise[];
  rate: number;
  how: "whole" | "tds" | "roundedTds" | "tdsOfTotal" | "charge" | "part";
  /** Fee withheld by a gateway or a bank, including its GST. */
  feePaise?: Paise;
}

/** Ways to pay less than an invoice: listed after all others, and never sure. */
const OF_LESS: Share["how"][] = ["tdsOfTotal", "charge", "part"];

const BASE: Record<Share["how"], [one: number, several: number]> = {
  whole: [40, 34],
  tds: [38, 32],
  roundedTds: [36, 30],
  tdsOfTotal: [22, 0],
  charge: [21, 0],
  part: [20, 0],
};

/**
 * Returns the candidate for invoices whose total is the line's amount. Never proposes an invoice dated
 * after the line.
 */
export function invoiceCandidate(
  line: ParsedLine,
  share: Share,
  names: OwnNames,
): Candidate | undefined {
  const { invoices, tdsPaise, rate, how, feePaise } = share;
  const isLess = OF_LESS.includes(how);
  const isOfGateway = feePaise !== undefined && how !== "charge";
  const [first] = invoices as [OpenDocument];
  if (invoices.some(({ date }) => date > line.date)) return undefined;
  const words = splitNameWords(first.client);
  const alike = names.alike(line.payee, words);
  const isNamed = alike >= ALIKE;
  if ((invoices.length > 1 || isLess) && !isNamed) return undefined;
  if (isOfGateway && !line.parsedNarration.gateway) return undefined;
  const due = Math.min(...invoices.map(({ dueDate }) => countDaysBetween(line.date, dueDate)));
  const isNumbered = invoices.every(({ number }) => hasNumber(line.narration, number));
  // A payment link includes the whole invoice number, and anyone at the client may have paid.
  const isWhole = invoices.every(({ number }) => holdsWhole(line.narration, number));
  const isOther = line.payee.length > 0 && !isNamed && !isWhole && !isOfGateway;
  const isTheirs = alike >= NAMED && names.isOnly(line.payee, words);
  const hasEvidence =
    !isLess &&
    !isOfGateway &&
    line.kind === "plain" &&
    (isTheirs || isWhole || (isNumbered && isNamed));
  const points =
    BASE[how][invoices.length > 1 ? 1 : 0] +
    (due <= 15 ? 12 : due <= 45 ? 8 : due <= 90 ? 4 : 0) +
    scoreName(alike, [28, 14]) +
    (isNumbered ? 35 : 0) +
    (isOther ? -25 : 0);
  const parts = invoices.map(({ id, number, client, date, balancePaise }, n) => {
    const name = `${number}, ${client}`;
    const deducted = tdsPaise[n] as Paise;
    const amount = how === "part" ? line.amountPaise : ((balancePaise - deducted) as Paise);
    return { kind: "invoice" as const, id, name, date, amountPaise: amount, tdsPaise: deducted };
  });
  const paid = parts.map((part) => `${part.id}/${part.amountPaise}/${part.tdsPaise}`).join();
  const claims = invoices.map(({ id }) => `i:${id}`);
  const date = invoices.map((invoice) => invoice.date).sort()[0] as string;
  return {
    id: toCandidateId(paid, share),
    points,
    parts,
    claims,
    date,
    kind: isOfGateway ? "gateway" : "invoice",
    hasEvidence,
    ...(isLess && { isPart: true }),
    ...(invoices.length === 1 &&
      !isOfGateway && {
        alike: [
          first.clientId,
          how,
          rate,
          isNumbered,
          how === "part" ? "" : first.balancePaise,
        ].join(" "),
      }),
    why: [
      sumInWords(line, share, rate),
      ...(isNamed ? ["similar name"] : []),
      ...(isNumbered ? ["number in the narration"] : []),
      ...(due <= 90 ? [dueInWords(line.date, first.dueDate)] : []),
    ],
  };
}

const toCandidateId = (paid: string, { how, feePaise }: Share): string =>
  feePaise === undefined ? `i:${paid}` : `${how === "charge" ? "c" : "g"}:${paid};${feePaise}`;

function sumInWords(
  line: ParsedLine,
  { invoices, tdsPaise, how, feePaise }: Share,
  rate: number,
): string {
  const numbers = invoices.map(({ number }) => number).join(" and ");
  const deducted = tdsPaise.reduce((sum, paise) => sum + paise, 0);
  if (how === "charge") return `${numbers} less a bank charge of ${inr(feePaise ?? 0)}`;
  if (feePaise !== undefined) return `${numbers} less the gateway's fee of ${inr(feePaise)}`;
  if (how === "whole") return `${inr(line.amountPaise)} pays ${numbers} in full`;
  if (how === "part")
    return `${inr(line.amountPaise)} of the ${inr(invoices[0]?.balancePaise ?? 0)} of ${numbers}`;
  const whole = how === "roundedTds" ? " in whole rupees" : "";
  const ofTotal = how === "tdsOfTotal" ? " of its total with GST" : "";
  const tax = rate > 0 ? `${rate}% TDS${ofTotal}` : "TDS";
  return `${inr(line.amountPaise)} is ${numbers} less ${tax}${whole} (${inr(deducted)})`;
}

function dueInWords(date: CalendarDate, dueDate: CalendarDate): string {
  const days = countDaysBetween(date, dueDate);
  if (days === 0) return "on its due date";
  return `${pluralize(days, "day")} ${date < dueDate ? "before" : "after"} its due date`;
}

/** Whether a text contains the whole number, or its last part after INV, BILL or #. */
export function hasNumber(narration: string, number: string): boolean {
  if (holdsWhole(narration, number)) return true;
  const last = Number(/(\d+)\D*$/.exec(number)?.[1] ?? Number.NaN);
  return [
    ...narration.matchAll(/(?:\bINV(?:OICE)?|\bBILL|#)\W{0,3}(?:NO\W{0,3})?(\d{1,8})\b(?!\W\d)/gi),
  ].some(([, found]) => Number(found) === last);
}

function holdsWhole(narration: string, number: string): boolean {
  const squeeze = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const whole = squeeze(number);
  return whole.length >= 6 && squeeze(narration).includes(whole);
}

/** Returns the TDS on an invoice at a rate: to the paisa, and rounded down and up to rupees. */
export function listTdsAmounts(
  rate: number,
  taxable: Paise,
): { tdsPaise: Paise; how: Share["how"] }[] {
  const exact = tdsAt(rate, taxable);
  const down = (Math.floor(exact / 100) * 100) as Paise;
  const rounded = down === exact ? [] : [down, (down + 100) as Paise];
  return [
    { tdsPaise: exact, how: "tds" as const },
    ...rounded.map((tds) => ({ tdsPaise: tds, how: "roundedTds" as const })),
  ];
}
