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

// What one line may be, each with points and the reasons for them. The points put choices in order; they are
// no probabilities. Only a candidate with evidence of the party can be sure.

/** A line that nothing is matched with yet. */
export interface OpenLine extends Pick<StatementLine, "amount" | "date" | "narration" | "ref"> {
  id: string;
}

/** An entry of the account that no line clears yet; in is above zero. */
export interface OpenEntry {
  id: string;
  date: CalendarDate;
  amount: Paise;
  description: string;
  notes: string;
  /** The other account of a transfer. */
  otherId?: string | null;
  /** The name of that account. */
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
  taxable: Paise;
  balance: Paise;
}

export interface OpenInvoice extends OpenDocument {
  /** The most TDS that its next payment can have. */
  tdsLimit: Paise;
}

/** What a proposal is made of: of an invoice what is received and the tax kept back. */
export interface ProposedPart {
  kind: PartKind;
  id: string;
  name: string;
  date: CalendarDate;
  amount: Paise;
  tds: Paise;
}

export interface Candidate {
  /** Says all that accepting does. */
  id: string;
  kind: MatchKind;
  points: number;
  /** Whether something says who the party is: a reference, a name, a number, or the day. */
  hasEvidence: boolean;
  /** An entry that alone has the amount on the line's day, as the line has. */
  isOfDay?: boolean;
  /** Less than the document is due: shown last, and never sure. */
  isPart?: true;
  /** Documents of one party that come to the amount in one way: the older goes first. */
  alike?: string;
  why: string[];
  parts: ProposedPart[];
  /** What nobody else can have at the same time. */
  claims: string[];
  /** Of the oldest of them. */
  date: CalendarDate;
}

/** A line with what its narration says. */
export interface ParsedLine extends OpenLine {
  said: Narration;
  refs: string[];
  party: string[];
  /** The party, unless it is the agency itself. */
  payee: string[];
  isOwn: boolean;
  /** Words of the note, or of all that fits no form. */
  noted: string[];
  kind: LineKind;
  day: number;
}

/** Reads a line. @param own the words of the agency's own name */
export function parseNarration(line: OpenLine, isOwnName = (_: string[]) => false): ParsedLine {
  const narration = readNarration(line.narration);
  const refs = [narration.ref, line.ref].filter((ref) => ref !== null);
  const party = splitNameWords(narration.party ?? "");
  const isOwn = party.length > 0 && isOwnName(party);
  return {
    ...{ ...line, said: narration, refs, party, payee: isOwn ? [] : party, isOwn },
    noted: splitNameWords(narration.note ?? (narration.mode === "OTHER" ? line.narration : "")),
    kind: lineKind(line.narration, narration),
    day: toDayNumber(line.date),
  };
}

/** Without `Date.parse`, which takes most of the time of a large account. */
export const toDayNumber = (date: CalendarDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) /
  86_400_000;

export const countDaysBetween = (one: CalendarDate, other: CalendarDate): number =>
  Math.abs(toDayNumber(one) - toDayNumber(other));

const inr = (paise: number) => formatPaise(paise as Paise);
/** `same day`, `2 days apart` */
export const formatDaysApart = (days: number) =>
  days === 0 ? "same day" : `${pluralize(days, "day")} apart`;

/** Long references and numbers of cheques that stand in a text that somebody has typed. */
export function listRefs(text: string): string[] {
  const long = text.toUpperCase().match(/\b(?=\w*\d{6})[A-Z0-9]{12,22}\b/g) ?? [];
  const cheques = [...text.matchAll(/\b(?:cheque|chq|check)\W*(?:no\W*)?(\d{3,8})\b/gi)];
  return [...long, ...cheques.map(([, number = ""]) => number)];
}

/** Without a table, as half of the time of a large account goes to judging entries. */
export const scoreDays = (days: number): number =>
  days === 0 ? 20 : days <= 3 ? 16 : days <= 7 ? 12 : days <= 14 ? 6 : 0;
export const scoreName = (alike: number, [most, some]: [number, number]) =>
  alike >= NAMED ? most : alike >= ALIKE ? some : 0;

/** How an amount is all or less of some invoices. */
export interface Share {
  invoices: OpenDocument[];
  /** For each. */
  tds: Paise[];
  rate: number;
  how: "whole" | "tds" | "roundedTds" | "tdsOfTotal" | "charge" | "part";
  /** What a gateway or a bank keeps, with the tax on it. */
  fee?: Paise;
}

/** Ways in which a line pays less than an invoice: shown after all others, and never sure. */
const OF_LESS: Share["how"][] = ["tdsOfTotal", "charge", "part"];

