import { failUsage } from "./failure.ts";

/**
 * Returns the choice that matches, ignoring case, hyphens and spaces. The first words of a code are enough:
 * `credit` for `CREDIT_NOTE`.
 */
export function findChoice<Known extends string>(
  text: string,
  known: readonly Known[],
): Known | undefined {
  const key = (word: string) => word.toLowerCase().replace(/[ _-]/g, "");
  const same = known.find((word) => key(word) === key(text));
  const longer = known.filter((word) => word.startsWith(`${text.toUpperCase()}_`));
  return same ?? (longer.length === 1 ? longer[0] : undefined);
}

/** Parses an option with fixed choices. @throws Failure of usage that lists them */
export function parseChoice<Known extends string>(
  option: string,
  text: string | undefined,
  known: readonly Known[],
): Known | undefined {
  if (text === undefined) return undefined;
  const found = findChoice(text, known);
  if (found) return found;
  throw failUsage(`${option} ${text} is not known`, `use one of ${toWords(known).join(", ")}`);
}

/** Writes a code of the API as a user does: `CONTRACTOR` → `contractor`. */
export const toWord = (code: string): string =>
  code.length > 2 && code === code.toUpperCase() ? code.toLowerCase() : code;

/** Writes choices as a user does. Names such as UPI among others are no codes. */
export const toWords = (known: readonly string[]): string[] =>
  known.every((word) => word === word.toUpperCase()) ? known.map(toWord) : [...known];
