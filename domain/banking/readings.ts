import {
  type Candidate,
  type OpenEntry,
  type OpenLine,
  type ParsedLine,
  parseNarration,
} from "./candidates.ts";
import { type Entries, type ReadEntry, readEntry } from "./entries.ts";
import type { Field } from "./matchContext.ts";
import { computeLikeness, splitNameWords } from "./names.ts";
import { NAMED, type OwnNames } from "./ownNames.ts";

// A cache of parsed texts and candidates. They take most of the time of a large account, and a write
// changes few of them, so they are reused if their input is unchanged.

/** Cached texts and candidates of one account. */
export interface Readings {
  /** The agency's own name, on which parsing depends. */
  own: string;
  lines: Map<string, ParsedLine>;
  entries: Map<string, ReadEntry>;
  judged?: JudgedLines;
}

/** The candidates of a line, and whether sets of entries near its day were searched. */
export interface Judged {
  candidates: Candidate[];
  isOfBatch: boolean;
}

interface JudgedLines {
  /** Other input of candidates: for money in, for money out, and for sets of entries. */
  basis: { in: string; out: string; batch: string };
  /** By absolute amount. */
  lines: Map<number, ParsedLine[]>;
  entries: Entries;
  found: Map<string, Judged>;
}

export const newReadings = (): Readings => ({ own: "", lines: new Map(), entries: new Map() });

/** Returns a parser of lines that recognizes the agency's own name. */
export function lineReader(own: string): (line: OpenLine) => ParsedLine {
  const name = splitNameWords(own);
  const isOwnName = (party: string[]) => name.length > 0 && computeLikeness(party, name) >= NAMED;
  return (line) => parseNarration(line, isOwnName);
}

/** Returns parsers that use the cache, and leaves only the given texts in `readings`. */
export function createCachedReaders(readings: Readings, own: string) {
  const before = { ...readings };
  if (own !== readings.own) before.lines = new Map();
  Object.assign(readings, { own, lines: new Map(), entries: new Map() });
  const read = lineReader(own);
  return {
    line(line: OpenLine): ParsedLine {
      const known = before.lines.get(line.id);
      const found = known && isSameLine(known, line) ? known : read(line);
      readings.lines.set(line.id, found);
      return found;
    },
    entry(entry: OpenEntry): ReadEntry {
      const known = before.entries.get(entry.id);
      const found = known && isSameEntry(known, entry) ? known : readEntry(entry);
      readings.entries.set(entry.id, found);
      return found;
    },
    /** Returns a function that finds a line's candidates, or reuses cached ones. */
    candidates(
      field: Field,
      { fingerprint }: OwnNames,
      lines: ParsedLine[],
      entries: Entries,
      judge: (line: ParsedLine) => Judged,
    ): (line: ParsedLine) => Candidate[] {
      const shared = [field.others, field.own, fingerprint];
      const basis = {
        in: JSON.stringify([shared, field.invoices]),
        out: JSON.stringify([shared, field.bills, field.notes, field.dues]),
        batch: JSON.stringify(field.batch ?? []),
      };
      const byAmount = Map.groupBy(lines, ({ amountPaise }) => Math.abs(amountPaise));
      const now: JudgedLines = { basis, lines: byAmount, entries, found: new Map() };
      readings.judged = now;
      const isKnown = before.judged ? sameAs(before.judged, now) : () => false;
      return (line) => {
        const known = isKnown(line) ? before.judged?.found.get(line.id) : undefined;
        const judged = known ?? judge(line);
        now.found.set(line.id, judged);
        return judged.candidates;
      };
    },
  };
}

/** Returns a function that checks whether a line's candidates are unchanged. */
function sameAs(before: JudgedLines, now: JudgedLines): (line: ParsedLine) => boolean {
  const isIn = before.basis.in === now.basis.in;
  const isOut = before.basis.out === now.basis.out;
  const isBatch = before.basis.batch === now.basis.batch;
  const amounts = new Map<number, boolean>();
  const isSameAmount = (amount: number) =>
    isEqual(before.lines.get(amount) ?? [], now.lines.get(amount) ?? []) &&
    isEqual(before.entries.of(amount), now.entries.of(amount)) &&
    isEqual(before.entries.of(-amount), now.entries.of(-amount));
  return ({ id, amountPaise }) => {
    if (!(amountPaise > 0 ? isIn : isOut) || (!isBatch && before.found.get(id)?.isOfBatch))
      return false;
    const size = Math.abs(amountPaise);
    const isSame = amounts.get(size) ?? isSameAmount(size);
    amounts.set(size, isSame);
    return isSame;
  };
}

const isEqual = <One>(some: One[], others: One[]) =>
  some.length === others.length && some.every((one, n) => one === others[n]);

const isSameLine = (one: OpenLine, other: OpenLine) =>
  one.date === other.date &&
  one.amountPaise === other.amountPaise &&
  one.narration === other.narration &&
  one.ref === other.ref;

const isSameEntry = (one: OpenEntry, other: OpenEntry) =>
  one.date === other.date &&
  one.amountPaise === other.amountPaise &&
  one.description === other.description &&
  one.notes === other.notes &&
  one.category === other.category &&
  one.otherId === other.otherId &&
  one.account === other.account;
