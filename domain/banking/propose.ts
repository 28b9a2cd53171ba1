import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { billsToPay, type OpenBill } from "./bills.ts";
import {
  apart,
  type Candidate,
  daysBetween,
  entryCandidate,
  invoiceCandidate,
  type OpenEntry,
  type OpenInvoice,
  type OpenLine,
  type SaidLine,
  said,
} from "./candidates.ts";
import { isSameReference } from "./cells.ts";
import { type Memory, remembered } from "./memory.ts";
import { type Rule, ruleFor } from "./rules.ts";
import { sharesOf } from "./shares.ts";

// What the open lines of an account may be: candidates of all lines, paired off greedily, so that twins find
// their own. The same input gives the same proposals.

/** Another account of the agency. */
export interface OwnAccount {
  id: string;
  name: string;
  /** As its bank has it; "" while that is not known. */
  number: string;
  lines: Pick<OpenLine, "amount" | "date" | "id" | "narration">[];
}

export interface Field {
  lines: OpenLine[];
  entries: OpenEntry[];
  invoices: OpenInvoice[];
  bills: OpenBill[];
  others: OwnAccount[];
  rules: Rule[];
  memory: Memory;
  /** Pairs of a line and a proposal that somebody has said no to. */
  declined: Set<string>;
}

export interface Proposed extends Omit<Candidate, "claims" | "date" | "why"> {
  likely: boolean;
  why: string;
}

const LIKELY = 65;
const SHOWN = 45;
const AHEAD = 10;
const SHOWN_MAX = 9;
const ALONE = 8;
const TRANSFER_DAYS = 5;
const REVERSED_DAYS = 7;

/** For each open line what it may be, best first; nothing where nothing fits. */
export function propose(field: Field): Map<string, Proposed[]> {
  const lines = field.lines.map(said);
  const all = new Map(lines.map((line) => [line.id, [] as Candidate[]]));
  for (const [line, candidate] of reversals(lines)) all.get(line.id)?.push(candidate);
  const entries = Map.groupBy(field.entries, ({ amount }) => amount);
  const shares = sharesOf(field.invoices);
  const toPay = billsToPay(field.bills);
  const across = transfersOf(field.others);
  for (const line of lines) {
    const found = all.get(line.id) as Candidate[];
    if (found.length > 0) continue;
    for (const entry of entries.get(line.amount) ?? []) add(found, entryCandidate(line, entry));
    // An entry that is there goes before one that would be made.
    if (found.every(({ points }) => points < SHOWN)) found.push(...across(line));
    if (line.amount > 0) {
      for (const share of shares.one(line.amount)) add(found, invoiceCandidate(line, share));
      for (const share of shares.ofParty(line.party, line.amount)) {
        add(found, invoiceCandidate(line, share));
      }
    }
    if (line.amount < 0) found.push(...toPay(line));
    if (line.amount > 0 && found.length === 0) {
      for (const share of shares.parts(line.party, line.amount)) {
        add(found, invoiceCandidate(line, share));
      }
    }
    const isAlone = found.length === 1 && found[0]?.kind !== "gateway";
    if (isAlone && found[0]) found[0].points += ALONE;
  }
  for (const [id, found] of all) {
    const open = found.filter((candidate) => !field.declined.has(`${id} ${candidate.id}`));
    if (open.length < found.length) all.set(id, open);
  }
  return shown(lines, all, field);
}

const add = (to: Candidate[], candidate: Candidate | undefined) => {
  if (candidate) to.push(candidate);
};

/** Two lines of opposite amounts and one reference take each other back. */
function* reversals(lines: SaidLine[]): Generator<[SaidLine, Candidate]> {
  const taken = new Set<string>();
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  for (const line of lines) {
    if (taken.has(line.id) || line.refs.length === 0) continue;
    const partner = (byAmount.get(-line.amount as Paise) ?? []).find(
      (other) =>
        !taken.has(other.id) &&
        (line.said.isReversal || other.said.isReversal || line.said.mode === "CHEQUE") &&
        daysBetween(line.date, other.date) <= REVERSED_DAYS &&
        line.refs.some((one) => other.refs.some((two) => isSameReference(one, two))),
    );
    if (!partner) continue;
    for (const [one, other] of [
      [line, partner],
      [partner, line],
    ] as const) {
      taken.add(one.id);
      const days = daysBetween(one.date, other.date);
      const part = { kind: "line" as const, id: other.id, name: other.narration, date: other.date };
      yield [
        one,
        {
          ...{ id: `r:${other.id}`, kind: "reversed", points: 100, claims: [], date: one.date },
          why: ["same reference, opposite amount", apart(days)],
          parts: [{ ...part, amount: other.amount, tds: 0 as Paise }],
        },
      ];
    }
  }
}

