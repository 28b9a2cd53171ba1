/** A first-in, first-out mutex. The holder may write, and releases it by calling the returned function. */
export interface Mutex {
  acquire(): Promise<() => void>;
  /** Stops granting it, even to waiting callers. Resolves when the current holder releases it. */
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
      // Yields, or all waiting writers would run in a row without any reads in between.
      return () => void setImmediate(resolve);
    },
    close() {
      isClosed = true;
      return present;
    },
  };
}

/** A mutex whose callers name the agency they write for. */
export interface FairMutex {
  acquire(agencyId: number): Promise<() => void>;
}

/** Creates a mutex that rotates among agencies, so a hundred calls of one do not delay the others. */
export function createFairMutex(): FairMutex {
  // The agency at the start is next.
  const waiting = new Map<number, (() => void)[]>();
  let isTaken = false;

  function release() {
    const [first] = waiting;
    if (!first) {
      isTaken = false;
      return;
    }
    const [agencyId, queued] = first;
    waiting.delete(agencyId);
    const begin = queued.shift();
    if (queued.length > 0) waiting.set(agencyId, queued);
    begin?.();
  }

  return {
    async acquire(agencyId) {
      if (isTaken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const queued = waiting.get(agencyId) ?? [];
        queued.push(resolve);
        waiting.set(agencyId, queued);
        await promise;
      }
      isTaken = true;
      return release;
    },
  };
}
