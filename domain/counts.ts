import { groupIndian } from "./money.ts";

/** Formats a count with its noun: `1 bill`, `1,00,000 bills`, `2 entries`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${groupIndian(count)} ${count === 1 ? one : many}`;

/** Ends a shortened list: ` and 1,234 more`, or "" if nothing is left. */
export const formatMore = (left: number): string =>
  left > 0 ? ` and ${groupIndian(left)} more` : "";

/** Formats a number of bytes: `38 bytes`, `340 kB`, `1.2 MB`, `3.4 GB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return bytes < 1_000 ? pluralize(bytes, "byte") : `${Math.ceil(bytes / 1_000)} kB`;
}
