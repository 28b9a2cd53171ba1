import { getTableColumns, getTableName } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { JOURNALED, type Journaled, UNDOABLE } from "./tables.ts";

// Builds the triggers that write the row journal. Changes that undo skips have their action in lower case.

/** Lists the journaled columns in schema order. */
export function listJournaledColumns(table: SQLiteTable): string[] {
  const derived = new Set(JOURNALED[getTableName(table)]?.derived);
  return Object.values(getTableColumns(table))
    .filter((column) => !column.generated && !derived.has(column.name))
    .map((column) => column.name);
}

/** Returns all tables of the schema modules, by name. */
export function listTables(modules: object[]): Map<string, SQLiteTable> {
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((one) => one instanceof SQLiteTable);
  return new Map(tables.map((table) => [getTableName(table), table]));
}

/** Returns a table's triggers by name, with the text as SQLite stores it. */
export function buildJournalTriggers(table: SQLiteTable): Map<string, string> {
  const name = getTableName(table);
  const journaled = JOURNALED[name];
  if (!journaled) throw new Error(`${name} has no journal`);
  return new Map([
    insertTrigger(table, journaled),
    deleteTrigger(table, journaled),
    ...updateTriggers(table, journaled),
  ]);
}

/** Returns the SQL for a row's JSON in the journal. */
export function rowJson(table: SQLiteTable, of: string): string {
  const values = listJournaledColumns(table).map(
    (column) => `'${column}', ${columnSql(table, column, of)}`,
  );
  return `json_object(${values.join(", ")})`;
}

const columnsOf = new WeakMap<SQLiteTable, Map<string, SQLiteColumn>>();

/** JSON cannot hold bytes. A value a JSON function returned is recorded as its stored text. */
function columnSql(table: SQLiteTable, column: string, of: string): string {
  const columns =
    columnsOf.get(table) ??
    new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]));
  columnsOf.set(table, columns);
  const found = columns.get(column);
  const value = `${of}.${column}`;
  if (found?.getSQLType() === "blob") return `hex(${value})`;
  return found?.dataType === "json" ? `(${value} || '')` : value;
}

const isImport = (agency: string) =>
  `EXISTS (SELECT 1 FROM undo_states WHERE agency_id = ${agency} AND state = 'import')`;

/** Returns the action of a journaled insert or delete. Rows of an import are undone with the import. */
function buildActionSql(
  name: string,
  { isChangedOnly }: Journaled,
  agency: string,
  action: "I" | "D",
) {
  const alone = `'${action.toLowerCase()}'`;
  if (!UNDOABLE[name] || isChangedOnly) return alone;
  return `iif(${isImport(agency)}, ${alone}, '${action}')`;
}

function insertTrigger(table: SQLiteTable, journaled: Journaled): [string, string] {
  const name = getTableName(table);
  const agency = agencyColumn(journaled, "new");
  // An import has many rows: its log entry contains their digest.
  const isJournaled =
    name === "transactions"
      ? ` WHEN new.import_id IS NULL
  OR EXISTS (SELECT 1 FROM undo_states WHERE agency_id = ${agency} AND state = 'undo')`
      : "";
  const out = journaled.isTrashed
    ? `\n  DELETE FROM trash WHERE agency_id = ${agency} AND of_table = '${name}' AND id = new.id;`
    : "";
  const action = buildActionSql(name, journaled, agency, "I");
  return trigger(`${name}_image_insert`, `AFTER INSERT ON ${name}${isJournaled}`, [
    `${image(name, journaled, "new", action, rowJson(table, "new"))}${out}`,
  ]);
}

function deleteTrigger(table: SQLiteTable, journaled: Journaled): [string, string] {
  const name = getTableName(table);
  const agency = agencyColumn(journaled, "old");
  const to = journaled.isTrashed
    ? `\n  INSERT INTO trash SELECT ${agency}, '${name}', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = ${agency})
  WHERE NOT ${isImport(agency)};`
    : "";
  const isJournaled =
    name === "transactions"
      ? ` WHEN old.import_id IS NULL OR NOT ${isImport(agency)}
  OR EXISTS (SELECT 1 FROM row_images WHERE agency_id = ${agency} AND record = old.id)`
      : "";
  const action = buildActionSql(name, journaled, agency, "D");
  return trigger(`${name}_image_delete`, `AFTER DELETE ON ${name}${isJournaled}`, [
    `${image(name, journaled, "old", action, rowJson(table, "old"))}${to}`,
  ]);
}

/** Returns nothing for a table whose rows are never updated. */
function updateTriggers(table: SQLiteTable, journaled: Journaled): [string, string][] {
  const name = getTableName(table);
  const rest = listJournaledColumns(table).filter(
    (column) => column !== (journaled.agency ?? "agency_id"),
  );
  if (rest.length === 0) return [];
  const list = (of: string) => rest.map((column) => `${of}.${column}`).join(", ");
  const changes = rest.map((column) => {
    const [before, after] = [columnSql(table, column, "old"), columnSql(table, column, "new")];
    const change = `json_array('${column}', ${before}, ${after})`;
    return `iif(old.${column} IS new.${column}, '', ',' || ${change})`;
  });
  const was = `'[' || substr(${changes.join("\n    || ")}, 2) || ']'`;
  const head = `AFTER UPDATE OF ${rest.join(", ")} ON ${name}
WHEN (${list("old")})
  IS NOT (${list("new")})`;
  const action = UNDOABLE[name] ? "'U'" : "'u'";
  return [trigger(`${name}_image_update`, head, [image(name, journaled, "old", action, was)])];
}

const agencyColumn = (journaled: Journaled, of: string) =>
  `${of}.${journaled.agency ?? "agency_id"}`;

function image(
  name: string,
  journaled: Journaled,
  of: string,
  action: string,
  was: string,
): string {
  const agency = agencyColumn(journaled, of);
  const record = journaled.record ? `${of}.${journaled.record}` : `'${name}'`;
  const part =
    (journaled.parts ?? []).map((column) => `${of}.${column}`).join(" || ' ' || ") || "''";
  return `INSERT INTO row_images SELECT ${agency}, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = ${agency} AND seq = s),
    '${name}', ${record}, ${part}, ${action}, ${was}
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = ${agency});`;
}

const trigger = (name: string, head: string, body: string[]): [string, string] => [
  name,
  `CREATE TRIGGER ${name} ${head} BEGIN\n  ${body.join("\n  ")}\nEND`,
];
