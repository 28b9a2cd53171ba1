import { failUsage } from "./failure.ts";

/** Of few words the one that is meant: case, hyphens and blanks do not matter. */
export function findChoice<Known extends string>(
  text: string,
  known: readonly Known[],
): Known | undefined {
  const key = (word: string) => word.toLowerCase().replace(/[ _-]/g, "");
  return known.find((word) => key(word) === key(text));
}

/** The word of an option that knows only these. @throws Failure of usage that names them */
export function parseChoice<Known extends string>(
  option: string,
  text: string | undefined,
  known: readonly Known[],
): Known | undefined {
  if (text === undefined) return undefined;
  const found = findChoice(text, known);
  if (found) return found;
  throw failUsage(`${option} ${text} is not known`, `write one of ${known.join(", ")}`);
}
