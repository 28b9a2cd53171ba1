import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Write } from "./books.ts";

/** Maximum JSON of one statement: a database server accepts values up to 4 MiB, at 3 bytes a character. */
const CHARACTERS = 1 << 20;

/**
 * Inserts rows in order, many per statement, which is ten times as fast as one each. All rows must have the
 * columns of the first one.
 */
export async function insertRows<Table extends SQLiteTable>(
  tx: Pick<Write, "run">,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const columns = Object.entries(all).filter(
    ([key]) => first[key as keyof typeof first] !== undefined,
  );
  const names = sql.raw(columns.map(([, { name }]) => name).join());
  const values = sql.raw(columns.map((_, place) => `value ->> ${place}`).join());

  const texts = rows.map((row) =>
    JSON.stringify(columns.map(([key, column]) => toDriver(column, row[key as keyof typeof row]))),
  );
  for (const some of parcels(texts)) {
    await tx.run(
      sql`INSERT INTO ${table} (${names}) SELECT ${values} FROM json_each(${`[${some}]`})`,
    );
  }
}

const toDriver = (column: SQLiteColumn, value: unknown) =>
  value === null || value === undefined ? null : column.mapToDriverValue(value);

function* parcels(texts: string[]): Generator<string> {
  let parcel: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (parcel.length > 0 && characters + text.length > CHARACTERS) {
      yield parcel.join();
      [parcel, characters] = [[], 0];
    }
    parcel.push(text);
    characters += text.length;
  }
  yield parcel.join();
}
