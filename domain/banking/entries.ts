import type { Paise } from "../money.ts";
import {
  type Candidate,
  formatDaysApart,
  listRefs,
  type OpenEntry,
  type ParsedLine,
  scoreDays,
  scoreName,
  toDayNumber,
} from "./candidates.ts";
import { isSameReference, refKey } from "./cells.ts";
import { isOfKind } from "./lineKinds.ts";
import { splitNameWords } from "./names.ts";
import { ALIKE, type Fit, type Keyed, NAMED, readOwnNames, toKeyed } from "./ownNames.ts";

// Finds entries of the books that may match a line: same amount, close in time. Uses indexes, never all
// pairs.

/** Maximum days between an entry and its line; the second applies if their references match. */
const ENTRY_DAYS = 14;
export const ENTRY_DAYS_BY_REFERENCE = 90;
/** A line with more entries nearby than this matches none in particular. */
const NEAR_MAX = 12;
/** Penalty if another party is named. */
const OTHER = 25;

export interface ReadEntry extends OpenEntry {
  day: number;
  refs: string[];
  /** Words of its description and notes. */
  text: Keyed;
}

export const readEntry = (entry: OpenEntry): ReadEntry => {
  const text = `${entry.description} ${entry.notes}`;
  const words = splitNameWords(`${text} ${entry.account ?? ""}`);
  return { ...entry, day: toDayNumber(entry.date), refs: listRefs(text), text: toKeyed(words) };
};

const isLong = (ref: string) => refKey(ref).length >= 10;

/**
 * Returns points for equal references, or undefined if references of the same channel differ, which
 * rules the entry out.
 */
function byReference(line: ParsedLine, refs: string[]): number | undefined {
  if (line.refs.some((one) => refs.some((other) => isSameReference(one, other)))) return 35;
  const isComparable = (ref: string) => line.refs.some((one) => isLong(one) === isLong(ref));
  const isOfChannel = line.parsedNarration.mode === "CHEQUE" || line.refs.some(isLong);
  return isOfChannel && refs.some(isComparable) ? undefined : 0;
}

export interface EntryFacts {
  /** Compares a text with the line's party. */
  fit: (text: Keyed) => Fit;
  /** Whether a text contains a word of the line's note. */
  isNoted: (text: Keyed) => boolean;
  /** Entries with fewer points are not shown. */
  least?: number;
  /** The own account whose number is in the narration. */
  namedAccount?: string | undefined;
  /** Whether no other line or entry has this amount on the line's day. */
  isOnlyOfDay: boolean;
}

const NO_FIT: Fit = { alike: 0, isOther: false };

interface Judged {
  points: number;
  hasEvidence: boolean;
  isOfDay: boolean;
  ref: number;
  name: number;
  days: number;
}

/** Scores an entry of the same amount. Returns undefined if it cannot match the line. */
export function judgeEntry(
  line: ParsedLine,
  entry: ReadEntry,
  { fit: fitOf, isNoted: isNotedIn, least = 0, namedAccount, isOnlyOfDay }: EntryFacts,
): Judged | undefined {
  const days = Math.abs(line.day - entry.day);
  const hasRefs = entry.refs.length > 0 && line.refs.length > 0;
  const ref = hasRefs ? byReference(line, entry.refs) : 0;
  if (ref === undefined || days > (ref ? ENTRY_DAYS_BY_REFERENCE : ENTRY_DAYS)) return undefined;
  const canBeOther = 40 + scoreDays(days) - OTHER >= least;
  const isOurs = namedAccount !== undefined && entry.otherId === namedAccount;
  const { words } = entry.text;
  const hasPayee = line.payee.length > 0;
  const { alike, isOther: isOfOther } = hasPayee ? fitOf(entry.text) : NO_FIT;
  // Most entries of an amount name someone else, so they are excluded first.
  if (isOfOther && !ref && !isOurs && !canBeOther) return undefined;
  const isNoted = isNotedIn(entry.text);
  const isStranger = hasPayee && alike < ALIKE && !isNoted;
  const isOther = !ref && !isOurs && (isOfOther || isStranger);
  if (isOther && !canBeOther) return undefined;
  const isKind =
    line.kind === "plain" || isOfKind(line.kind, `${entry.description} ${entry.category ?? ""}`);
  const name = isOfOther ? 0 : scoreName(alike, [25, 12]);
  const isNamed = alike >= NAMED && !isOfOther;
  // A second word in common, as in SKYLINE MEDIA and Blue Sky Media, proves nothing.
  const [begins] = line.payee;
  // Nor does the day, if the narration has no known format and may name anyone.
  const isSilent = begins === undefined && line.parsedNarration.mode !== "OTHER";
  const isClose = isSilent || isNoted || (begins !== undefined && words.includes(begins));
  const isOfDay = days === 0 && isOnlyOfDay && !isOther && isClose;
  return {
    points: 40 + scoreDays(days) + ref + name - (isOther || !isKind ? OTHER : 0),
    isOfDay,
    hasEvidence: ref > 0 || (isKind && (isNamed || isOurs || isOfDay)),
    ref,
    name,
    days,
  };
}

