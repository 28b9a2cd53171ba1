import { expect, test } from "bun:test";
import {
  FactorNeeded,
  Refusal,
  TryLater,
  toPlain,
  toRefusal,
  Undecided,
} from "../../domain/refusal.ts";

test.each([
  ["its errors and its code", new Refusal("invalid", "No", [{ path: "a", message: "b" }], "x")],
  ["the seconds to wait", new TryLater("busy", "Too many", 7)],
  ["no seconds to wait", new TryLater("later", "Too many", 0)],
  ["the required input", new Undecided("account", "Which?", { account: "1" })],
  ["the required factor", new FactorNeeded("unauthenticated", "code", "A code")],
])("a refusal keeps %s between threads", (_, refusal) => {
  const found = toRefusal(structuredClone(toPlain(refusal)));
  expect(found.constructor).toBe(refusal.constructor);
  expect({ ...found, message: found.message }).toEqual({ ...refusal, message: refusal.message });
});
