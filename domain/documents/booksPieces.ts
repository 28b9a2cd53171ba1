import * as v from "valibot";
import { amountOrNone, oneOf, optionalLine, requiredLine } from "../fields.ts";
import { findState, formatState } from "../gst/states.ts";
import { readDigits } from "../money.ts";
import { PAYMENT_MODES } from "./payments.ts";

// Fields that several sections of a file of books share.

/**
 * Parses a number that may be written as text: "1,200.50". Other text is returned unchanged, so that the
 * schema refuses it.
 */
const readNumber = (given: unknown): unknown => {
  if (typeof given !== "string") return given;
  const { sign, whole = "", fraction = "" } = readDigits(given) ?? {};
  const isShort = whole !== "" && whole.length <= 12 && fraction.length <= 12;
  return isShort ? Number(`${sign}${whole}.${fraction}`) : given || undefined;
};
export const numberOrText = <Schema extends v.GenericSchema<never, unknown> | v.GenericSchema>(
  schema: Schema,
) => v.pipe(v.unknown(), v.transform(readNumber), schema);

export const number = requiredLine("Number");

/** Converts a state code to the place of supply as invoices print it. */
export const placeOfSupplyCode = v.pipe(
  optionalLine("Place of supply"),
  v.check(
    (code) => code === "" || findState(code) !== undefined,
    "Place of supply must be the code of a State, such as 27",
  ),
  v.transform((code) => {
    const state = findState(code);
    return state ? formatState(state) : "";
  }),
);

export const mode = v.optional(oneOf("Mode", PAYMENT_MODES), "Other");
export const tdsAmount = v.optional(numberOrText(amountOrNone("TDS")), 0);
