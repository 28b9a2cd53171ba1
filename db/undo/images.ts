import { type SQL, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import type { Write } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listJournaledColumns, listTables } from "../tables/journalTriggers.ts";
import { schemaModules } from "../tables/schema.ts";
import { UNDOABLE } from "../tables/tables.ts";
import { type From, findOperation, type Operation, type UndoStatus } from "./operations.ts";

// Row snapshots from before a write, and how to restore them. Values are read and written as the database
// stores them.

export const TABLES = listTables(schemaModules);

export type Value = string | number | null;
export type RowOf = Record<string, Value>;

export interface Image {
  seq: number;
  n: number;
  table: string;
  record: string;
  part: string;
  action: "I" | "U" | "D";
  /** For a delete. */
  row?: RowOf;
  /** For an update: column, before, after. */
  changes?: [string, Value, Value][];
}

interface Stored extends Omit<Image, "changes" | "row"> {
  was: string | null;
}

function toImage({ was, ...image }: Stored): Image {
  if (image.action === "D") return { ...image, row: JSON.parse(was ?? "{}") };
  if (image.action === "U") return { ...image, changes: JSON.parse(was ?? "[]") };
  return image;
}

const COLUMNS = sql.raw(`seq, n, of_table AS "table", record, part, action, was`);

/** Lists the row snapshots of an operation, in order. */
export async function listImages(
  from: From,
  { agencyId }: Pick<Tenant, "agencyId">,
  { entries, atMost = -1 }: Operation,
): Promise<Image[]> {
  const [first, last] = [entries[0]?.seq, entries.at(-1)?.seq];
  const rows = await from.all<Stored>(sql`SELECT ${COLUMNS} FROM row_images
    WHERE agency_id = ${agencyId} AND seq BETWEEN ${first} AND ${last} AND action IN ('I', 'U', 'D')
    ORDER BY seq, n LIMIT ${atMost}`);
  return rows.map(toImage);
}

export const toImageKey = ({ table, record, part }: Image) => `${table} ${record} ${part}`;

/** Lists snapshots of these rows after log entry `last`, by row, newest first. */
async function listLaterImages(
  from: From,
  { agencyId }: Pick<Tenant, "agencyId">,
  images: Image[],
  last: number,
): Promise<Map<string, Image[]>> {
  const records = JSON.stringify([...new Set(images.map(({ record }) => record))]);
  const rows = await from.all<Stored>(sql`SELECT ${COLUMNS}
    FROM (SELECT DISTINCT value AS wanted FROM json_each(${records}))
    CROSS JOIN row_images INDEXED BY row_images_of_record
    WHERE agency_id = ${agencyId} AND record = wanted AND seq > ${last}
      AND action IN ('I', 'U', 'D')
    ORDER BY seq DESC, n DESC`);
  return Map.groupBy(rows.map(toImage), toImageKey);
}

/** Returns the condition that finds a snapshot's row. */
function matchesRow({ agencyId }: Pick<Tenant, "agencyId">, image: Image): SQL {
  const journaled = UNDOABLE[image.table];
  if (!journaled) throw new Error(`${image.table} has no journal`);
  const [part] = journaled.parts ?? [];
  const conditions = [
    sql`${sql.identifier(journaled.agency ?? "agency_id")} = ${agencyId}`,
    ...(journaled.record ? [sql`${sql.identifier(journaled.record)} = ${image.record}`] : []),
    ...(part ? [sql`${sql.identifier(part)} = ${image.part}`] : []),
  ];
  return sql.join(conditions, sql` AND `);
}

export async function currentRow(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  image: Image,
): Promise<RowOf | null> {
  const table = TABLES.get(image.table);
  if (!table) throw new Error(`There is no table ${image.table}`);
  const columns = sql.join(
    listJournaledColumns(table).map((column) => sql.identifier(column)),
    sql`, `,
  );
  const [row] = await from.all<RowOf>(sql`SELECT ${columns}
    FROM ${sql.identifier(getTableConfig(table).name)} WHERE ${matchesRow(tenant, image)}`);
  return row ?? null;
}

/**
 * Returns the later change that prevents undoing an operation: every row must still be as the operation left
 * it. Later changes that were themselves undone do not count. Undefined if nothing prevents it.
 */
export async function findBlockingImage(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  images: Image[],
  last: number,
): Promise<Image | undefined> {
  const later = await listLaterImages(from, tenant, images, last);
  const looked = new Set<string>();
  for (const image of images) {
    const key = toImageKey(image);
    const since = later.get(key);
    if (!since || looked.has(key)) continue;
    looked.add(key);
    const now = await currentRow(from, tenant, image);
    const left = revertRow(now, since);
    if (isSame(now, left)) continue;
    return since.find((one) => one.action !== "U" || touches(one, now, left)) ?? since[0];
  }
  return undefined;
}

/**
 * Returns the operation to undo: the given one, or the redo that made it effective again. A redo also changed
 * drafts created in between, which may be deleted by now, so the given one is preferred.
 */
export async function chooseUndoneOperation(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  operation: Operation,
  { end }: Pick<UndoStatus, "end">,
): Promise<Operation> {
  if (end === operation.id) return operation;
  const images = await listImages(from, tenant, operation);
  const last = operation.entries.at(-1)?.seq ?? 0;
  const isLeft = images.length > 0 && !(await findBlockingImage(from, tenant, images, last));
  return isLeft ? operation : ((await findOperation(from, tenant, end)) ?? operation);
}

/** Returns the row as it was before these snapshots, newest first. */
function revertRow(now: RowOf | null, since: Image[]): RowOf | null {
  let row = now;
  for (const { action, row: deleted, changes = [] } of since) {
    if (action === "I") row = null;
    else if (action === "D") row = deleted ?? null;
    else {
      const columns = changes.map(([column, was]) => [column, was]);
      row = { ...row, ...Object.fromEntries(columns) };
    }
  }
  return row;
}

function isSame(one: RowOf | null, other: RowOf | null): boolean {
  if (!one || !other) return one === other;
  return Object.keys({ ...one, ...other }).every((column) => one[column] === other[column]);
}

const touches = ({ changes = [] }: Image, now: RowOf | null, left: RowOf | null) =>
  changes.some(([column]) => now?.[column] !== left?.[column]);

/** Restores one row. Returns false if the row has changed since. */
export async function undoRow(tx: Write, tenant: Tenant, image: Image): Promise<boolean> {
  const table = sql.identifier(image.table);
  const { row, changes } = image;
  if (row) {
    const [names, values] = [Object.keys(row), Object.values(row)];
    await tx.run(sql`INSERT INTO ${table} (${list(names.map((name) => sql.identifier(name)))})
      VALUES (${list(values.map((value) => sql`${value}`))})`);
    return true;
  }
  const isIt = matchesRow(tenant, image);
  if (!changes) return (await tx.run(sql`DELETE FROM ${table} WHERE ${isIt}`)).rowsAffected === 1;
  const sets = changes.map(([column, was]) => sql`${sql.identifier(column)} = ${was}`);
  const stays = changes.map(([column, , is]) => sql`${sql.identifier(column)} IS ${is}`);
  const done = await tx.run(
    sql`UPDATE ${table} SET ${list(sets)} WHERE ${isIt} AND ${sql.join(stays, sql` AND `)}`,
  );
  return done.rowsAffected === 1;
}

const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) =>
  sql.join(parts as SQL[], sql`, `);
