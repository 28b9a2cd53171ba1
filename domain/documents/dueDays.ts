import * as v from "valibot";
import { field } from "../fields.ts";

/** A whole number. */
export const whole = (what: string, least: number, most: number) => {
  const message = `${what} must be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

/** Days from the date of an invoice to its due date. Null for none. */
export const dueDays = field(v.optional(v.nullable(whole("Days until due", 0, 3_650)), null), {
  label: "Due days",
});
