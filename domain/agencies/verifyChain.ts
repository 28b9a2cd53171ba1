import * as v from "valibot";
import { beginChain, computeHead, type Link } from "./chain.ts";
import type { Checkpoint } from "./checkpoints.ts";

/** An exported log entry with its stored hash. */
export type LogEntry = Link & Pick<Checkpoint, "head">;

export interface ChainCheck {
  /** Whether the chain is unbroken and every given checkpoint agrees. */
  ok: boolean;
  entries: number;
  /** Time of the first entry, or "". */
  since: string;
  /** End of the chain, or the last entry before it breaks. */
  end: Checkpoint;
  /** The first entry that differs from the chain. */
  broken: { seq: number; why: string } | null;
  /** The given checkpoints, each with whether the log agrees. */
  checkpoints: (Checkpoint & { agrees: boolean })[];
}

const Entry = v.object({
  seq: v.number(),
  _id: v.string(),
  at: v.string(),
  userId: v.string(),
  action: v.string(),
  entity: v.string(),
  payload: v.string(),
  head: v.string(),
});

/** Parses one line of JSON Lines as a log entry. Returns undefined if it is not one. */
export function readLogEntry(line: string): LogEntry | undefined {
  try {
    const read = v.safeParse(Entry, JSON.parse(line));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

const MOST_BACK_MS = 5 * 60_000;

/**
 * Recomputes the chain of a whole log, and compares it with the stored hashes and the given checkpoints.
 * @param slug of the agency, with which the chain begins
 */
export async function verifyChain(
  slices: AsyncIterable<LogEntry[]> | Iterable<LogEntry[]>,
  slug: string,
  given: Checkpoint[] = [],
): Promise<ChainCheck> {
  const check: ChainCheck = {
    ok: true,
    entries: 0,
    since: "",
    end: { seq: 0, head: beginChain(slug) },
    broken: null,
    checkpoints: [],
  };
  const heads = new Map<number, string>([[0, check.end.head]]);
  const wanted = new Set(given.map(({ seq }) => seq));
  let lastAt = "";
  for await (const slice of slices) {
    for (const entry of slice) {
      check.entries++;
      check.since ||= entry.at;
      if (check.broken) continue;
      const head = computeHead(check.end.head, entry);
      const why = findFault(entry, { seq: check.end.seq + 1, head, lastAt });
      if (why) {
        check.broken = { seq: entry.seq, why };
        continue;
      }
      check.end = { seq: entry.seq, head };
      if (wanted.has(entry.seq)) heads.set(entry.seq, head);
      lastAt = entry.at;
    }
  }
  check.checkpoints = given.map((one) => ({
    ...one,
    agrees: heads.get(one.seq)?.startsWith(one.head) ?? false,
  }));
  check.ok = check.broken === null && check.checkpoints.every(({ agrees }) => agrees);
  return check;
}

/** Returns what is wrong with an entry, or undefined. */
function findFault(
  entry: LogEntry,
  { seq, head, lastAt }: { seq: number; head: string; lastAt: string },
): string | undefined {
  const { at } = entry;
  if (entry.seq > seq) return `Entry ${seq} is missing`;
  if (entry.seq < seq) return `Entry ${entry.seq} appears twice`;
  if (entry.head !== head) return "Its content was changed: its hash does not match";
  if (Date.parse(at) < Date.parse(lastAt) - MOST_BACK_MS)
    return `It is dated ${at}, before the entry it follows (${lastAt})`;
  return undefined;
}
