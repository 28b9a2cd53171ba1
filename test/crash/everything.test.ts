import { expect, test } from "bun:test";
import { runRounds } from "./rounds.ts";

/** The fourth kills a start as well. `bun run crash` runs more. */
const ROUNDS = 4;

test("a server killed at any moment keeps every acknowledged write once and complete", async () => {
  expect(await runRounds(ROUNDS)).toBeGreaterThan(ROUNDS * 5);
}, 300_000);