const BASE: Record<Share["how"], [one: number, several: number]> = {
  whole: [40, 34],
  tds: [38, 32],
  roundedTds: [36, 30],
  tdsOfTotal: [22, 0],
  charge: [21, 0],
  part: [20, 0],
};

/** Invoices that come to the line's amount. An invoice dated after the line is never proposed. */
export function invoiceCandidate(
  line: ParsedLine,
  share: Share,
  names: OwnNames,
): Candidate | undefined {
  const { invoices, tds, rate, how, fee } = share;
  const isLess = OF_LESS.includes(how);
  const isOfGateway = fee !== undefined && how !== "charge";
  const [first] = invoices as [OpenDocument];
  if (invoices.some(({ date }) => date > line.date)) return undefined;
  const words = splitNameWords(first.client);
  const alike = names.alike(line.payee, words);
  const isNamed = alike >= ALIKE;
  if ((invoices.length > 1 || isLess) && !isNamed) return undefined;
  if (isOfGateway && !line.said.gateway) return undefined;
  const due = Math.min(...invoices.map(({ dueDate }) => countDaysBetween(line.date, dueDate)));
  const isNumbered = invoices.every(({ number }) => hasNumber(line.narration, number));
  // Whoever pays by a link, which writes the whole number, may be anybody of the client's.
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
  const parts = invoices.map(({ id, number, client, date, balance }, n) => {
    const name = `${number}, ${client}`;
    const kept = tds[n] as Paise;
    const amount = how === "part" ? line.amount : ((balance - kept) as Paise);
    return { kind: "invoice" as const, id, name, date, amount, tds: kept };
  });
  const paid = parts.map((part) => `${part.id}/${part.amount}/${part.tds}`).join();
  const claims = invoices.map(({ id }) => `i:${id}`);
  const date = invoices.map((invoice) => invoice.date).sort()[0] as string;
  return {
    ...{ id: idOf(paid, share), points, parts, claims, date },
    ...{ kind: isOfGateway ? "gateway" : "invoice", hasEvidence },
    ...(isLess && { isPart: true }),
    ...(invoices.length === 1 &&
      !isOfGateway && {
        alike: [first.clientId, how, rate, isNumbered, how === "part" ? "" : first.balance].join(
          " ",
        ),
      }),
    why: [
      sumInWords(line, share, rate),
      ...(isNamed ? ["name alike"] : []),
      ...(isNumbered ? ["number in the narration"] : []),
      ...(due <= 90 ? [dueInWords(line.date, first.dueDate)] : []),
    ],
  };
}

const idOf = (paid: string, { how, fee }: Share): string =>
  fee === undefined ? `i:${paid}` : `${how === "charge" ? "c" : "g"}:${paid};${fee}`;

function sumInWords(line: ParsedLine, { invoices, tds, how, fee }: Share, rate: number): string {
  const numbers = invoices.map(({ number }) => number).join(" and ");
  const kept = tds.reduce((sum, paise) => sum + paise, 0);
  if (how === "charge") return `${numbers} less a bank charge of ${inr(fee ?? 0)}`;
  if (fee !== undefined) return `${numbers} less the gateway's fee of ${inr(fee)}`;
  if (how === "whole") return `${inr(line.amount)} is all of ${numbers}`;
  if (how === "part")
    return `${inr(line.amount)} of the ${inr(invoices[0]?.balance ?? 0)} of ${numbers}`;
  const whole = how === "roundedTds" ? " in whole rupees" : "";
  const ofTotal = how === "tdsOfTotal" ? " of its total with GST" : "";
  const tax = rate > 0 ? `${rate}% TDS${ofTotal}` : "TDS";
  return `${inr(line.amount)} is ${numbers} less ${tax}${whole} (${inr(kept)})`;
}

function dueInWords(date: CalendarDate, dueDate: CalendarDate): string {
  const days = countDaysBetween(date, dueDate);
  if (days === 0) return "on the day it was due";
  return `${pluralize(days, "day")} ${date < dueDate ? "before" : "after"} it was due`;
}

/** Checks whether a text has the whole number, or its last part behind INV, BILL or #. */
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

/** The tax that a rate keeps back of one invoice: to the paisa, and in whole rupees, down and up. */
export function listTdsAmounts(rate: number, taxable: Paise): { tds: Paise; how: Share["how"] }[] {
  const exact = tdsAt(rate, taxable);
  const down = (Math.floor(exact / 100) * 100) as Paise;
  const rounded = down === exact ? [] : [down, (down + 100) as Paise];
  return [
    { tds: exact, how: "tds" as const },
    ...rounded.map((tds) => ({ tds, how: "roundedTds" as const })),
  ];
}
