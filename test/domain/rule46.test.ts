import { expect, test } from "bun:test";
import { missingParticulars, placeWarning } from "../../domain/gst/rule46.ts";
import { findState } from "../../domain/gst/states.ts";
import type { Paise } from "../../domain/money.ts";

const paise = (amount: number) => amount as Paise;
const coded = { description: "A logo", hsnSac: "998391" };
const address =
  "From ₹50,000, an invoice without the client's GSTIN must show their address and state.";
const missing = (taxable: number, recipient = {}, items = [coded]) =>
  missingParticulars({
    date: "2026-10-05",
    taxablePaise: paise(taxable),
    recipient: { gstin: "", address: "", stateCode: "", ...recipient },
    items,
  });

test("a client without GSTIN needs address and state from fifty thousand on", () => {
  expect(missing(49_999_99)).toEqual([]);
  expect(missing(50_000_00)).toEqual([address]);
  expect(missing(50_000_00, { address: "14, 2nd Cross" })).toEqual([address]);
  expect(missing(50_000_00, { stateCode: "27" })).toEqual([address]);
  expect(missing(50_000_00, { address: "14, 2nd Cross", stateCode: "27" })).toEqual([]);
  expect(missing(90_000_00, { gstin: "27AAACB1234C1ZF" })).toEqual([]);
});

test("lines need their code, and an error names the first without one", () => {
  const bare = { description: "A film", hsnSac: " " };
  const blank = { description: "", hsnSac: "" };
  expect(missing(0, {}, [coded, blank])).toEqual([]);
  expect(missing(0, {}, [coded, bare, blank, bare])).toEqual(["HSN/SAC is missing on item 2, 4."]);
  expect(missing(0, {}, Array(7).fill(bare))).toEqual([
    "HSN/SAC is missing on item 1, 2, 3, 4, 5 and others.",
  ]);
});

test("warns if a client's GSTIN and the place of supply are in different states", () => {
  const gstin = "29AAKCS7719R1Z7";
  expect(placeWarning(gstin, findState("27"))).toBe(
    "The client's GSTIN is for 29-Karnataka, but the place of supply is 27-Maharashtra: check which is " +
      "right, because the tax depends on the place.",
  );
  expect(placeWarning(gstin, findState("Karnataka"))).toBeUndefined();
  expect(placeWarning("", findState("27"))).toBeUndefined();
  expect(placeWarning(gstin, undefined)).toBeUndefined();
});
