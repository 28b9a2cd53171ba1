import { expect, test } from "bun:test";
import { killInTurn } from "./machines.ts";

const ROUNDS = 2;

test("two servers and their database, each killed in turn, lose nothing they acknowledged", async () => {
  expect(await killInTurn(ROUNDS)).toBeGreaterThan(ROUNDS * 20);
}, 300_000);
