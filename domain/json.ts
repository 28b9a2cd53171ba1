import { type RupeeSum, toRupees } from "./money.ts";

/** Whole rupees of so many digits may be more than a number holds. */
const LONG = /\d{14}/;
const SUM = /^(-?\d{14,})(?:\.(\d{1,2}))?$/;

/** The text of a T: one thread writes it, and the others pass it on. */
export type JsonOf<T> = string & { readonly of?: T };

/**
 * What the JSON text says, as JSON.parse does, but for sums that no number holds to the paisa: those are a
 * bigint of paise. A browser without access to the text of a number gets the nearest number.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_, value, context) =>
    typeof value === "number" ? exact(value, context?.source) : value,
  );
}

/** JSON.parse, whose reviver is also told how a number was written. */
export const parseWithSource: (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown = JSON.parse;

function exact(value: number, source = ""): RupeeSum {
  const [, whole, fraction = ""] = SUM.exec(source) ?? [];
  return whole === undefined ? value : toRupees(BigInt(whole + fraction.padEnd(2, "0")));
}
