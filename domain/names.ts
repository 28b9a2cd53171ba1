/**
 * What a name is compared by: two names that differ only in case, or in how Unicode spells them, are
 * one. Folded here and not by the database, which knows the case of ASCII only. For names of at
 * most 200 characters, as the schemas let through: folding may cost the square of them.
 */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

const LIST = new Intl.ListFormat("en-IN");

/** Names in a sentence: "Asha, Rohan and Vinod". */
export const namesInWords = (names: string[]): string => LIST.format(names);

/** As a sentence begins: `bill of supply` → `Bill of supply`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As it goes on: `Bill of supply` → `bill of supply`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
