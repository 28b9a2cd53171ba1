import { type RupeeSum, toRupees } from "./money.ts";

/** Rupees with this many digits may exceed what a number can hold. */
const LONG = /\d{14}/;
const SUM = /^(-?\d{14,})(?:\.(\d{1,2}))?$/;

/** The JSON text of a T, which one thread writes and others pass on. */
export type JsonOf<T> = string & { readonly of?: T };

/**
 * Parses JSON like JSON.parse, but returns sums too large for a number as a bigint of paise. A browser
 * without access to a number's source text gets the nearest number.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_, value, context) =>
    typeof value === "number" ? exact(value, context?.source) : value,
  );
}

/** JSON.parse, with the source text of numbers for the reviver. */
export const parseWithSource: (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown = JSON.parse;

function exact(value: number, source = ""): RupeeSum {
  const [, whole, fraction = ""] = SUM.exec(source) ?? [];
  return whole === undefined ? value : toRupees(BigInt(whole + fraction.padEnd(2, "0")));
}
