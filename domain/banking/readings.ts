import { type OpenEntry, type OpenLine, type SaidLine, said } from "./candidates.ts";
import { type ReadEntry, readEntry } from "./entries.ts";
import { likeness, wordsOf } from "./names.ts";
import { NAMED } from "./ownNames.ts";

// What narrations and descriptions say. Reading them takes a large part of the time of a large account, and
// most of them are the same the next time: what was read is kept, and compared before it is used again.

/** Texts of one account that were read before. */
export interface Readings {
  /** The agency's own name, which the reading of a line depends on. */
  own: string;
  lines: Map<string, SaidLine>;
  entries: Map<string, ReadEntry>;
}

export const newReadings = (): Readings => ({ own: "", lines: new Map(), entries: new Map() });

/** Returns a reader of lines that knows the agency's own name. */
export function lineReader(own: string): (line: OpenLine) => SaidLine {
  const name = wordsOf(own);
  const isOwnName = (party: string[]) => name.length > 0 && likeness(party, name) >= NAMED;
  return (line) => said(line, isOwnName);
}

/** Returns readers that look up what was read before, and leave in `readings` only what they were given. */
export function readAgain(readings: Readings, own: string) {
  const before = { ...readings };
  if (own !== readings.own) before.lines = new Map();
  Object.assign(readings, { own, lines: new Map(), entries: new Map() });
  const read = lineReader(own);
  return {
    line(line: OpenLine): SaidLine {
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
  };
}

const isSameLine = (one: OpenLine, other: OpenLine) =>
  one.date === other.date &&
  one.amount === other.amount &&
  one.narration === other.narration &&
  one.ref === other.ref;

const isSameEntry = (one: OpenEntry, other: OpenEntry) =>
  one.date === other.date &&
  one.amount === other.amount &&
  one.description === other.description &&
  one.notes === other.notes &&
  one.category === other.category &&
  one.otherId === other.otherId &&
  one.account === other.account;
