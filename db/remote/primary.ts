import { createClient } from "@libsql/client";
import { DatabaseError } from "../engine/errors.ts";

/** The location of the books: a local file, or a libSQL server with an optional local replica. */
export interface Place {
  /** `file:PATH`, `http://…`, `https://…` or `libsql://…`. */
  url: string;
  authToken?: string | undefined;
  /** Path of the replica, which reads use. */
  replica?: string | undefined;
  /** Address of the server's admin API. */
  adminUrl?: string | undefined;
}

/** Returns the client's configuration. A follower does not support `libsql://` without TLS (libsql 0.5). */
export const toClientConfig = ({ url, authToken }: Place) => ({
  url: url.replace(/^libsql:(.*)\?tls=0$/, "http:$1"),
  ...(authToken && { authToken }),
});

export const isLocal = (url: string) => url.startsWith("file:");

/** The libSQL server with the books: whether it responds, and its newest known write. */
export interface Primary {
  isAway(): boolean;
  /** The tick of the newest write made or seen by this server. */
  position(): number;
  reached(tick: number): void;
  /**
   * Fetch for the client. Fails early if the server is away. @throws Faulty "away", or "cut" if it is not
   * away
   */
  fetch(request: Request): Promise<Response>;
  close(): void;
}

// A write may wait 5 s for the previous one, after which sqld ends that transaction. Statements take time,
// too.
const ANSWER_MS = 10_000;
const PROBE_EVERY_MS = 1_000;
const PROBE_MS = 3_000;
/** PRAGMA synchronous: a commit is on disk before the response. */
const FULL = 2;

/**
 * Probes the server every second, so that an outage is known before each caller runs into it.
 * @param say prints messages for the operator
 */
export function openPrimary(place: Place, say: (line: string) => void): Primary {
  let position = 0;
  let away: Error | undefined;
  let hasAnswered = false;
  const requests = new Set<AbortController>();
  let isDurable: boolean | undefined;
  let isClosed = false;

  const probeClient = createClient({ ...toClientConfig(place), fetch: fetchForProbe });

  function markDown(why: unknown): void {
    const error = new DatabaseError("away", `The database server is not responding: ${why}`);
    // Otherwise opening the books reports it.
    if (!away && hasAnswered) say(error.message);
    away ??= error;
    for (const flight of requests) flight.abort(error);
  }

  let probing: Promise<void> | undefined;
  function probe(): Promise<void> {
    probing ??= probeOnce().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  async function probeOnce(): Promise<void> {
    try {
      const { rows } = await probeClient.execute("PRAGMA synchronous");
      if (away) say("The database server responds again");
      away = undefined;
      await keepDurable(Number(rows[0]?.synchronous) === FULL);
    } catch (error) {
      if (!isClosed) markDown(error);
    }
  }

  /** sqld forgets at a restart that commits must wait for the disk. */
  async function keepDurable(isFull: boolean): Promise<void> {
    if (!isFull && place.adminUrl)
      await setDurable(place.adminUrl).catch((error) => say(`${error}`));
    else if (isFull !== isDurable && !isFull) say(NOT_DURABLE);
    isDurable = isFull;
  }

  let timer = setTimeout(keepProbing, PROBE_EVERY_MS).unref();
  async function keepProbing(): Promise<void> {
    await probe();
    if (!isClosed) timer = setTimeout(keepProbing, PROBE_EVERY_MS).unref();
  }

  return {
    isAway: () => away !== undefined,
    position: () => position,
    reached(tick) {
      position = Math.max(position, tick);
    },
    async fetch(request) {
      if (away) throw away;
      const flight = new AbortController();
      requests.add(flight);
      const timer = setTimeout(() => flight.abort(new Error("it took too long")), ANSWER_MS);
      try {
        const answer = await fetchWhole(request, flight.signal);
        hasAnswered = true;
        return answer;
      } catch (error) {
        // A single broken connection does not mean an outage.
        if (!away) await probe();
        throw (
          away ?? new DatabaseError("cut", `The database server did not respond to this: ${error}`)
        );
      } finally {
        clearTimeout(timer);
        requests.delete(flight);
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      probeClient.close();
    },
  };
}

/** Reads the whole response, so that a connection lost in the middle fails here. */
async function fetchWhole(request: Request, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(request, { signal });
  return new Response(await answer.arrayBuffer(), answer);
}

/** Retries once: only this connection may have been broken, and a probe only reads. */
function fetchForProbe(request: Request): Promise<Response> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const ask = () => fetchWhole(request.clone(), signal);
  return ask().catch(ask);
}

const NOT_DURABLE =
  "The database server does not wait for its disk at each commit; see scaling.md on durability_mode";

/** @throws Error if the server refuses */
async function setDurable(adminUrl: string): Promise<void> {
  const answer = await fetch(new URL("/v1/namespaces/default/config", adminUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      block_reads: false,
      block_writes: false,
      durability_mode: "strong",
      txn_timeout_s: 5,
    }),
    signal: AbortSignal.timeout(PROBE_MS),
  });
  if (!answer.ok) throw new Error(`The database server refused durability_mode: ${answer.status}`);
}
