import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Joins all conditions that are set with AND; true if none is. */
export const joinConditions = (...conditions: (SQL | false | "" | undefined)[]): SQL =>
  and(...conditions.map((condition) => condition || undefined)) ?? sql`true`;

/** Compares with a list in a single parameter, so its length is not limited. */
export const isIn = (column: SQLWrapper, values: readonly (number | string)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
