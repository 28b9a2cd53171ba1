import { expect, test } from "bun:test";
import { COMMON_SACS, hsnSacWarning } from "../../domain/gst/sac.ts";
import { ratesOn } from "../../domain/gst/taxRates.ts";

test("a code has 4, 6 or 8 digits or is empty", () => {
  for (const code of ["", " ", "4901", "998361", "49019900", " 998361 "]) {
    expect(hsnSacWarning(code), code).toBeUndefined();
  }
  for (const code of ["9", "99836", "9983611", "998361000", "99836A", "९९८३६१"]) {
    expect(hsnSacWarning(code), code).toBe("An HSN or SAC has 4, 6 or 8 digits");
  }
});

test("suggests each service code once and no goods", () => {
  const codes = COMMON_SACS.map(({ code }) => code);
  expect(codes.filter((code) => !/^99\d{4}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(22);
});

test("applies the rates in force on the day", () => {
  expect(ratesOn("2026-11-21")).toEqual([0, 0.25, 3, 5, 18, 40]);
  expect(ratesOn("2025-09-22")).toEqual([0, 0.25, 3, 5, 18, 40]);
  expect(ratesOn("2025-09-21")).toContain(28);
  expect(ratesOn("2017-06-30")).toEqual([]);
});
