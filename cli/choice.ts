import { wrongUsage } from "./failure.ts";

/** Of few words the one that is meant: case, hyphens and blanks do not matter. */
export function chosenOf<Known extends string>(
  text: string,
  known: readonly Known[],
): Known | undefined {
  const key = (word: string) => word.toLowerCase().replace(/[ _-]/g, "");
  return known.find((word) => key(word) === key(text));
}

/** The word of an option that knows only these. @throws Failure of usage that names them */
export function choice<Known extends string>(
  option: string,
  text: string | undefined,
  known: readonly Known[],
): Known | undefined {
  if (text === undefined) return undefined;
  const found = chosenOf(text, known);
  if (found) return found;
  throw wrongUsage(`${option} ${text} is not known`, `write one of ${known.join(", ")}`);
}
