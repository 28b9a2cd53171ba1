import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Books } from "../engine/books.ts";
import { DatabaseError } from "../engine/errors.ts";
import { withPass } from "../engine/locks.ts";
import { createMutex, type Mutex } from "../engine/mutex.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeRelaxedTransaction } from "../engine/transaction.ts";
import { imports } from "../schema/imports.ts";

// What one import of an agency posts, the next must find in the books: they have turns. Within this server
// by a mutex; among servers that share a database by the state of the imports there, and what a server that
// is gone has left behind is taken on by another once its hold has ended.

/** Which import, without who asked: after a crash nobody is asking any more. */
export interface Batch {
  books: Books;
  agencyId: number;
  id: string;
  at?: string | undefined;
  /** Of whoever waits for it. */
  wrote?: Tenant["wrote"];
}

const mutexes = new Map<number, { mutex: Mutex; waiting: number }>();
const PAUSE_MS = 200;

/**
 * Runs one at a time what is given for one agency, in order; agencies do not wait for each other. `work`
 * gives undefined where it met an import of another server on its way, and is then run again.
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
 * Posts or undoes rows of an import that was taken under an exception: what has begun is finished, also once
 * the exception has ended.
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

/** The exception that a write is made under, if any; of a lock that it would meet without. */
export const exceptionSql = (agencyId: number) =>
  sql<string | null>`(SELECT exception_id FROM lock_passes WHERE agency_id = ${agencyId})`;

/** Whether another import of the agency is on its way into the books, or out of them. */
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

/** In seconds, by the clock of the database. */
export const leaseEnd = sql`unixepoch() + ${LEASE_S}`;

/** Keeps an import ours for as long as the work takes. Of a local file there is no other server. */
export async function withLease<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
  if (!batch.books.primary) return work();
  const hold = () => void extendLease(batch).catch(() => {}); // It has its own try in a moment.
  const timer = setInterval(hold, (LEASE_S * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** For who comes back to an import that another server has dropped meanwhile, as nobody held it. */
export const leaseLost = () =>
  new DatabaseError("away", "The import lost its lease and was dropped");

/** Whether the import is ours now: nobody holds it. */
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
