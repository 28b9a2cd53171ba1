import type { Server } from "bun";
import { status } from "elysia";
import { DatabaseError } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";

/** How many works may run at once and how many may wait, in all and for one agency. */
interface Limits {
  running: number;
  runningOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** After so long nobody begins until all have ended once, and a pause has been made. */
  spanMs: number;
}

/** Exports and reports: each may read every row of an agency. */
export const OF_HEAVY_READS: Limits = {
  running: 3,
  runningOfOne: 2,
  waiting: 200,
  waitingOfOne: 20,
  spanMs: 15_000,
};

/**
 * PDFs of one receipt or invoice: some 10 ms each, so that more of them may wait. Few threads draw them; more
 * than that are admitted, for those of some agencies may be long and wait for each other.
 */
export const OF_PAPERS: Limits = {
  running: 16,
  runningOfOne: 2,
  waiting: 400,
  waitingOfOne: 100,
  spanMs: Number.POSITIVE_INFINITY,
};

/** PDFs of shared links, which are drawn while nobody of an agency waits for one. */
export const OF_VISITS: Limits = {
  running: 4,
  runningOfOne: 1,
  waiting: 200,
  waitingOfOne: 50,
  spanMs: Number.POSITIVE_INFINITY,
};

/** Zips of papers, each of which is drawn in its own turn: minutes, in which no look at the books is open. */
export const OF_ZIPS: Limits = {
  running: 8,
  runningOfOne: 2,
  waiting: 100,
  waitingOfOne: 10,
  spanMs: Number.POSITIVE_INFINITY,
};

// A report of a million rows takes a minute, and the next one waits for it.
/**
 * Reads in the reader threads, of which there are two: one agency is never in both, so that another one's
 * search finds a thread.
 */
export const OF_SCANS: Limits = {
  running: 2,
  runningOfOne: 1,
  waiting: 400,
  waitingOfOne: 50,
  spanMs: Number.POSITIVE_INFINITY,
};

/** Files that are read in processes of their own: each holds its bytes while it waits. */
export const OF_FILES: Limits = {
  running: 2,
  runningOfOne: 1,
  waiting: 100,
  waitingOfOne: 20,
  spanMs: Number.POSITIVE_INFINITY,
};

const PATIENCE_MS = 60_000;
const RETRY_AFTER_S = "10";

/** How long a connection may be silent, in seconds: then it is closed. */
export const SILENCE_S = 120;

/** What a route knows of a request. */
export interface Caller {
  tenant: Tenant;
  request: Request;
  /** None in a test that listens at no port. */
  server: Pick<Server<unknown>, "timeout"> | null;
  set: { headers: Record<string, unknown> };
}

/** What a work that was admitted has to know. */
export interface Slot {
  agencyId: number;
  /** Aborts when the asker has gone, or when the server stops. */
  signal: AbortSignal;
}

export interface ConcurrencyLimit {
  /**
   * Does the work when its turn comes: agencies take turns, and so do the requests of one agency. The turn
   * ends with the work, however long the asker takes to read the answer.
   * @throws a 429 answer with Retry-After where too many wait or it takes over a minute, an AbortError where
   * the asker has gone, or Faulty "stopping".
   */
  admit<T>(asker: Caller, work: (turn: Slot) => Promise<T>): Promise<T>;
  /** Tells all who wait and all who work that the server stops. Resolves when the last work has ended. */
  close(): Promise<void>;
}

interface Waiter {
  start(): void;
  leave(why: unknown): void;
}

interface Agency {
  running: number;
  waiting: Waiter[];
}

/** `pause` is what is done when all have ended: while anybody looks at the books their log only grows. */
export function createAdmission(
  limits: Limits,
  pause: () => Promise<unknown> = async () => {},
  patienceMs = PATIENCE_MS,
): ConcurrencyLimit {
  const queue = openQueue(limits, pause);
  const works = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  return {
    async admit({ tenant: { agencyId }, request, server, set }, work) {
      // Nothing is sent until it is made, which may take longer than a connection may be silent.
      server?.timeout(request, 0);
      try {
        const signal = AbortSignal.any([request.signal, stopping.signal]);
        const release = await queue.take(agencyId, signal, patienceMs);
        const working = work({ agencyId, signal }).finally(() => {
          works.delete(working);
          release();
        });
        works.add(working);
        return await working;
      } catch (error) {
        throw error instanceof TooMany ? refusal(set) : error;
      } finally {
        server?.timeout(request, SILENCE_S);
      }
    },
    async close() {
      stopping.abort(new DatabaseError("stopping", "The server is stopping"));
      await Promise.allSettled(works);
    },
  };
}

