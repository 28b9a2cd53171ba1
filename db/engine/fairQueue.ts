import { TryLater } from "../../domain/refusal.ts";

/** Who waits for a turn. */
export interface QueuedCaller {
  /** Where they ask from. Addresses take turns. */
  address: string;
  /** Every other turn goes to these first, and the rest to the others. */
  isKnown: boolean;
  /** Tells that nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

export interface Bounds {
  /** How many run at once. */
  atOnce: number;
  /** How many may wait of one address, and of all. */
  perAddress: number;
  inAll: number;
}

interface Waiting extends QueuedCaller {
  go(): void;
  refuse(error: Error): void;
}

/**
 * Turns at something dear, for which a crowd asks that may mean harm. Addresses take turns, and of one
 * address the newest goes first: behind a crowd nobody would be answered in time, and before it somebody is.
 * Whoever is too many is refused, and whoever has gone is forgotten.
 */
export function createFairQueue({ atOnce, perAddress, inAll }: Bounds) {
  /** Oldest first. */
  const waiting: Waiting[] = [];
  /** By address: at which turn it last had one. */
  const served = new Map<string, number>();
  let running = 0;
  let turns = 0;

  function begin({ address }: QueuedCaller): void {
    running += 1;
    turns += 1;
    if (served.size > SERVED_MAX) served.clear();
    served.set(address, turns);
  }

  function next(): void {
    // Turn and turn about, or those who are known could keep everybody else waiting for ever.
    const isForKnown = turns % 2 === 1;
    const goesBefore = (a: QueuedCaller, b: QueuedCaller) =>
      a.isKnown === b.isKnown ? servedAt(a) < servedAt(b) : a.isKnown === isForKnown;
    const first = waiting.reduceRight<Waiting | undefined>(
      (best, other) => (best && !goesBefore(other, best) ? best : other),
      undefined,
    );
    if (!first) return;
    remove(first);
    begin(first);
    first.go();
  }

  const servedAt = ({ address }: QueuedCaller) => served.get(address) ?? 0;

  function makeRoomFor({ address, isKnown }: QueuedCaller): void {
    const kin = waiting.filter((other) => other.address === address && other.isKnown === isKnown);
    const leaves =
      kin.length >= perAddress
        ? kin[0]
        : waiting.length >= inAll
          ? (waiting.find((other) => !other.isKnown) ?? waiting[0])
          : undefined;
    if (!leaves) return;
    remove(leaves);
    leaves.refuse(tooMany());
  }

  function remove(one: Waiting): void {
    const at = waiting.indexOf(one);
    if (at !== -1) waiting.splice(at, 1);
  }

  function waitForTurn(asker: QueuedCaller): Promise<void> {
    const { signal } = asker;
    signal?.throwIfAborted();
    if (running < atOnce) {
      begin(asker);
      return Promise.resolve();
    }
    makeRoomFor(asker);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { ...asker, go: resolve, refuse: reject };
    waiting.push(one);
    signal?.addEventListener("abort", () => {
      remove(one);
      reject(signal.reason);
    });
    return promise;
  }

  return {
    /** @throws TryLater where there is no room, and what the signal says where it does. */
    async run<T>(asker: QueuedCaller, work: () => Promise<T>): Promise<T> {
      await waitForTurn(asker);
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}

const SERVED_MAX = 10_000;
const PAUSE_S = 2;
const tooMany = () =>
  new TryLater("busy", "Too many passwords are being checked; try again in a moment", PAUSE_S);
