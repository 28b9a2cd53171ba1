/**
 * What a name is compared by: two names that differ only in case, or in how Unicode spells them, are
 * one. Folded here and not by the database, which knows the case of ASCII only.
 */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
