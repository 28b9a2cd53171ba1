import type { Server } from "bun";
import { status } from "elysia";
import { DatabaseError } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";

/** How many tasks may run and wait at once, in total and per agency. */
interface Limits {
  running: number;
  runningOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** After this time no task starts until all have ended and a pause was made. */
  spanMs: number;
}

/** Exports and reports, each of which may read every row of an agency. */
export const OF_HEAVY_READS: Limits = {
  running: 3,
  runningOfOne: 2,
  waiting: 200,
  waitingOfOne: 20,
  spanMs: 15_000,
};

/**
 * PDFs of one receipt or invoice. They take about 10 ms each, so more may wait. More are admitted than
 * threads exist, because some agencies' documents may be long and wait for each other.
 */
export const OF_PAPERS: Limits = {
  running: 16,
  runningOfOne: 2,
  waiting: 400,
  waitingOfOne: 100,
  spanMs: Number.POSITIVE_INFINITY,
};

/** PDFs for visitors with a link, drawn while no member waits for one. */
export const OF_VISITS: Limits = {
  running: 4,
  runningOfOne: 1,
  waiting: 200,
  waitingOfOne: 50,
  spanMs: Number.POSITIVE_INFINITY,
};

/**
 * Zips of documents. They take minutes, because every document is queued separately, and hold no read
 * transaction.
 */
export const OF_ZIPS: Limits = {
  running: 8,
  runningOfOne: 2,
  waiting: 100,
  waitingOfOne: 10,
  spanMs: Number.POSITIVE_INFINITY,
};

// A report of a million rows takes a minute, and the next one waits for it.
/**
 * Reads in the two reader threads. One agency never uses both, so that another agency's search finds a free
 * thread.
 */
export const OF_SCANS: Limits = {
  running: 2,
  runningOfOne: 1,
  waiting: 400,
  waitingOfOne: 50,
  spanMs: Number.POSITIVE_INFINITY,
};

/** Files parsed in separate processes. Each holds its bytes while it waits. */
export const OF_FILES: Limits = {
  running: 2,
  runningOfOne: 1,
  waiting: 100,
  waitingOfOne: 20,
  spanMs: Number.POSITIVE_INFINITY,
};

const PATIENCE_MS = 60_000;
const RETRY_AFTER_S = "10";

/** Idle connections are closed after this many seconds. */
export const SILENCE_S = 120;

/** A request as its route sees it. */
export interface Caller {
  tenant: Tenant;
  request: Request;
  /** Null in a test without a port. */
  server: Pick<Server<unknown>, "timeout"> | null;
  set: { headers: Record<string, unknown> };
}

/** The slot of a running task. */
export interface Slot {
  agencyId: number;
  /** Aborts when the client disconnects or the server stops. */
  signal: AbortSignal;
}

export interface ConcurrencyLimit {
  /**
   * Runs the work when its slot comes up: agencies alternate, and so do the requests of one agency. The
   * slot ends with the work, however slowly the client reads the response.
   * @throws a 429 response with Retry-After if too many wait or it takes over a minute, an AbortError if
   * the client has disconnected, or Faulty "stopping"
   */
  admit<T>(caller: Caller, work: (turn: Slot) => Promise<T>): Promise<T>;
  /** Signals waiting and running work that the server is stopping. Resolves when the last work has ended. */
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

/**
 * `pause` runs when all have ended, because the write-ahead log only grows while read transactions are
 * open.
 */
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
      // Nothing is sent until the file is complete, which may exceed the idle timeout.
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

/** The limit of concurrent uploads. Each holds some megabytes until its sender is done. */
const FILES_MAX = 200;
const FILES_OF_ONE_MAX = 20;

/** Counts the files being uploaded for import. They can neither wait nor give way. */
export function createCount() {
  const ofAgency = new Map<number, number>();
  let ofAll = 0;
  return {
    /**
     * Counts one more until the returned function is called. An agency gets at most half of the free slots,
     * so that one is always left for another agency.
     * @throws a 429 response with Retry-After
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
  /** Agencies with work, the most recently served last. */
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

  /**
   * If too many wait in total, removes the last one of the agency that has the most, if this agency has
   * fewer.
   */
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
    /** Resolves to the function that releases the slot. @throws TooMany, or the signal's reason */
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
