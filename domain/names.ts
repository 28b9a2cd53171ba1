/**
 * Returns the comparison key of a name: names that differ only in case or Unicode form are equal.
 * Computed here, because the database only knows the case of ASCII. Pass at most 200 characters, as
 * schemas ensure: normalization can be quadratic.
 */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * Gives out unique names: the name itself, or its first free numbered form. It remembers the last number
 * per name, so that many equal names take linear time.
 */
export class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  constructor(private readonly keyOf = (name: string): string => name.toLowerCase()) {}

  /**
   * Returns a unique name.
   * @param numbered formats it with a number, from 2
   */
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

/** Joins names: "Asha, Rohan and Vinod". */
export const joinNames = (names: string[]): string => LIST.format(names);

/** Capitalizes the first letter: `bill of supply` → `Bill of supply`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lowers the first letter: `Bill of supply` → `bill of supply`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Puts "a" or "an" before a noun. */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** `Asha Kulkarni` → AK */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return (first.slice(0, 1) + (last ?? "").slice(0, 1)).toUpperCase();
}
