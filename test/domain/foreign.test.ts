import { expect, test } from "bun:test";
import { foreignCents } from "../../domain/documents/foreign.ts";
import { isNilReturn } from "../../domain/gst/returns/gstr3b.ts";
import type { Paise } from "../../domain/money.ts";

test("rounds half a cent up, where floats would lose it", () => {
  expect(foreignCents(1_190_251_952_890 as Paise, 52_000_000)).toBe(22_889_460_633n);
  expect(foreignCents(100 as Paise, 83_410_000)).toBe(1n);
});

test("a return without tax is nil for the late fee, whatever its supplies", () => {
  const none = { igst: 0 as Paise, cgst: 0 as Paise, sgst: 0 as Paise };
  const bought = (igst: number) =>
    ({ "3.1d": { ...none, cess: 0, taxable: 5_000, igst } }) as unknown as Parameters<
      typeof isNilReturn
    >[1];
  expect(isNilReturn(none, bought(0))).toBe(true);
  expect(isNilReturn(none, bought(900))).toBe(false);
  expect(isNilReturn({ ...none, cgst: 100 as Paise }, bought(0))).toBe(false);
});
