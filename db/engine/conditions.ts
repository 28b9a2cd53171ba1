import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** All of the conditions that there are: of a filter, those that it asks for; true where it asks for none. */
export const joinConditions = (...conditions: (SQL | false | "" | undefined)[]): SQL =>
  and(...conditions.map((condition) => condition || undefined)) ?? sql`true`;

/** In one parameter, however many they are. */
export const isIn = (column: SQLWrapper, values: readonly (number | string)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
