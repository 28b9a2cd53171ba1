// Whether two texts name the same party, though one is cut, squeezed or dressed in company words.

const COMPANY = new Set(
  (
    "PVT PRIVATE LTD LIMITED LLP LLC INC INDIA AND THE OF CO COMPANY SERVICES SOLUTIONS " +
    "ENTERPRISES MR MRS MS"
  ).split(" "),
);

/** The words of a name, without digits and company words. */
export const splitNameWords = (text: string): string[] =>
  (text.toUpperCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []).filter((word) => !COMPANY.has(word));

/** Equal, or from four letters on one begins the other. */
export const isHit = (one: string, other: string): boolean =>
  one === other ||
  (one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one)));

/** A squeezed name that is cut needs this many letters. */
const SQUEEZED = 8;
/** A single word that is all of a name needs this many, if it only begins the other. */
const SINGLE = 5;
/** A name that shares words with another, and is not the same. */
const PARTLY = 0.8;

/** What a word says about a party, from 0 to 1. */
export type Weight = (word: string) => number;
const EVEN: Weight = () => 1;

/**
 * Returns from 0 to 1 how far a bank's party is a name: 1 if the words are equal, 0.9 and more if one of them
 * is the other cut at its end, and else at most 0.8, by the weight of the words that both have.
 */
export function computeLikeness(party: string[], name: string[], weight: Weight = EVEN): number {
  const [few = [], many = []] = party.length <= name.length ? [party, name] : [name, party];
  if (few.length === 0) return 0;
  const common = few.filter((word) => many.includes(word)).length;
  if (common === few.length && few.length === many.length) return 1;
  const [a, b] = [few.join(""), many.join("")];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= SQUEEZED && long.startsWith(short)) return 0.95;
  // The agency may call Zyntara what the bank calls ZYNTARA FOODS; a party of one word may be anybody.
  const isBegun = few.every((word, n) => word === many[n]);
  const isShort = few === name || few.length > 1;
  if (isBegun && isShort && a.length >= SINGLE) return 0.92;
  return PARTLY * share(few, many, weight);
}

/** Returns from 0 to 1 how far a text that somebody has typed names a party: 0.9 and more if in full. */
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

/** By what a name is looked up: names that are alike mostly share one of these. */
export const toNameKeys = (words: string[]): string[] => [
  ...new Set([...words.map((word) => word.slice(0, 4)), words.join("").slice(0, 4)]),
];
