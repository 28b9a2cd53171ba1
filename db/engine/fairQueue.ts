import { TryLater } from "../../domain/refusal.ts";

export interface QueuedCaller {
  /** The caller's IP address. Addresses take turns. */
  address: string;
  /** Every second slot goes to known callers first, the rest to the others. */
  isKnown: boolean;
  /** Aborts when the client has disconnected. */
  signal?: AbortSignal | undefined;
}

export interface Bounds {
  /** Maximum running at once. */
  atOnce: number;
  /** Maximum waiting, for one address and in total. */
  perAddress: number;
  inAll: number;
}

interface Waiting extends QueuedCaller {
  go(): void;
  refuse(error: Error): void;
}

/**
 * A queue for expensive work that an attacker may flood. Addresses take turns, and within an address the
 * newest request goes first: in a flood, first-in first-out would serve everyone too late. Rejects requests
 * beyond the limits and drops those whose client has disconnected.
 */
export function createFairQueue({ atOnce, perAddress, inAll }: Bounds) {
  /** Oldest first. */
  const waiting: Waiting[] = [];
  /** By address: the number of its last turn. */
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
    // Alternating, or known callers could starve all others.
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

  function waitForTurn(caller: QueuedCaller): Promise<void> {
    const { signal } = caller;
    signal?.throwIfAborted();
    if (running < atOnce) {
      begin(caller);
      return Promise.resolve();
    }
    makeRoomFor(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { ...caller, go: resolve, refuse: reject };
    waiting.push(one);
    signal?.addEventListener("abort", () => {
      remove(one);
      reject(signal.reason);
    });
    return promise;
  }

  return {
    /** @throws TryLater if the queue is full; the signal's reason if it aborts */
    async run<T>(caller: QueuedCaller, work: () => Promise<T>): Promise<T> {
      await waitForTurn(caller);
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
