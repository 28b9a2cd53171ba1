// Whether two texts name the same party, though one is cut, squeezed or dressed in company words.

const COMPANY = new Set(
  (
    "PVT PRIVATE LTD LIMITED LLP LLC INC INDIA AND THE OF CO COMPANY SERVICES SOLUTIONS " +
    "ENTERPRISES MR MRS MS"
  ).split(" "),
);

/** The words of a name, without digits and company words. */
export const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .split(" ")
    .filter((word) => word.length >= 2 && !COMPANY.has(word));

/** Equal, or from four letters on one begins the other. */
const isHit = (one: string, other: string): boolean =>
  one === other ||
  (one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one)));

const SQUEEZED = 8;

/** From 0 to 1: how many of the words of the shorter name are in the other. */
export function likeness(one: string[], other: string[]): number {
  const [few = [], many = []] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length === 0) return 0;
  const [a, b] = [one.join(""), other.join("")];
  if (
    a.length >= SQUEEZED &&
    b.length >= SQUEEZED &&
    a.slice(0, SQUEEZED) === b.slice(0, SQUEEZED)
  ) {
    return 1;
  }
  return few.filter((word) => many.some((another) => isHit(word, another))).length / few.length;
}

/** By what a name is looked up: names that are alike mostly share one of these. */
export const keysOfName = (words: string[]): string[] => [
  ...new Set([...words.map((word) => word.slice(0, 4)), words.join("").slice(0, 4)]),
];
