import { groupIndian } from "./money.ts";

/** How many of something, as screens, papers and messages say it: `1 bill`, `1,00,000 bills`, `2 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${groupIndian(count)} ${count === 1 ? one : many}`;

/** How a list ends that names only its first: ` and 1,234 more`, and nothing where none are left. */
export const andMore = (left: number): string => (left > 0 ? ` and ${groupIndian(left)} more` : "");