/** Returns an entry of the same amount as a candidate, with the reasons. */
export function toEntryCandidate(
  line: ParsedLine,
  entry: ReadEntry,
  { points, hasEvidence, isOfDay, ref, name: byName, days }: Judged,
): Candidate {
  const why = ["same amount", formatDaysApart(days)];
  if (ref) why.push(line.parsedNarration.mode === "CHEQUE" ? "same cheque" : "same reference");
  if (byName) why.push("similar name");
  const { id, date, amountPaise, description: name } = entry;
  const claim = `t:${id}`;
  // Avoids spreading objects, which would take most of the time of a large account.
  return {
    id: claim,
    kind: "transaction",
    points,
    hasEvidence,
    isOfDay,
    why,
    date,
    claims: [claim],
    parts: [{ kind: "transaction", id, name, date, amountPaise, tdsPaise: 0 as Paise }],
  };
}

/** Explains why an entry chosen by the user matches the line, or returns "". */
export function explainEntry(line: ParsedLine, entry: OpenEntry): string {
  const read = readEntry(entry);
  const fit = readOwnNames([], []).fitOf(toKeyed(line.payee));
  const isNoted = ({ words }: Keyed) => line.noted.some((word) => words.includes(word));
  const found = judgeEntry(line, read, { fit, isNoted, isOnlyOfDay: false });
  return found ? toEntryCandidate(line, read, found).why.join("; ") : "";
}

export interface Entries {
  /** Returns the entries of an amount, oldest first. */
  of(amount: number): ReadEntry[];
  /** Returns the entries of the line's amount near its day or with its reference. */
  near(line: ParsedLine): ReadEntry[];
  /** Returns the number of entries of an amount on a day. */
  countOn(amount: number, day: number): number;
  /** Returns a function that checks whether a text of these entries contains one of the words. */
  haveWord(words: string[]): (text: Keyed) => boolean;
}

/**
 * Indexes entries by amount and day.
 * @param readOnce reads an entry; may return a cached one
 */
export function readEntries(entries: OpenEntry[], readOnce = readEntry): Entries {
  const byAmount = Map.groupBy(entries, ({ amountPaise }) => amountPaise);
  const read = new Map<number, ReadEntry[]>();
  const ofReference = new Map<string, ReadEntry[]>();
  const texts = new Map<string, Keyed>();
  const withWord = new Map<string, Set<Keyed>>();
  const internText = (text: Keyed): Keyed => {
    const known = texts.get(text.key);
    if (known) return known;
    texts.set(text.key, text);
    for (const word of text.words) {
      const some = withWord.get(word);
      if (some) some.add(text);
      else withWord.set(word, new Set([text]));
    }
    return text;
  };
  for (const [amount, some] of byAmount) {
    const sorted = some.map(readOnce).sort((a, b) => a.day - b.day);
    read.set(amount, sorted);
    for (const entry of sorted) {
      entry.text = internText(entry.text);
      for (const ref of entry.refs) {
        const key = toKey(amount, ref);
        const of = ofReference.get(key);
        if (of) of.push(entry);
        else ofReference.set(key, [entry]);
      }
    }
  }
  return {
    of: (amount) => read.get(amount) ?? [],
    near(line) {
      const all = read.get(line.amountPaise) ?? [];
      const near = all.slice(
        firstFrom(all, line.day - ENTRY_DAYS),
        firstFrom(all, line.day + ENTRY_DAYS + 1),
      );
      const named = line.refs.flatMap((ref) => ofReference.get(toKey(line.amountPaise, ref)) ?? []);
      return named.length === 0 ? near : [...new Set([...near, ...named])];
    },
    countOn(amount, day) {
      const all = read.get(amount) ?? [];
      return firstFrom(all, day + 1) - firstFrom(all, day);
    },
    haveWord(words) {
      const some = words.flatMap((word) => withWord.get(word) ?? []);
      return (text) => some.some((having) => having.has(text));
    },
  };
}

/** Truncated references match in their first ten characters. */
const toKey = (amount: number, ref: string) => `${amount} ${refKey(ref).slice(0, 10)}`;

function firstFrom(sorted: ReadEntry[], day: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as ReadEntry).day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the line's candidates above the minimum points, best first. */
export function entryCandidates(
  line: ParsedLine,
  entries: ReadEntry[],
  facts: EntryFacts & { least: number },
): Candidate[] {
  const judged: { entry: ReadEntry; found: Judged }[] = [];
  for (const entry of entries) {
    const found = judgeEntry(line, entry, facts);
    if (found && found.points >= facts.least) judged.push({ entry, found });
  }
  if (judged.length > NEAR_MAX) judged.sort((a, b) => b.found.points - a.found.points);
  return judged.slice(0, NEAR_MAX).map(({ entry, found }) => toEntryCandidate(line, entry, found));
}
