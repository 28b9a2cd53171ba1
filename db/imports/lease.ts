import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { DatabaseError } from "../engine/errors.ts";
import { withPass } from "../engine/locks.ts";
import { createMutex, type Mutex } from "../engine/mutex.ts";
import { forAgency } from "../engine/tenant.ts";
import { type Write, writeRelaxedTransaction } from "../engine/transaction.ts";
import { imports } from "../schema/imports.ts";

// An agency's imports take turns, because each must find the rows of the one before. Within this server a
// mutex orders them. Servers that share a database use the state of the imports there, and take over an
// import after its lease has expired.

/** An import without its user: after a crash, no request is waiting. */
export interface Batch {
  books: Books;
  agencyId: number;
  id: string;
  at?: string | undefined;
}

const mutexes = new Map<number, { mutex: Mutex; waiting: number }>();
const PAUSE_MS = 200;

/**
 * Runs the agency's work one at a time, in order. Agencies do not wait for each other. If `work` returns
 * undefined, it met another server's running import, and is run again.
 */
export async function runInTurn<T>(
  agencyId: number,
  work: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const result = await runInLane(agencyId, work);
    if (result !== undefined) return result;
    await Bun.sleep(PAUSE_MS);
  }
}

async function runInLane<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
  const turns = mutexes.get(agencyId) ?? { mutex: createMutex(), waiting: 0 };
  mutexes.set(agencyId, turns);
  turns.waiting += 1;
  const release = await turns.mutex.acquire();
  try {
    return await work();
  } finally {
    release();
    turns.waiting -= 1;
    if (turns.waiting === 0) mutexes.delete(agencyId);
  }
}

/**
 * Posts or undoes rows under the import's lock exception. Started work is finished even if the exception has
 * ended.
 */
export async function runUnderException<T>(
  tx: Write,
  batch: Batch,
  work: () => Promise<T>,
): Promise<T> {
  const { exceptionId } = imports;
  const [row] = await tx
    .select({ exceptionId })
    .from(imports)
    .where(forAgency(batch, imports, eq(imports.id, batch.id)));
  return row?.exceptionId ? withPass(tx, batch.agencyId, row.exceptionId, work) : work();
}

/** The exception for a write that a lock would otherwise refuse, if there is one. */
export const exceptionSql = (agencyId: number) =>
  sql<string | null>`(SELECT exception_id FROM lock_passes WHERE agency_id = ${agencyId})`;

/** Whether another import of the agency is being posted or undone. */
export async function isAnotherOnItsWay(tx: Write, batch: Omit<Batch, "books">): Promise<boolean> {
  const isOnItsWay = inArray(imports.state, ["posting", "undoing"]);
  const [other] = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(forAgency(batch, imports, ne(imports.id, batch.id), isOnItsWay))
    .limit(1);
  return other !== undefined;
}

const LEASE_S = 15;

/** In seconds, by the database's clock. */
export const leaseEnd = sql`unixepoch() + ${LEASE_S}`;

/** Extends the lease while the work runs. A local file needs none. */
export async function withLease<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
  if (!batch.books.primary) return work();
  const hold = () => void extendLease(batch).catch(() => {}); // The next call tries again soon.
  const timer = setInterval(hold, (LEASE_S * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Another server dropped the import after its lease had expired. */
export const leaseLost = () =>
  new DatabaseError("away", "The import lost its lease and was dropped");

/** Takes over the import if no server holds it. Returns whether it did. */
export async function takeOverLease(batch: Batch): Promise<boolean> {
  return (await extendLease(batch, lt(imports.heldUntil, sql`unixepoch()`))) > 0;
}

function extendLease({ books, agencyId, id }: Batch, condition?: ReturnType<typeof and>) {
  return writeRelaxedTransaction(books, async (tx) => {
    const { rowsAffected } = await tx
      .update(imports)
      .set({ heldUntil: leaseEnd })
      .where(and(eq(imports.agencyId, agencyId), eq(imports.id, id), condition));
    return rowsAffected;
  });
}
