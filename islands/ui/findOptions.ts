import type { ReactNode } from "react";

/** A record that a combobox offers. */
export interface ComboOption {
  value: string;
  text: string;
  /** Shown below the name and searched, such as the GSTIN. An empty one is left out. */
  facts?: readonly Fact[];
  /** A figure and its word, on the right. */
  figure?: { amount: ReactNode; note: string };
  /** Shown, but cannot be chosen. */
  isDisabled?: boolean;
}

interface Fact {
  label: string;
  text: string;
  /** Searched but not shown. */
  isHidden?: boolean;
}

export interface FoundOption extends ComboOption {
  /** The fact that matched if the name did not, such as `GSTIN has 0131`. */
  group: string;
}

/** The number of options that are shown at once. */
export const SHOWN_OPTIONS = 50;

/**
 * Returns the options that match the typed text, best first: the same name, names that begin with it, names
 * with a word that begins with it, names that contain it, then other facts that contain it.
 */
export function findOptions(options: readonly ComboOption[], typed: string): FoundOption[] {
  const wanted = fold(typed);
  const ranked: [rank: number, option: FoundOption][] = [];
  for (const option of options) {
    const rank = rankName(fold(option.text), wanted);
    if (rank !== undefined) {
      ranked.push([rank, { ...option, group: "" }]);
      continue;
    }
    const at = option.facts?.findIndex(({ text }) => contains(text, typed)) ?? -1;
    const fact = option.facts?.[at];
    if (fact) ranked.push([4 + at, { ...option, group: `${fact.label} has ${typed.trim()}` }]);
  }
  return ranked.sort(([a], [b]) => a - b).map(([, option]) => option);
}

/** Returns the option that has exactly this name, if it is the only one. */
export function findNamed(options: readonly ComboOption[], typed: string): ComboOption | undefined {
  const named = options.filter(({ text }) => fold(text) === fold(typed));
  return named.length === 1 ? named[0] : undefined;
}

const fold = (text: string) => text.trim().toLocaleLowerCase("en-IN");

/** Phone numbers are found by their digits, with or without spaces. */
const contains = (text: string, typed: string) => {
  const wanted = fold(typed).replaceAll(" ", "");
  return fold(text).replaceAll(" ", "").includes(wanted);
};

function rankName(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at < 0) return undefined;
  return /[\p{L}\p{N}]/u.test(name[at - 1] ?? "") ? 3 : 2;
}
