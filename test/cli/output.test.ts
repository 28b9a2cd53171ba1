import { expect, test } from "bun:test";
import { toJson } from "../../cli/output.ts";

test("JSON holds nothing raw that a terminal would act on, and says the same", () => {
  const said = { name: "a\u001b[2Jb\u009b31mc\u0085d\u202ee\u2066f\u2028g", script: "चाय ‍ñ" };
  const json = toJson(said);
  expect(json).toContain("\\u009b31mc\\u0085d\\u202ee\\u2066f\\u2028g");
  expect(json).toContain("चाय ‍ñ");
  expect(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(json)).toBe(false);
  expect(JSON.parse(json)).toEqual(said);
});