class TooMany extends Error {}

function refusal(
  { headers }: Caller["set"],
  message = "Too many searches, reports and exports at once; try again in a moment",
) {
  headers["retry-after"] = RETRY_AFTER_S;
  return status(429, { message });
}

/** Of files on their way, each of which holds some megabytes for as long as its sender takes. */
const FILES_MAX = 200;
const FILES_OF_ONE_MAX = 20;

/** Counts the files that are on their way to be imported. They cannot be made to wait, nor to give way. */
export function createCount() {
  const ofAgency = new Map<number, number>();
  let ofAll = 0;
  return {
    /**
     * One more, until what this gives is called. An agency has at most half of the room that others leave, so
     * that there is always some for one that has none.
     * @throws a 429 answer with Retry-After.
     */
    begin({ tenant: { agencyId }, set }: Pick<Caller, "tenant" | "set">): () => void {
      const mine = ofAgency.get(agencyId) ?? 0;
      if (mine >= Math.min(FILES_OF_ONE_MAX, (FILES_MAX - ofAll) / 2)) {
        throw refusal(set, "Too many imports are running; try again when one has finished");
      }
      ofAgency.set(agencyId, mine + 1);
      ofAll += 1;
      return () => {
        const left = (ofAgency.get(agencyId) ?? 1) - 1;
        if (left > 0) ofAgency.set(agencyId, left);
        else ofAgency.delete(agencyId);
        ofAll -= 1;
      };
    },
  };
}

function openQueue(limits: Limits, pause: () => Promise<unknown>) {
  /** Those that have something to do; whose turn was last stands last. */
  const agencies = new Map<number, Agency>();
  let running = 0;
  let waiting = 0;
  let pauseAt = 0;

  function startNext(): void {
    if (running > 0 && Date.now() >= pauseAt) return;
    if (running === 0) pauseAt = Date.now() + limits.spanMs;
    for (const [id, agency] of [...agencies]) {
      if (running === limits.running) return;
      const next = agency.running < limits.runningOfOne && agency.waiting.shift();
      if (!next) continue;
      agencies.delete(id);
      agencies.set(id, agency);
      waiting -= 1;
      running += 1;
      agency.running += 1;
      next.start();
    }
  }

  function forgetIdle(id: number, agency: Agency): void {
    if (agency.running === 0 && agency.waiting.length === 0) agencies.delete(id);
  }

  /** Where too many wait in all, the last of the agency that has the most gives way to one that has fewer. */
  function assertRoom(agency: Agency): void {
    if (agency.waiting.length >= limits.waitingOfOne) throw new TooMany();
    if (waiting < limits.waiting) return;
    const most = [...agencies.values()].reduce((a, b) =>
      b.waiting.length > a.waiting.length ? b : a,
    );
    if (most.waiting.length <= agency.waiting.length + 1) throw new TooMany();
    most.waiting.at(-1)?.leave(new TooMany());
  }

  function join(id: number, agency: Agency): { turn: Promise<void>; leave(why: unknown): void } {
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      start: resolve,
      leave(why) {
        const place = agency.waiting.indexOf(waiter);
        if (place < 0) return;
        agency.waiting.splice(place, 1);
        waiting -= 1;
        forgetIdle(id, agency);
        reject(why);
      },
    };
    agency.waiting.push(waiter);
    waiting += 1;
    return { turn, leave: waiter.leave };
  }

  return {
    /** Resolves to what ends the turn. @throws TooMany, or the signal's reason */
    async take(id: number, signal: AbortSignal, patienceMs: number): Promise<() => void> {
      signal.throwIfAborted();
      const agency = agencies.get(id) ?? { running: 0, waiting: [] };
      assertRoom(agency);
      agencies.set(id, agency);
      const { turn, leave } = join(id, agency);
      const onAbort = () => leave(signal.reason);
      signal.addEventListener("abort", onAbort);
      const timer = setTimeout(() => leave(new TooMany()), patienceMs);
      startNext();
      try {
        await turn;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      }
      return () => {
        running -= 1;
        agency.running -= 1;
        forgetIdle(id, agency);
        if (running === 0 && Date.now() >= pauseAt) void pause().then(startNext, startNext);
        else startNext();
      };
    },
  };
}
