import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { documentBatches, entryBatches } from "./batches.ts";
import { billsToPay, type OpenBill, toBill } from "./bills.ts";
import {
  type Candidate,
  dayNumber,
  invoiceCandidate,
  type OpenDocument,
  type OpenEntry,
  type OpenInvoice,
  type OpenLine,
  type SaidLine,
} from "./candidates.ts";
import { entryCandidates, type ReadEntry, readEntries } from "./entries.ts";
import { type Memory, remembered } from "./memory.ts";
import { type OwnNames, readOwnNames, toKeyed } from "./ownNames.ts";
import { lineReader, newReadings, type Readings, readAgain } from "./readings.ts";
import { reversals } from "./reversals.ts";
import { type Rule, ruleFor } from "./rules.ts";
import { sharesOf } from "./shares.ts";
import { type OwnAccount, transfersOf } from "./transfers.ts";

// What the open lines of an account may be: candidates of all lines, paired off greedily, so that twins find
// their own. The same input gives the same proposals.

export interface Field {
  lines: OpenLine[];
  entries: OpenEntry[];
  /** Entries near the days of lines that no entry has the amount of. */
  batch?: OpenEntry[];
  invoices: OpenInvoice[];
  bills: OpenBill[];
  others: OwnAccount[];
  rules: Rule[];
  memory: Memory;
  /** Pairs of a line and a proposal that somebody has said no to. */
  declined: Set<string>;
  /** Names of the agency's clients and vendors. */
  names?: string[];
  /** The agency's name, and the number of the lines' account. */
  own?: { name: string; number: string };
}

export interface Proposed
  extends Omit<Candidate, "alike" | "claims" | "date" | "hasEvidence" | "isPart" | "why"> {
  likely: boolean;
  why: string;
}

const LIKELY = 65;
const SHOWN = 45;
const AHEAD = 10;
const SHOWN_MAX = 9;
const ALONE = 8;
/** Lines of one step. */
const SLICE = 100;

export type Proposals = Map<string, Proposed[]>;

