import { expect, test } from "bun:test";
import { runRounds } from "./rounds.ts";

const ROUNDS = 8;

test("a server killed at any moment keeps every write that it acknowledged, once and whole", async () => {
  expect(await runRounds(ROUNDS)).toBeGreaterThan(ROUNDS * 5);
}, 300_000);
