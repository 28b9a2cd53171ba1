/**
 * What a name is compared by: two names that differ only in case, or in how Unicode spells them, are
 * one. Folded here and not by the database, which knows the case of ASCII only. For names of at
 * most 200 characters, as the schemas let through: folding may cost the square of them.
 */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * Gives each name once: the name itself, or the first of its numbered forms that is free. It continues where
 * it stopped for the same name, so that many equal names take no more steps than they are.
 */
export class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  constructor(private readonly keyOf = (name: string): string => name.toLowerCase()) {}

  /** Returns a name that nobody has yet. `numbered` writes it with a number, from 2. */
  take(name: string, numbered: (n: number) => string): string {
    let own = name;
    if (this.taken.has(this.keyOf(own))) {
      const stem = this.keyOf(numbered(2));
      let n = this.next.get(stem) ?? 2;
      while (this.taken.has(this.keyOf(numbered(n)))) n += 1;
      own = numbered(n);
      this.next.set(stem, n + 1);
    }
    this.taken.add(this.keyOf(own));
    return own;
  }
}

const LIST = new Intl.ListFormat("en-IN");

/** Names in a sentence: "Asha, Rohan and Vinod". */
export const joinNames = (names: string[]): string => LIST.format(names);

/** As a sentence begins: `bill of supply` → `Bill of supply`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As it goes on: `Bill of supply` → `bill of supply`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