/** Money that goes to, or comes from, another account of one's own. */
function transfersOf(others: OwnAccount[]) {
  const open = others.map((account) => ({
    ...account,
    byAmount: Map.groupBy(account.lines, ({ amount }) => amount),
    tail: account.number.replace(/\D/g, "").slice(-4),
  }));
  return (line: SaidLine): Candidate[] =>
    open.flatMap((account) => {
      const isNamed =
        (account.number.length >= 6 &&
          line.narration.includes(account.number.replace(/^0+/, ""))) ||
        (account.tail.length === 4 &&
          line.narration.split(/\W/).some((word) => word.replace(/^X+/, "") === account.tail));
      const across = (account.byAmount.get(-line.amount as Paise) ?? [])
        .filter(({ date }) => daysBetween(date, line.date) <= TRANSFER_DAYS)
        .sort((a, b) => daysBetween(a.date, line.date) - daysBetween(b.date, line.date))[0];
      if (!isNamed && !across) return [];
      const days = across ? daysBetween(across.date, line.date) : 0;
      const part = {
        kind: "account" as const,
        id: account.id,
        name: account.name,
        date: line.date,
      };
      return [
        {
          id: across ? `x:${account.id}/${across.id}` : `x:${account.id}`,
          kind: "transfer" as const,
          points: (across ? 40 + (days === 0 ? 20 : 12) : 30) + (isNamed ? 25 : 0),
          parts: [{ ...part, amount: line.amount, tds: 0 as Paise }],
          why: [
            `${line.amount < 0 ? "to" : "from"} your ${account.name}`,
            ...(across ? [`the other side is there, ${apart(days)}`] : []),
            ...(isNamed ? ["its number is in the narration"] : []),
          ],
          claims: across ? [`l:${across.id}`] : [],
          date: line.date,
        },
      ];
    });
}

/** All pairs by points, then the nearer day, then the older entry: each line and each entry once. */
function shown(
  lines: SaidLine[],
  all: Map<string, Candidate[]>,
  { rules, memory, declined }: Field,
): Map<string, Proposed[]> {
  const pairs = lines.flatMap((line) =>
    (all.get(line.id) ?? []).map((candidate) => ({
      ...{ line, candidate },
      days: daysBetween(line.date, candidate.date),
    })),
  );
  pairs.sort(
    (a, b) =>
      b.candidate.points - a.candidate.points ||
      a.days - b.days ||
      compare(a.candidate.date, b.candidate.date) ||
      compare(a.line.date, b.line.date) ||
      compare(a.candidate.id, b.candidate.id) ||
      compare(a.line.id, b.line.id),
  );
  const first = new Map<string, Candidate>();
  const taken = new Map<string, string>();
  for (const { line, candidate } of pairs) {
    if (first.has(line.id) || candidate.claims.some((claim) => taken.has(claim))) continue;
    first.set(line.id, candidate);
    for (const claim of candidate.claims) taken.set(claim, line.id);
  }
  const rivals = Map.groupBy(
    pairs.flatMap(({ line, candidate }) =>
      candidate.claims.map((claim) => ({ claim, points: candidate.points, id: line.id })),
    ),
    ({ claim }) => claim,
  );
  const proposals = new Map<string, Proposed[]>();
  for (const line of lines) {
    const chosen = first.get(line.id);
    const found = (all.get(line.id) ?? []).toSorted((a, b) => b.points - a.points);
    const rest = found.filter((one) => one !== chosen && one.points >= SHOWN);
    const ahead = Math.max(
      ...[0, ...found.filter((one) => one !== chosen).map(({ points }) => points)],
      ...(chosen?.claims ?? []).flatMap((claim) =>
        (rivals.get(claim) ?? []).filter(({ id }) => id !== line.id).map(({ points }) => points),
      ),
    );
    const isShown = chosen !== undefined && chosen.points >= SHOWN;
    const isLikely = isShown && chosen.points >= LIKELY && chosen.points - ahead >= AHEAD;
    const some = [
      ...(isShown ? [toProposed(chosen, isLikely)] : []),
      ...rest.map((one) => toProposed(one, false)),
    ];
    if (!isShown || chosen.points < LIKELY) some.push(...made(line, rules, memory, declined));
    if (some.length > 0) proposals.set(line.id, some.slice(0, SHOWN_MAX));
  }
  return proposals;
}

/** What no entry is there for: by a rule, else by what people chose before. */
function made(line: SaidLine, rules: Rule[], memory: Memory, declined: Set<string>): Proposed[] {
  const found = [ruleFor(line, rules), remembered(line, memory)].filter((one) => one !== undefined);
  return found
    .filter(({ id }) => !declined.has(`${line.id} ${id}`))
    .slice(0, 1)
    .map((one) => toProposed(one, one.points >= LIKELY));
}

const toProposed = (
  { claims: _, date: __, why, ...rest }: Candidate,
  likely: boolean,
): Proposed => ({
  ...{ ...rest, likely },
  why: why.join("; "),
});

const compare = (a: CalendarDate, b: CalendarDate) => (a < b ? -1 : a > b ? 1 : 0);
