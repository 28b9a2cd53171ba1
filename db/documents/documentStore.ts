import { eq } from "drizzle-orm";
import type { Entity } from "../../domain/agencies/audit.ts";
import { isOwnKind } from "../../domain/documents/kinds.ts";
import { type Removed, toDiscarded } from "../../domain/documents/removed.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { withDeletions } from "../engine/images.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { deleteItems, insertItems, type NewItem, updateDocument } from "./documents.ts";
import { returnNumber } from "./returnedNumbers.ts";

// Every kind of document is created, changed and cancelled in the same way, each with its entry in the log.

type Row = typeof documents.$inferSelect;
type From = Pick<Write, "all" | "select">;

interface Kind<Whole, Doc> {
  /** Its name in the log, and in messages. */
  entity: Entity;
  /** @throws Refusal "missing" */
  read(from: From, tenant: Tenant, id: string): Promise<Whole>;
  getRow(whole: Whole): Row;
  toDocument(from: From, tenant: Tenant, whole: Whole): Promise<Doc> | Doc;
  /** Checks first whether it may be edited at all. @throws Refusal "conflict" */
  assertEditable?(before: Doc): void;
}

type Work<Whole, Doc, Result> = (tx: Write, whole: Whole, before: Doc) => Promise<Result>;

interface Computed {
  columns: Partial<typeof documents.$inferInsert>;
  items: NewItem[];
  /** Updates what depends on the document. */
  follow?(): Promise<void>;
}

/** Returns the operations that all kinds share. */
export function documentStore<Whole, Doc extends object>(kind: Kind<Whole, Doc>) {
  const { entity } = kind;

  /** @throws Refusal "missing" */
  async function get(tenant: Tenant, id: string): Promise<Doc> {
    const { read } = tenant.books;
    return kind.toDocument(read, tenant, await kind.read(read, tenant, id));
  }

  /** Logs the document that `insert` returned, or its id. `more` is added to the log entry. */
  const add = (
    tenant: Tenant,
    insert: (tx: Write) => Promise<string | Whole>,
    more?: object,
  ): Promise<Doc> =>
    withIdempotency(tenant, async (tx) => {
      const made = await insert(tx);
      const after =
        typeof made === "string"
          ? await get(tenant, made)
          : await kind.toDocument(tx, tenant, made);
      await recordChange(tx, tenant, "CREATE", entity, { after, ...more });
      return after;
    });

  /** Changes a document. `more` is added to what the log says it is now. */
  const change = (
    tenant: Tenant,
    id: string,
    work: Work<Whole, Doc, void>,
    more?: object,
  ): Promise<Doc> =>
    withIdempotency(tenant, async (tx) => {
      const whole = await kind.read(tx, tenant, id);
      const before = await kind.toDocument(tx, tenant, whole);
      await work(tx, whole, before);
      const after = await get(tenant, id);
      await recordChange(tx, tenant, "UPDATE", entity, { before, after: { ...after, ...more } });
      return after;
    });

  /** Replaces the amounts and lines of a document. */
  const rewrite = (tenant: Tenant, id: string, compute: Work<Whole, Doc, Computed>): Promise<Doc> =>
    change(tenant, id, async (tx, whole, before) => {
      const { columns, items, follow } = await compute(tx, whole, before);
      await updateDocument(tx, tenant, id, columns);
      await deleteItems(tx, tenant, id);
      await insertItems(tx, tenant, id, items);
      await follow?.();
    });

  /** Changes the given fields. @throws Refusal "conflict" if it cannot be edited, or was changed since */
  const edit = (
    tenant: Tenant,
    id: string,
    changes: object,
    compute: Work<Whole, Doc, Computed>,
  ): Promise<Doc> =>
    rewrite(tenant, id, async (tx, whole, before) => {
      kind.assertEditable?.(before);
      await assertUnchanged(tx, tenant, entity, before, changes);
      return compute(tx, whole, before);
    });

  /**
   * Cancels a document, which keeps its number. A draft that can return its number is deleted instead.
   * @throws Refusal "conflict" if it is already cancelled, or as `assertCancellable`
   */
  const cancel = (
    tenant: Tenant,
    id: string,
    assertCancellable: Work<Whole, Doc, void>,
    toCancelled: (tx: Write, whole: Whole) => Promise<Computed["columns"]>,
    follow?: (tx: Write, whole: Whole) => Promise<void>,
  ): Promise<Doc | Removed> =>
    writeTransaction(tenant, async (tx) => {
      const whole = await kind.read(tx, tenant, id);
      const row = kind.getRow(whole);
      if (row.status === "CANCELLED") {
        throw new Refusal("conflict", `The ${entity.toLowerCase()} is already cancelled`);
      }
      const before = await kind.toDocument(tx, tenant, whole);
      await assertCancellable(tx, whole, before);
      if (await discard(tx, tenant, row)) {
        await recordChange(tx, tenant, "DELETE", entity, { before });
        return toDiscarded(row.number);
      }
      return change(tenant, id, async () => {
        await updateDocument(tx, tenant, id, await toCancelled(tx, whole));
        await follow?.(tx, whole);
      });
    });

  return { get, add, change, rewrite, edit, cancel };
}

/** Deletes a draft that can return its number: the newest of its series, seen by no one outside. */
async function discard(tx: Write, tenant: Tenant, row: Row): Promise<boolean> {
  const { id, kind, number, date, status } = row;
  if (status !== "DRAFT" || !isOwnKind(kind)) return false;
  if (!(await returnNumber(tx, tenant, { id, kind, number, date }))) return false;
  await withDeletions(tx, tenant, async () => {
    await deleteItems(tx, tenant, id);
    await tx.delete(documents).where(forAgency(tenant, documents, eq(documents.id, id)));
  });
  return true;
}
