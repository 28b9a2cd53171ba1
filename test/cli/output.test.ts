import { expect, test } from "bun:test";
import { toJson } from "../../cli/output.ts";

test("JSON escapes terminal control characters without changing values", () => {
  const said = { name: "a\u001b[2Jb\u009b31mc\u0085d\u202ee\u2066f\u2028g", script: "चाय ‍ñ" };
  const json = toJson(said);
  expect(json).toContain("\\u009b31mc\\u0085d\\u202ee\\u2066f\\u2028g");
  expect(json).toContain("चाय ‍ñ");
  expect(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(json)).toBe(false);
  expect(JSON.parse(json)).toEqual(said);
});