/** For each open line what it may be, best first; nothing where nothing fits. */
export function propose(field: Field): Proposals {
  const slices = proposeInSlices(field);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/**
 * Returns the proposals after many short steps, between which a thread can do something else.
 * @param readings of the account's texts before, and afterwards of these
 */
export function* proposeInSlices(
  field: Field,
  readings: Readings = newReadings(),
): Generator<void, Proposals> {
  const lines: SaidLine[] = [];
  const again = readAgain(readings, field.own?.name ?? "");
  for (const line of field.lines) {
    lines.push(again.line(line));
    if (lines.length % SLICE === 0) yield;
  }
  const all = yield* candidatesOf(field, lines, again.entry);
  for (const id of new Set([...field.declined].map((pair) => pair.split(" ")[0] ?? ""))) {
    const found = all.get(id);
    if (!found) continue;
    const isOpen = (candidate: Candidate) => !field.declined.has(`${id} ${candidate.id}`);
    all.set(id, found.filter(isOpen));
  }
  yield;
  return yield* shown(lines, all, field);
}

/** All that each line may be. */
function* candidatesOf(
  field: Field,
  lines: SaidLine[],
  readOnce: (entry: OpenEntry) => ReadEntry,
): Generator<void, Map<string, Candidate[]>> {
  const all = new Map(lines.map((line) => [line.id, [] as Candidate[]]));
  for (const [line, candidate] of reversals(lines)) all.get(line.id)?.push(candidate);
  const documents = [...field.invoices, ...field.bills];
  const names = readOwnNames(
    [...(field.names ?? []), ...documents.map(({ client }) => client)],
    field.entries.map(({ description }) => description),
  );
  const accounts = new Map(field.others.map(({ id, name }) => [id, name]));
  const named = (entry: OpenEntry) => ({ ...entry, account: accounts.get(entry.otherId ?? "") });
  yield;
  const entries = readEntries(field.entries.map(named), readOnce);
  yield;
  const shares = sharesOf(field.invoices, names);
  const toPay = billsToPay(field.bills, names);
  const several = readBatches(field, names);
  const left = lines.filter(({ id }) => all.get(id)?.length === 0);
  const onDay = Map.groupBy(left, ({ amount, day }) => `${amount} ${day}`);
  const countOn = (amount: number, day: number) => onDay.get(`${amount} ${day}`)?.length ?? 0;
  const number = field.own?.number ?? "";
  const transfers = transfersOf(field.others, {
    ...{ names, read: lineReader(field.own?.name ?? ""), number, countOn, least: SHOWN },
  });
  for (const [n, read] of left.entries()) {
    if (n % SLICE === 0) yield;
    const line = { ...read, noted: read.noted.filter(names.isRare) };
    const found = all.get(line.id) as Candidate[];
    const { amount, day } = line;
    const isOnlyOfDay = countOn(amount, day) === 1 && entries.countOn(amount, day) === 1;
    const fit = names.fitOf(toKeyed(line.payee));
    const isNoted = entries.haveWord(line.noted);
    const facts = { fit, isNoted, least: SHOWN, isOnlyOfDay };
    const namedAccount = transfers.accountIn(line);
    found.push(...entryCandidates(line, entries.near(line), { ...facts, namedAccount }));
    // An entry that is there goes before one that would be made.
    if (found.length === 0) found.push(...transfers.of(line));
    const ofShares = (some: ReturnType<typeof shares.one>) => {
      for (const share of some) add(found, invoiceCandidate(line, share, names));
    };
    if (amount > 0) {
      ofShares(shares.one(amount));
      ofShares(shares.ofParty(line.payee, amount));
    }
    if (amount < 0) found.push(...toPay(line));
    if (!found.some(({ points }) => points >= SHOWN)) found.push(...several(line));
    equalize(found);
    const isAlone = found.length === 1 && found[0]?.kind !== "gateway";
    if (isAlone && found[0]) found[0].points += ALONE;
    if (amount > 0) ofShares(shares.parts(line.payee, amount));
    equalize(found);
  }
  return all;
}

/** Several documents or entries that come to a line together. Two and three invoices are in `sharesOf`. */
function readBatches({ invoices, bills, batch = [] }: Field, names: OwnNames) {
  const whole = <Document extends OpenDocument>(documents: Document[]) =>
    documents.map((document) => ({ document, tds: 0 as Paise }));
  const received = documentBatches([whole(invoices)], names, 4);
  const less = bills.map((document) => ({ document, tds: document.tds }));
  const hasTds = bills.some(({ tds }) => tds > 0);
  const ways = [whole(bills), ...(hasTds ? [less] : [])];
  const paid = documentBatches(ways, names, 2);
  const entries = entryBatches(batch);
  return (line: SaidLine): Candidate[] => {
    const { amount } = line;
    const documents =
      amount > 0 ? received(line, amount) : paid(line, -amount as Paise).map(toBill);
    return documents.length > 0 ? documents : entries(line);
  };
}

/** Documents of one party and amount have the points of the best, so that the older goes first. */
function equalize(found: Candidate[]): void {
  for (const [alike, some] of Map.groupBy(found, (one) => one.alike)) {
    if (alike === undefined || some.length === 1) continue;
    const most = Math.max(...some.map(({ points }) => points));
    for (const one of some) one.points = most;
  }
}

const add = (to: Candidate[], candidate: Candidate | undefined) => {
  if (candidate) to.push(candidate);
};

interface Pair {
  line: SaidLine;
  candidate: Candidate;
  /** Larger goes first: by points, then by the nearer day. */
  order: number;
}

/** More than the days between a line and its candidate. */
const DAYS_MAX = 100_000;

/** All pairs by points, then the nearer day, then the older entry: each line and each entry once. */
function* shown(
  lines: SaidLine[],
  all: Map<string, Candidate[]>,
  { rules, memory, declined }: Field,
): Generator<void, Proposals> {
  const pairs = pairsOf(lines, all);
  yield;
  const first = new Map<string, Candidate>();
  const taken = new Set<string>();
  const rivals = new Map<string, Rivals>();
  for (const { line, candidate } of pairs) {
    for (const claim of candidate.claims) addRival(rivals, claim, line.id, candidate.points);
    if (first.has(line.id) || candidate.claims.some((claim) => taken.has(claim))) continue;
    first.set(line.id, candidate);
    for (const claim of candidate.claims) taken.add(claim);
  }
  const proposals: Proposals = new Map();
  for (const [n, line] of lines.entries()) {
    if (n % SLICE === 0) yield;
    const chosen = first.get(line.id);
    const sorted = (all.get(line.id) ?? []).toSorted(
      (a, b) => b.points - a.points || compare(a.date, b.date),
    );
    const found = sorted.filter(({ isPart }) => !isPart);
    const parts = sorted.filter(({ isPart, points }) => isPart && points >= SHOWN);
    const rest = found.filter((one) => one !== chosen && one.points >= SHOWN);
    const ahead = Math.max(
      found.find((one) => one !== chosen)?.points ?? 0,
      ...(chosen?.claims ?? []).map((claim) => bestRival(rivals.get(claim), line.id)),
    );
    const isShown = chosen !== undefined && chosen.points >= SHOWN;
    const isLikely =
      isShown && chosen.hasEvidence && chosen.points >= LIKELY && chosen.points - ahead >= AHEAD;
    const some = [
      ...(isShown ? [toProposed(chosen, isLikely)] : []),
      ...rest.map((one) => toProposed(one, false)),
    ];
    if (!isLikely) some.push(...made(line, rules, memory, declined));
    some.push(...parts.map((one) => toProposed(one, false)));
    if (some.length > 0) proposals.set(line.id, some.slice(0, SHOWN_MAX));
  }
  return proposals;
}

function pairsOf(lines: SaidLine[], all: Map<string, Candidate[]>): Pair[] {
  const pairs: Pair[] = [];
  for (const line of lines) {
    for (const candidate of all.get(line.id) ?? []) {
      if (candidate.isPart) continue;
      const days = candidate.alike ? 0 : Math.abs(line.day - dayNumber(candidate.date));
      pairs.push({ line, candidate, order: candidate.points * DAYS_MAX - days });
    }
  }
  return pairs.sort(
    (a, b) =>
      b.order - a.order ||
      compare(a.candidate.date, b.candidate.date) ||
      compare(a.line.date, b.line.date) ||
      compare(a.candidate.id, b.candidate.id) ||
      compare(a.line.id, b.line.id),
  );
}

/** The line with the most points for a claim, and the most points of another line. */
interface Rivals {
  id: string;
  points: number;
  others: number;
}

/** In the order of points. */
function addRival(to: Map<string, Rivals>, claim: string, id: string, points: number): void {
  const known = to.get(claim);
  if (!known) to.set(claim, { id, points, others: 0 });
  else if (known.id !== id) known.others = Math.max(known.others, points);
}

const bestRival = (rivals: Rivals | undefined, id: string): number =>
  (rivals?.id === id ? rivals.others : rivals?.points) ?? 0;

/** What no entry is there for: by a rule, else by what people chose before. */
function made(line: SaidLine, rules: Rule[], memory: Memory, declined: Set<string>): Proposed[] {
  const found = [ruleFor(line, rules), remembered(line, memory)].filter((one) => one !== undefined);
  return found
    .filter(({ id }) => !declined.has(`${line.id} ${id}`))
    .slice(0, 1)
    .map((one) => toProposed(one, one.points >= LIKELY));
}

const toProposed = ({ id, kind, points, parts, why }: Candidate, likely: boolean): Proposed => ({
  id,
  kind,
  points,
  parts,
  likely,
  why: why.join("; "),
});

const compare = (a: CalendarDate, b: CalendarDate) => (a < b ? -1 : a > b ? 1 : 0);
