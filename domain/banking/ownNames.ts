import { computeLikeness, coverage, splitNameWords, toNameKeys, type Weight } from "./names.ts";

// The names that an agency knows, and the weight of each word. A word in many names does not tell them
// apart.

/** Minimum likeness of a party's own name. */
export const NAMED = 0.9;
/** Minimum likeness of a possible name. */
export const ALIKE = 0.4;
const RARE = 0.5;

/** Words, and the same words joined as a lookup key. */
export interface Keyed {
  words: string[];
  key: string;
}

export const toKeyed = (words: string[]): Keyed => ({ words, key: words.join(" ") });

export interface Fit {
  alike: number;
  /** Whether the text names another known party instead. */
  isOther: boolean;
}

export interface OwnNames {
  /** Equal for names that give the same results for every party and text. */
  fingerprint: string;
  /** Whether a word is in few names and texts. PAYMENT, for example, is in most notes. */
  isRare(word: string): boolean;
  /** Returns the likeness of a bank's party and a name. */
  alike(party: string[], name: string[]): number;
  /** Whether no other name of the agency is as similar to the party. */
  isOnly(party: string[], name: string[]): boolean;
  /** Returns a function that compares texts with this party. It caches by object identity. */
  fitOf(party: Keyed): (text: Keyed) => Fit;
}

/**
 * Weighs words by the agency's own names.
 * @param own names of clients and vendors
 * @param texts descriptions of entries. Words in many of them weigh less.
 */
export function readOwnNames(own: Iterable<string>, texts: string[]): OwnNames {
  const names = [...new Set([...own].map((name) => splitNameWords(name).join(" ")))]
    .filter((name) => name !== "")
    .map((name) => name.split(" "));
  const { weight, common } = weigh(names, texts);
  const byKey = new Map<string, string[][]>();
  for (const name of names) {
    for (const key of toNameKeys(name)) byKey.set(key, [...(byKey.get(key) ?? []), name]);
  }
  const near = (words: string[]) =>
    new Set(toNameKeys(words).flatMap((key) => byKey.get(key) ?? []));
  const known = remember((party) =>
    [...near(party)]
      .map((name) => ({ name: name.join(" "), alike: computeLikeness(party, name, weight) }))
      .filter(({ alike }) => alike >= NAMED),
  );
  const namedIn = remember((text) =>
    [...near(text)].filter((name) => name.join("").length > 3 && coverage(name, text) === 1),
  );
  const namesOther = (party: string[], text: string[]) => {
    const isParty = (name: string[]) =>
      computeLikeness(party, name, weight) >= NAMED || party.join(" ").includes(name.join(" "));
    const named = namedIn(text);
    return party.length > 0 && named.length > 0 && !named.some(isParty);
  };
  const fits = new Map<string, Map<Keyed, Fit>>();
  return {
    fingerprint: JSON.stringify([names.map((name) => name.join(" ")).sort(), common]),
    isRare: (word) => weight(word) >= RARE,
    alike: (party, name) => computeLikeness(party, name, weight),
    isOnly(party, name) {
      const own = computeLikeness(party, name, weight);
      const joined = name.join(" ");
      return known(party).every((other) => other.name === joined || other.alike < own);
    },
    fitOf(party) {
      const ofParty = fits.get(party.key) ?? new Map<Keyed, Fit>();
      fits.set(party.key, ofParty);
      return (text) => {
        let found = ofParty.get(text);
        if (!found) {
          found = {
            alike: coverage(party.words, text.words, weight),
            isOther: namesOther(party.words, text.words),
          };
          ofParty.set(text, found);
        }
        return found;
      };
    },
  };
}

function remember<Found>(find: (words: string[]) => Found): (words: string[]) => Found {
  const known = new Map<string, Found>();
  return (words) => {
    const key = words.join(" ");
    let found = known.get(key);
    if (found === undefined) {
      found = find(words);
      known.set(key, found);
    }
    return found;
  };
}

/** With fewer texts, word frequency is meaningless. */
const TEXTS = 20;

/** Steps for the share of texts with a word, so that one more text rarely changes it. */
const STEPS = 64;

/** Returns the weight of words, and the words that are common in texts, with their shares. */
function weigh(
  names: string[][],
  texts: string[],
): { weight: Weight; common: [word: string, share: number][] } {
  const inNames = count(names);
  const distinct = [...new Set(texts)].map(splitNameWords);
  const inTexts = distinct.length < TEXTS ? new Map<string, number>() : count(distinct);
  const common = [...inTexts]
    .map(([word, n]): [string, number] => [word, Math.floor((n / distinct.length) * STEPS) / STEPS])
    .filter(([, share]) => share > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const shares = new Map(common);
  const weight = (word: string) =>
    Math.max(0.1, 1 - 4 * (shares.get(word) ?? 0)) / Math.max(1, inNames.get(word) ?? 1);
  return { weight, common };
}

function count(all: string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of all) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
