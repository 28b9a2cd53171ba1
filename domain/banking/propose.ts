import type { CalendarDate } from "../dates.ts";
import { type Candidate, type ParsedLine, toDayNumber } from "./candidates.ts";
import { findCandidates, SHOWN, SLICE } from "./lineCandidates.ts";
import type { Field } from "./matchContext.ts";
import { suggestCharges, suggestFromHistory } from "./memory.ts";
import { createCachedReaders, newReadings, type Readings } from "./readings.ts";
import { ruleFor } from "./rules.ts";

// Proposals for the open lines of an account. Candidates of all lines are paired greedily, so that equal
// amounts go to the right lines. The same input always gives the same proposals.

export interface Proposed
  extends Omit<
    Candidate,
    "alike" | "claims" | "date" | "hasEvidence" | "isOfDay" | "isPart" | "why"
  > {
  likely: boolean;
  why: string;
}

const LIKELY = 65;
const AHEAD = 10;
const SHOWN_MAX = 9;

export type Proposals = Map<string, Proposed[]>;

/** Returns the proposals for each open line, best first; lines without a proposal are missing. */
export function propose(field: Field): Proposals {
  const slices = proposeInSlices(field);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/**
 * Computes proposals in many short steps, between which a thread can do something else.
 * @param readings cached texts and candidates of the account, updated for the next call
 */
export function* proposeInSlices(
  field: Field,
  readings: Readings = newReadings(),
): Generator<void, Proposals> {
  const lines: ParsedLine[] = [];
  const again = createCachedReaders(readings, field.own?.name ?? "");
  for (const line of field.lines) {
    lines.push(again.line(line));
    if (lines.length % SLICE === 0) yield;
  }
  const all = yield* findCandidates(field, lines, again);
  for (const id of new Set([...field.declined].map((pair) => pair.split(" ")[0] ?? ""))) {
    const found = all.get(id);
    if (!found) continue;
    const isOpen = (candidate: Candidate) => !field.declined.has(`${id} ${candidate.id}`);
    all.set(id, found.filter(isOpen));
  }
  yield;
  return yield* pairLines(lines, all, field);
}

interface Pair {
  line: ParsedLine;
  candidate: Candidate;
  /** Higher goes first: by points, then by fewer days. */
  order: number;
}

/** More than the days between any line and its candidate. */
const DAYS_MAX = 100_000;

/** Pairs lines and entries by points, then fewer days, then the older entry. Each is used once. */
function* pairLines(
  lines: ParsedLine[],
  all: Map<string, Candidate[]>,
  field: Field,
): Generator<void, Proposals> {
  const pairs = listPairs(lines, all);
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
    if (!isLikely) some.push(...proposeNewEntry(line, field));
    some.push(...parts.map((one) => toProposed(one, false)));
    if (some.length > 0) proposals.set(line.id, some.slice(0, SHOWN_MAX));
  }
  return proposals;
}

function listPairs(lines: ParsedLine[], all: Map<string, Candidate[]>): Pair[] {
  const pairs: Pair[] = [];
  for (const line of lines) {
    for (const candidate of all.get(line.id) ?? []) {
      if (candidate.isPart) continue;
      const days = candidate.alike ? 0 : Math.abs(line.day - toDayNumber(candidate.date));
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

/** The line with the most points for a claim, and the highest points of any other line. */
interface Rivals {
  id: string;
  points: number;
  others: number;
}

/** Must be called in descending order of points. */
function addRival(to: Map<string, Rivals>, claim: string, id: string, points: number): void {
  const known = to.get(claim);
  if (!known) to.set(claim, { id, points, others: 0 });
  else if (known.id !== id) known.others = Math.max(known.others, points);
}

const bestRival = (rivals: Rivals | undefined, id: string): number =>
  (rivals?.id === id ? rivals.others : rivals?.points) ?? 0;

/** Proposes at most one new entry for a line: by a rule, by earlier choices, or as a bank charge. */
function proposeNewEntry(
  line: ParsedLine,
  { rules, memory, charges, declined }: Field,
): Proposed[] {
  const found = [
    ruleFor(line, rules),
    suggestFromHistory(line, memory),
    suggestCharges(line, charges),
  ];
  return found
    .filter((one) => one !== undefined)
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
