/** Deterministic random numbers, so that a demo has the same books on the same day everywhere. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  roll(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  one<T>(of: readonly T[]): T;
}

/** mulberry32, seeded with the FNV-1a hash of a text such as a date. */
export function createDice(seed: string): Dice {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);

  function roll() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1));
  const one = <T>(of: readonly T[]) => of[between(0, of.length - 1)] as T;
  return { roll, between, one };
}
