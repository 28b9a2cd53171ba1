import { describe, expect, test } from "bun:test";
import { type Asker, createFairQueue } from "../../db/fairQueue.ts";
import { TryLater } from "../../domain/refusal.ts";

const BOUNDS = { atOnce: 1, perName: 2, perAddress: 3, inAll: 6 };

/** A queue whose one turn is taken; who asks is noted in the order of the turns, or as refused. */
function open() {
  const queue = createFairQueue(BOUNDS);
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = [queue.run({ address: "first", name: "first", isKnown: false }, () => promise)];
  return {
    order,
    ask(name: string, address = "here", more: Partial<Asker> = {}) {
      const said = queue.run({ address, name, isKnown: false, ...more }, async () => {
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

describe("turns", () => {
  test("go to addresses in turn, and at one address to the newest", async () => {
    const { ask, end } = open();
    for (const name of ["a", "b", "c"]) ask(name, "crowd");
    ask("d", "home");
    ask("e", "home");
    expect(await end()).toEqual(["e", "c", "d", "b", "a"]);
  });

  test("go first to who has been there before, whatever crowd is at their address", async () => {
    const { ask, end } = open();
    ask("asha", "crowd", { isKnown: true });
    for (const name of ["a", "b", "c", "d"]) ask(name, "crowd");
    ask("e", "home");
    expect(await end()).toEqual(["a later", "asha", "e", "d", "c", "b"]);
  });

  test("are refused to the oldest of a crowd, and to a name that waits already", async () => {
    const { ask, order, end } = open();
    for (const name of ["a", "b", "c", "d", "e"]) ask(name);
    for (const _ of "1234") ask("f", "elsewhere");
    await new Promise(setImmediate);
    expect(order.toSorted()).toEqual(["a later", "b later", "f later", "f later"]);
    for (const place of ["g", "h"]) ask(place, place);
    expect((await end()).filter((name) => name.endsWith("later"))).toHaveLength(5);
  });

  test("are not kept for who has gone, nor given to them", async () => {
    const { ask, end } = open();
    const leaving = new AbortController();
    ask("a");
    ask("b", "here", { signal: leaving.signal });
    leaving.abort();
    ask("c", "here", { signal: leaving.signal });
    expect((await end()).toSorted()).toEqual(["a", "b gone", "c gone"]);
  });

  test("go on after one that fails", async () => {
    const queue = createFairQueue(BOUNDS);
    const asker = { address: "here", name: "a", isKnown: false };
    const fails = () => queue.run(asker, () => Promise.reject(new Error("failed")));
    await expect(fails()).rejects.toThrow("failed");
    expect(await queue.run(asker, async () => "done")).toBe("done");
  });
});
