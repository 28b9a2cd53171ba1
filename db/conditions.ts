import { and, type SQL, sql } from "drizzle-orm";

/** All of the conditions that there are: of a filter, those that it asks for; true where it asks for none. */
export const allOf = (...conditions: (SQL | false | "" | undefined)[]): SQL =>
  and(...conditions.map((condition) => condition || undefined)) ?? sql`true`;
