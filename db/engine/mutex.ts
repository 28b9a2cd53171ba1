/** One turn at a time, in the order asked. Whoever holds it may write, and ends it by calling what it got. */
export interface Mutex {
  acquire(): Promise<() => void>;
  /** Nobody gets a turn any more, also of those who wait. Resolves when the present one has ended. */
  close(): Promise<void>;
}

export function createMutex(): Mutex {
  let last = Promise.resolve();
  let present = Promise.resolve();
  let isClosed = false;
  return {
    async acquire() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      if (isClosed) await new Promise(() => {});
      present = promise;
      // Else all who wait would write one after the other, and nothing else be looked at meanwhile.
      return () => void setImmediate(resolve);
    },
    close() {
      isClosed = true;
      return present;
    },
  };
}

/** Whoever asks names the agency that the turn is for. */
export interface FairMutex {
  acquire(agencyId: number): Promise<() => void>;
}

/** One turn at a time; agencies take turns, so that who asks a hundred times waits for the others as well. */
export function createFairMutex(): FairMutex {
  // The agency whose turn is next stands first.
  const waiting = new Map<number, (() => void)[]>();
  let isTaken = false;

  function release() {
    const [first] = waiting;
    if (!first) {
      isTaken = false;
      return;
    }
    const [agencyId, asked] = first;
    waiting.delete(agencyId);
    const begin = asked.shift();
    if (asked.length > 0) waiting.set(agencyId, asked);
    begin?.();
  }

  return {
    async acquire(agencyId) {
      if (isTaken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const asked = waiting.get(agencyId) ?? [];
        asked.push(resolve);
        waiting.set(agencyId, asked);
        await promise;
      }
      isTaken = true;
      return release;
    },
  };
}
