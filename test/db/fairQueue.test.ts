import { describe, expect, test } from "bun:test";
import { createFairQueue, type QueuedCaller } from "../../db/engine/fairQueue.ts";
import { TryLater } from "../../domain/refusal.ts";

const BOUNDS = { atOnce: 1, perAddress: 3, inAll: 6 };

function open() {
  const queue = createFairQueue(BOUNDS);
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = [queue.run({ address: "first", isKnown: false }, () => promise)];
  return {
    order,
    ask(name: string, address = "here", more: Partial<QueuedCaller> = {}) {
      const said = queue.run({ address, isKnown: false, ...more }, async () => {
        order.push(name);
      });
      all.push(
        said.catch((error) => {
          order.push(error instanceof TryLater ? `${name} later` : `${name} gone`);
        }),
      );
    },
    async end() {
      resolve();
      await Promise.all(all);
      return order;
    },
  };
}

describe("slots", () => {
  test("go to addresses in turn, and within one address to the newest", async () => {
    const { ask, end } = open();
    for (const name of ["a", "b", "c"]) ask(name, "crowd");
    ask("d", "home");
    ask("e", "home");
    expect(await end()).toEqual(["e", "c", "d", "b", "a"]);
  });

  test("go first to known users, whatever else comes from their address", async () => {
    const { ask, end } = open();
    ask("asha", "crowd", { isKnown: true });
    for (const name of ["a", "b", "c", "d"]) ask(name, "crowd");
    ask("e", "home");
    expect(await end()).toEqual(["a later", "asha", "e", "d", "c", "b"]);
  });

  test.each(["home", "agency"])(
    "are denied to no one at %s by a stream of known users",
    async (address) => {
      const queue = createFairQueue(BOUNDS);
      let isSeen = false;
      let turns = 0;
      const again = async (): Promise<void> => {
        if (isSeen) return;
        turns += 1;
        // The next request arrives before this one ends, so a known user is always waiting.
        setImmediate(() => void stream());
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      };
      const stream = () => queue.run({ address: "agency", isKnown: true }, again);
      const streams = [stream(), stream()];
      await queue.run({ address, isKnown: false }, async () => {
        isSeen = true;
      });
      expect(turns).toBeLessThan(4);
      await Promise.all(streams);
    },
  );

  test("are denied to the oldest of a crowd, per address and overall", async () => {
    const { ask, end } = open();
    for (const name of ["a", "b", "c", "d", "e"]) ask(name);
    ask("asha", "elsewhere", { isKnown: true });
    for (const place of ["f", "g", "h"]) ask(place, place);
    const order = await end();
    expect(order.slice(0, 3)).toEqual(["a later", "b later", "c later"]);
    expect(order.slice(3)).toEqual(["asha", "h", "g", "f", "e", "d"]);
  });

  test("are not held for cancelled requests or given to them", async () => {
    const { ask, end } = open();
    const leaving = new AbortController();
    ask("a");
    ask("b", "here", { signal: leaving.signal });
    leaving.abort();
    ask("c", "here", { signal: leaving.signal });
    expect((await end()).toSorted()).toEqual(["a", "b gone", "c gone"]);
  });

  test("continue after a failed request", async () => {
    const queue = createFairQueue(BOUNDS);
    const asker = { address: "here", isKnown: false };
    const fails = () => queue.run(asker, () => Promise.reject(new Error("failed")));
    await expect(fails()).rejects.toThrow("failed");
    expect(await queue.run(asker, async () => "done")).toBe("done");
  });
});
