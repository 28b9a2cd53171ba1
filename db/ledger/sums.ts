import { type SQL, sql } from "drizzle-orm";

// A sum of money has no bound: 923,000 of the largest amount are more than an integer of SQLite holds, and
// 901 more than libSQL's client reads as a number. So the database adds up crores (of 1,000,000,000 paise)
// and the paise beside them, keeps both, and hands them over as one text, which is read as a bigint.

/** In paise. */
export const CRORE = 1_000_000_000;
const CRORE_SQL = sql.raw(String(CRORE));

/** Crores and paise, each an SQL. */
export interface Pair {
  crores: SQL;
  paise: SQL;
}

/** A kept figure: `income` of income_crores and income_paise. */
export const toPair = (figure: string): Pair => ({
  crores: sql.raw(`${figure}_crores`),
  paise: sql.raw(`${figure}_paise`),
});

/** An amount, an SQL of paise, as what it adds to a kept figure. */
export const amountPair = (paise: SQL): Pair => ({
  crores: sql`${paise} / ${CRORE_SQL}`,
  paise: sql`${paise} % ${CRORE_SQL}`,
});

/** The sum of a kept figure, as `readSum` reads it. */
export const sumOfKept = (figure: string, where?: SQL): SQL<string> =>
  sumOfPairs(toPair(figure), where);

/** The sum of what is added and taken away of kept figures, as `readSum` reads it. */
export function sumOfMoves(added: string[], taken: string[]): SQL<string> {
  const terms = [...added.map((name) => `+ ${name}`), ...taken.map((name) => `- ${name}`)];
  const each = (unit: keyof Pair) => sql.raw(terms.map((term) => `${term}_${unit}`).join(" "));
  return sumOfPairs({ crores: each("crores"), paise: each("paise") });
}

/** The sum of amounts (an SQL of paise, at most the largest amount in each row), as `readSum` reads it. */
export const sumOfAmounts = (paise: SQL, where?: SQL): SQL<string> =>
  sumOfPairs(amountPair(paise), where);

/**
 * An amount as the two columns that a kept figure has: its own column, `received_paise` of `received`, or
 * an SQL of paise.
 */
export function pairSql(figure: string, sum?: SQL): SQL {
  const { crores, paise } = toPair(figure);
  const amount = amountPair(sum ?? paise);
  return sql`${amount.crores} AS ${crores}, ${amount.paise} AS ${paise}`;
}

/** The sum of pairs, as `readSum` reads it. */
export function sumOfPairs({ crores, paise }: Pair, where?: SQL): SQL<string> {
  const rows = where ? sql` FILTER (WHERE ${where})` : sql``;
  const sum = (part: SQL) => sql`coalesce(sum(${part})${rows}, 0)`;
  return sql<string>`(${sum(crores)} || ' ' || ${sum(paise)})`;
}

/** In paise. */
export function readSum(text: string): bigint {
  const [crores = "", paise = ""] = text.split(" ");
  return toPaiseSum(crores, paise);
}

/** A kept sum that was read as its two columns, in paise. */
export const toPaiseSum = (crores: string | number, paise: string | number): bigint =>
  BigInt(crores) * BigInt(CRORE) + BigInt(paise);

/** As the check of the books says it: a number of paise, or as text where it is more than a number holds. */
export const toFigure = (paise: bigint): number | string =>
  BigInt.asIntN(53, paise) === paise ? Number(paise) : String(paise);
