import { type SQL, sql } from "drizzle-orm";

// Sums have no limit: 923,000 of the largest amount overflow an SQLite integer, and 901 a number of the
// libSQL client. The database therefore adds crores (of 1,000,000,000 paise) and the remaining paise
// separately, stores both, and returns them as one text, which is read as a bigint.

/** In paise. */
export const CRORE = 1_000_000_000;
const CRORE_SQL = sql.raw(String(CRORE));

/** SQL expressions of crores and paise. */
export interface Pair {
  crores: SQL;
  paise: SQL;
}

/** Returns the columns of a stored sum: `income` has income_crores and income_paise. */
export const toPair = (figure: string): Pair => ({
  crores: sql.raw(`${figure}_crores`),
  paise: sql.raw(`${figure}_paise`),
});

/** Splits an amount (SQL, in paise) into what it adds to a stored sum. */
export const amountPair = (paise: SQL): Pair => ({
  crores: sql`${paise} / ${CRORE_SQL}`,
  paise: sql`${paise} % ${CRORE_SQL}`,
});

/** Sums a stored sum's column, for `readSum`. */
export const sumOfKept = (figure: string, where?: SQL): SQL<string> =>
  sumOfPairs(toPair(figure), where);

/** Sums stored sums that are added or subtracted, for `readSum`. */
export function sumOfMoves(added: string[], taken: string[]): SQL<string> {
  const terms = [...added.map((name) => `+ ${name}`), ...taken.map((name) => `- ${name}`)];
  const each = (unit: keyof Pair) => sql.raw(terms.map((term) => `${term}_${unit}`).join(" "));
  return sumOfPairs({ crores: each("crores"), paise: each("paise") });
}

/** Sums amounts (SQL, in paise; no row above the maximum amount), for `readSum`. */
export const sumOfAmounts = (paise: SQL, where?: SQL): SQL<string> =>
  sumOfPairs(amountPair(paise), where);

/**
 * Returns an amount as the two columns of a stored sum: the column `received_paise` for `received`, or an SQL
 * expression in paise.
 */
export function pairSql(figure: string, sum?: SQL): SQL {
  const { crores, paise } = toPair(figure);
  const amount = amountPair(sum ?? paise);
  return sql`${amount.crores} AS ${crores}, ${amount.paise} AS ${paise}`;
}

/** Sums pairs, for `readSum`. */
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

/** Converts the two columns of a stored sum to paise. */
export const toPaiseSum = (crores: string | number, paise: string | number): bigint =>
  BigInt(crores) * BigInt(CRORE) + BigInt(paise);

/** Returns paise for the report of the check: a number, or text if it is too large for one. */
export const toFigure = (paise: bigint): number | string =>
  BigInt.asIntN(53, paise) === paise ? Number(paise) : String(paise);
