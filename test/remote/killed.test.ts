import { expect, test } from "bun:test";
import { killInTurn } from "./machines.ts";

const ROUNDS = 3;

test("two servers and their database, each killed in turn, lose no acknowledged write", async () => {
  expect(await killInTurn(ROUNDS)).toBeGreaterThan(ROUNDS * 20);
}, 600_000);
