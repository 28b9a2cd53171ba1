import { asc, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Entity } from "../../domain/agencies/audit.ts";
import { parse, Refusal, type Schema } from "../../domain/refusal.ts";
import { recordChange } from "./audit.ts";
import type { Read } from "./books.ts";
import { assertUnchanged } from "./expected.ts";
import { newId } from "./id.ts";
import { lockWithoutDate } from "./locks.ts";
import { forAgency, type Tenant } from "./tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "./transaction.ts";

// A record is one row that people add, change and delete: a client, an account, a bank rule. Its noun defines
// the rules; the store does what is the same for all of them, each write with its entry in the log.

type Table = SQLiteTable & { agencyId: SQLiteColumn; id: SQLiteColumn };
type Columns<T extends Table> = Omit<T["$inferInsert"], "agencyId" | "id">;

/** A record that is about to be added or changed. */
export interface Next<Input, Rec> {
  id: string;
  input: Input;
  /** Undefined for a new record. */
  before: Rec | undefined;
}

interface Noun<T extends Table, Input extends object, Rec extends { _id: string }> {
  /** Its name in the log. */
  entity: Entity;
  /** Its name in messages, if that is not the entity. */
  name?: string;
  table: T;
  /** Parses and completes the fields of a new or changed record. */
  schema: Schema<Input>;
  /** Converts a row to the record; or `read` reads records that are more than their row. */
  toRecord?(row: T["$inferSelect"]): Rec;
  read?(from: Read, tenant: Owner, where: SQL | undefined): Promise<Rec[]>;
  toColumns(input: Input): Partial<Columns<T>>;
  /** The order of the list. */
  orderBy?: SQLiteColumn[];
  /** Converts the record to the fields that a change starts from. Defaults to the record. */
  toBase?(before: Rec, changes: Partial<Input>): object;
  /** Columns that a new row has as well, such as its place. */
  toNewColumns?(tx: Write, tenant: Tenant): Promise<Partial<Columns<T>>>;
  /** Checks the rules of a new or changed record beyond its schema. @throws Refusal */
  beforeWrite?(tx: Write, tenant: Tenant, next: Next<Input, Rec>): Promise<void> | void;
  /** Writes the rows that belong to the record, such as its lines. */
  afterWrite?(tx: Write, tenant: Tenant, next: Next<Input, Rec>): Promise<void>;
  /** Updates other records after a change has been logged. */
  afterChange?(tx: Write, tenant: Tenant, before: Rec, after: Rec): Promise<void>;
  /** Deletes the rows that belong to the record. @throws Refusal "conflict" if it is in use, "forbidden" */
  beforeRemove?(tx: Write, tenant: Tenant, before: Rec): Promise<void>;
  /**
   * For records without a date that a lock protects: returns the field at which its error is shown. `input`
   * is missing on removal.
   */
  lockedField?(next: Partial<Next<Input, Rec>>): string;
}

type Owner = Pick<Tenant, "agencyId">;

/** Returns the operations of a noun: list, get, add, change and remove. */
export function recordStore<T extends Table, Input extends object, Rec extends { _id: string }>(
  noun: Noun<T, Input, Rec>,
) {
  const { entity, name = entity, table, schema, toColumns, orderBy = [table.id] } = noun;
  const isRow = (tenant: Owner, id: string) => forAgency(tenant, table, eq(table.id, id));

  async function select(from: Read, tenant: Owner, where: SQL | undefined): Promise<Rec[]> {
    if (noun.read) return noun.read(from, tenant, where);
    const rows = await from
      .select()
      .from(table as Table)
      .where(where)
      .orderBy(...orderBy.map((column) => asc(column)));
    return rows.map((row) => noun.toRecord?.(row as T["$inferSelect"]) as Rec);
  }

  /** Lists the records that fulfill a condition, by default all. */
  const list = ({ books, agencyId }: Reader, where?: SQL): Promise<Rec[]> =>
    select(books.read, { agencyId }, forAgency({ agencyId }, table, where));

  /** @throws Refusal "missing" */
  async function get({ books, agencyId }: Reader, id: string): Promise<Rec> {
    const [record] = await select(books.read, { agencyId }, isRow({ agencyId }, id));
    if (!record) throw new Refusal("missing", `${name} not found`);
    return record;
  }

  const write = <R>(at: string | undefined, work: () => Promise<R>): Promise<R> =>
    at === undefined ? work() : lockWithoutDate(at, work);

  /** @throws Refusal as the noun's rules */
  const add = (tenant: Tenant, input: Input): Promise<Rec> =>
    withIdempotency(tenant, async (tx) => {
      const next = { id: newId(), input, before: undefined };
      await noun.beforeWrite?.(tx, tenant, next);
      const columns = { ...toColumns(input), ...(await noun.toNewColumns?.(tx, tenant)) };
      const row = { agencyId: tenant.agencyId, id: next.id, ...columns };
      await write(noun.lockedField?.(next), () =>
        tx
          .insert(table)
          .values(row as never)
          .run(),
      );
      await noun.afterWrite?.(tx, tenant, next);
      const after = await get(tenant, next.id);
      await recordChange(tx, tenant, "CREATE", entity, { after });
      return after;
    });

  /** Changes the given fields. @throws Refusal "missing", "conflict" or as the noun's rules */
  const change = (tenant: Tenant, id: string, changes: object): Promise<Rec> =>
    writeTransaction(tenant, async (tx) => {
      const before = await get(tenant, id);
      await assertUnchanged(tx, tenant, entity, before, changes);
      const base = noun.toBase?.(before, changes) ?? before;
      const next = { id, input: parse(schema, { ...base, ...changes }), before };
      await noun.beforeWrite?.(tx, tenant, next);
      // Without the key: setting it, even unchanged, makes SQLite search every row that refers to it.
      const columns = toColumns(next.input) as never;
      const update = () => tx.update(table).set(columns).where(isRow(tenant, id)).run();
      await write(noun.lockedField?.(next), update);
      await noun.afterWrite?.(tx, tenant, next);
      const after = await get(tenant, id);
      await recordChange(tx, tenant, "UPDATE", entity, { before, after });
      await noun.afterChange?.(tx, tenant, before, after);
      return after;
    });

  /** @throws Refusal "missing", "conflict" or "forbidden" */
  const remove = (tenant: Tenant, id: string): Promise<void> =>
    writeTransaction(tenant, async (tx) => {
      const before = await get(tenant, id);
      await noun.beforeRemove?.(tx, tenant, before);
      const drop = () => tx.delete(table).where(isRow(tenant, id)).run();
      await write(noun.lockedField?.({ before }), drop);
      await recordChange(tx, tenant, "DELETE", entity, { before });
    });

  return { list, get, add, change, remove };
}

/** Books to read from; inside a write, that write. */
type Reader = Owner & { books: { read: Read } };
