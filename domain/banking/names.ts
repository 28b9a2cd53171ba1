// Compares names of parties that are cut, written without spaces, or extended by company words.

const COMPANY = new Set(
  (
    "PVT PRIVATE LTD LIMITED LLP LLC INC INDIA AND THE OF CO COMPANY SERVICES SOLUTIONS " +
    "ENTERPRISES MR MRS MS"
  ).split(" "),
);

/** Returns the words of a name, without digits and company words. */
export const splitNameWords = (text: string): string[] =>
  (text.toUpperCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []).filter((word) => !COMPANY.has(word));

/** Whether words are equal, or one is the other's beginning of at least four letters. */
export const isHit = (one: string, other: string): boolean =>
  one === other ||
  (one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one)));

/** Minimum letters of a cut name without spaces. */
const SQUEEZED = 8;
/** Minimum letters of a single-word name that is only the other's beginning. */
const SINGLE = 5;
/** Maximum likeness of names that only share words. */
const PARTLY = 0.8;

/** How distinctive a word is, from 0 to 1. */
export type Weight = (word: string) => number;
const EVEN: Weight = () => 1;

/**
 * Returns the likeness of a bank's party and a name: 1 if the words are equal, 0.9 or more if one is the
 * other cut at its end, else at most 0.8, by the weight of the shared words.
 */
export function computeLikeness(party: string[], name: string[], weight: Weight = EVEN): number {
  const [few = [], many = []] = party.length <= name.length ? [party, name] : [name, party];
  if (few.length === 0) return 0;
  const common = few.filter((word) => many.includes(word)).length;
  if (common === few.length && few.length === many.length) return 1;
  const [a, b] = [few.join(""), many.join("")];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= SQUEEZED && long.startsWith(short)) return 0.95;
  // The agency may write Zyntara where the bank writes ZYNTARA FOODS. A party of one word may be anyone.
  const isBegun = few.every((word, n) => word === many[n]);
  const isShort = few === name || few.length > 1;
  if (isBegun && isShort && a.length >= SINGLE) return 0.92;
  return PARTLY * share(few, many, weight);
}

/** Returns from 0 to 1 how fully a free text names a party: 0.9 or more for the full name. */
export function coverage(party: string[], text: string[], weight: Weight = EVEN): number {
  if (party.length === 0 || text.length === 0) return 0;
  if (party.every((word) => text.includes(word))) return 1;
  const squeezed = party.join("");
  if (squeezed.length >= SQUEEZED && text.join("").includes(squeezed)) return 0.95;
  return PARTLY * share(party, text, weight);
}

function share(few: string[], many: string[], weight: Weight): number {
  let [hit, all] = [0, 0];
  for (const word of few) {
    const counts = weight(word);
    all += counts;
    if (many.some((another) => isHit(word, another))) hit += counts;
  }
  return hit / all;
}

/** Returns lookup keys of a name. Similar names usually share one. */
export const toNameKeys = (words: string[]): string[] => [
  ...new Set([...words.map((word) => word.slice(0, 4)), words.join("").slice(0, 4)]),
];
