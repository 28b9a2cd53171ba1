import { expect, test } from "bun:test";
import { createMutex } from "../../db/engine/mutex.ts";
import { yieldToNetwork } from "../../server/http/yield.ts";

const MANY = 20;

/** Counts the rounds of the event loop until each of many calls has begun. */
async function rounds(begin: () => Promise<unknown>): Promise<number[]> {
  let round = 0;
  let isOver = false;
  const count = () => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: MANY }, async () => {
      await begin();
      seen.push(round);
    }),
  );
  isOver = true;
  return seen;
}

test("concurrent requests start one by one, each in its own event loop round", async () => {
  const seen = await rounds(yieldToNetwork);
  expect(new Set(seen).size).toBe(MANY);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(await rounds(yieldToNetwork)).size).toBe(MANY);
});

test("waiting writes start one by one too", async () => {
  const mutex = createMutex();
  const seen = await rounds(async () => (await mutex.acquire())());
  expect(new Set(seen).size).toBe(MANY);
});
