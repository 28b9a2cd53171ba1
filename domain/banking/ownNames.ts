import { computeLikeness, coverage, splitNameWords, toNameKeys, type Weight } from "./names.ts";

// The names that an agency knows, and what each of their words is worth: a word that many of them have tells
// nobody from the others.

/** From here on a name is the party's own. */
export const NAMED = 0.9;
/** From here on it may be. */
export const ALIKE = 0.4;
const RARE = 0.5;

/** Words, and all of them as one text, by which they are found again. */
export interface Keyed {
  words: string[];
  key: string;
}

export const toKeyed = (words: string[]): Keyed => ({ words, key: words.join(" ") });

export interface Fit {
  alike: number;
  /** The text names somebody the agency knows, and not this party. */
  isOther: boolean;
}

export interface OwnNames {
  /** Equal for names that say the same of every party and text. */
  fingerprint: string;
  /** Whether a word is in few names and texts: PAYMENT is in most notes. */
  isRare(word: string): boolean;
  /** How far a bank's party is that name. */
  alike(party: string[], name: string[]): number;
  /** Whether no other name of the agency is as much like the party. */
  isOnly(party: string[], name: string[]): boolean;
  /** Returns what says how far a text names this party; equal texts are looked up if they are one object. */
  fitOf(party: Keyed): (text: Keyed) => Fit;
}

/**
 * Weighs words by the agency's own names.
 * @param own names of clients and vendors
 * @param texts descriptions of entries, a word of which is worth less if many have it
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

/** Fewer texts say nothing of how common a word is. */
const TEXTS = 20;

/** Steps in which the share of texts with a word is counted, so that one text more rarely changes it. */
const STEPS = 64;

/** Returns what a word is worth, and the words that are common in texts, with their shares. */
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
