import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { KEPT, type Kept } from "./kept.ts";

// The triggers that keep images of rows. `bun db/undo/triggers.ts TABLE …` prints them for a migration.

/** The columns that are given back, in the order of the schema. */
export function columnsOf(table: SQLiteTable): string[] {
  const { name, columns } = getTableConfig(table);
  const derived = new Set(KEPT[name]?.derived);
  return columns
    .filter((column) => !column.generated && !derived.has(column.name))
    .map((column) => column.name);
}

/** All tables of a schema's modules, by name. */
export function tablesOf(modules: object[]): Map<string, SQLiteTable> {
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((one) => one instanceof SQLiteTable);
  return new Map(tables.map((table) => [getTableConfig(table).name, table]));
}

/** The triggers of a table by name, as SQLite keeps their text. */
export function triggersOf(table: SQLiteTable): Map<string, string> {
  const { name } = getTableConfig(table);
  const kept = KEPT[name];
  if (!kept) throw new Error(`${name} is not kept`);
  const columns = columnsOf(table);
  const own = kept.isChangedOnly
    ? []
    : [insertTrigger(name, kept), deleteTrigger(name, kept, columns)];
  return new Map([...own, updateTrigger(name, kept, columns)]);
}

const isImport = (agency: string) =>
  `EXISTS (SELECT 1 FROM undo_states WHERE agency_id = ${agency} AND state = 'import')`;

function insertTrigger(name: string, kept: Kept): [string, string] {
  const agency = agencyOf(kept, "new");
  // Of an import's rows, which are many, without a look.
  const isKept =
    name === "transactions"
      ? `(new.import_id IS NULL AND NOT ${isImport(agency)})
  OR EXISTS (SELECT 1 FROM undo_states WHERE agency_id = ${agency} AND state = 'undo')`
      : `NOT ${isImport(agency)}`;
  const out = kept.isTrashed
    ? `\n  DELETE FROM trash WHERE agency_id = ${agency} AND of_table = '${name}' AND id = new.id;`
    : "";
  return trigger(`${name}_image_insert`, `AFTER INSERT ON ${name} WHEN ${isKept}`, [
    `${image(name, kept, "new", "I", "NULL")}${out}`,
  ]);
}

function deleteTrigger(name: string, kept: Kept, columns: string[]): [string, string] {
  const agency = agencyOf(kept, "old");
  const row = columns.map((column) => `'${column}', old.${column}`).join(", ");
  const to = kept.isTrashed
    ? `\n  INSERT INTO trash VALUES (${agency}, '${name}', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = ${agency}));`
    : "";
  return trigger(`${name}_image_delete`, `AFTER DELETE ON ${name} WHEN NOT ${isImport(agency)}`, [
    `${image(name, kept, "old", "D", `json_object(${row})`)}${to}`,
  ]);
}

function updateTrigger(name: string, kept: Kept, columns: string[]): [string, string] {
  const rest = columns.filter((column) => column !== (kept.agency ?? "agency_id"));
  const list = (of: string) => rest.map((column) => `${of}.${column}`).join(", ");
  const changes = rest.map(
    (column) =>
      `iif(old.${column} IS new.${column}, '', ',' || json_array('${column}', old.${column}, new.${column}))`,
  );
  const was = `'[' || substr(${changes.join("\n    || ")}, 2) || ']'`;
  const head = `AFTER UPDATE OF ${rest.join(", ")} ON ${name}
WHEN (${list("old")})
  IS NOT (${list("new")})`;
  return trigger(`${name}_image_update`, head, [image(name, kept, "old", "U", was)]);
}

const agencyOf = (kept: Kept, of: string) => `${of}.${kept.agency ?? "agency_id"}`;

function image(name: string, kept: Kept, of: string, action: string, was: string): string {
  const agency = agencyOf(kept, of);
  const record = kept.record ? `${of}.${kept.record}` : `'${name}'`;
  const part = (kept.parts ?? []).map((column) => `${of}.${column}`).join(" || ' ' || ") || "''";
  return `INSERT INTO row_images SELECT ${agency}, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = ${agency} AND seq = s),
    '${name}', ${record}, ${part}, '${action}', ${was}
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = ${agency});`;
}

const trigger = (name: string, head: string, body: string[]): [string, string] => [
  name,
  `CREATE TRIGGER ${name} ${head} BEGIN\n  ${body.join("\n  ")}\nEND`,
];

if (import.meta.main) {
  const { schemaModules } = await import("./schema.ts");
  const tables = tablesOf(schemaModules);
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(KEPT);
  const texts = wanted.flatMap((name) => {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no table ${name}`);
    return [...triggersOf(table).values()];
  });
  process.stdout.write(`${texts.join(";\n--> statement-breakpoint\n")};\n`);
}
