import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { readJson } from "../../domain/json.ts";
import {
  formatInr,
  groupIndian,
  type RupeeSum,
  sumInPaise,
  toDecimal,
  toRupees,
} from "../../domain/money.ts";

const sums = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const nearTheEnd = fc.bigInt({ min: 2n ** 46n * 100n - 500n, max: 2n ** 53n + 500n });
const anySum = fc.oneof(sums, nearTheEnd, fc.bigInt({ min: -1_000_000n, max: 1_000_000n }));

test("a sum of any size is a JSON number of rupees and reads back to the paisa", () => {
  fc.assert(
    fc.property(anySum, (paise) => {
      const text = JSON.stringify({ total: toRupees(paise), of: [toRupees(paise)], n: 3 });
      expect(text).toMatch(/^\{"total":-?\d+(\.\d{1,2})?,"of":\[-?\d+(\.\d{1,2})?\],"n":3\}$/);
      const { total, of, n } = readJson(text) as { total: RupeeSum; of: RupeeSum[]; n: number };
      expect([sumInPaise(total), sumInPaise(of[0] as RupeeSum), n]).toEqual([paise, paise, 3]);
    }),
  );
});

test("a sum is shown with all of its digits", () => {
  fc.assert(
    fc.property(anySum, (paise) => {
      const [whole = "", fraction] = toDecimal(paise < 0n ? -paise : paise).split(".");
      const sign = paise < 0n ? "-" : "";
      expect(formatInr(toRupees(paise))).toBe(`${sign}₹${groupIndian(whole)}.${fraction}`);
    }),
  );
});

test("other values are read like JSON.parse", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom("", '"12345678901234567890"'), (json, long) => {
      const text = long ? `[${json},${long}]` : json;
      const isSmall = (value: unknown): boolean =>
        typeof value === "number"
          ? Math.abs(value) < 1e13
          : typeof value !== "object" || value === null || Object.values(value).every(isSmall);
      fc.pre(isSmall(JSON.parse(text)));
      expect(readJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
