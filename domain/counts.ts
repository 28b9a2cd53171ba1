import { groupIndian } from "./money.ts";

/** How many of something, as screens, papers and messages say it: `1 bill`, `1,00,000 bills`, `2 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${groupIndian(count)} ${count === 1 ? one : many}`;
