import type { Client } from "@libsql/client";
import { and, eq, gte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { Refusal } from "../../domain/refusal.ts";
import { idempotencyKeys } from "../schema/agencies.ts";
import { refreshTaxBook } from "../taxbook/refresh.ts";
import type { Books, Write } from "./books.ts";
import { classifyFault, DatabaseError, formatTrace } from "./errors.ts";
import { meetingLocks } from "./locks.ts";
import { logOutsideChanges } from "./outside.ts";
import { isResultGone, mayUndoResult } from "./results.ts";
import type { Tenant } from "./tenant.ts";

export type { Write };

/** Where is written, and of whom, where that is somebody's: what is locked is locked by an agency. */
export type Writer = Pick<Tenant, "books"> & Partial<Pick<Tenant, "agencyId" | "userId">>;

/**
 * The only way to write. All or nothing, on the disk when it ends, and one at a time: SQLite has a single
 * writer, and waiting here is in order and without limit, where waiting there ends in SQLITE_BUSY. Since no
 * other write runs between its first statement and its last, an operation may look before it leaps (is this
 * name taken?).
 *
 * Do not call it from inside itself: the inner turn would wait for the outer one, which waits for it.
 * @throws Refusal "conflict" where it would change a locked period; under an exception `work` is done twice
 */
export function writeTransaction<T>(who: Writer, work: (tx: Write) => Promise<T>): Promise<T> {
  const { books, agencyId } = who;
  return meetingLocks(who, work, async (met) => {
    const release = await books.mutex.acquire();
    const guarded = async (tx: Write) => {
      if (agencyId === undefined) return met(tx);
      await logOutsideChanges(tx, agencyId);
      const result = await met(tx);
      await refreshTaxBook(tx, { agencyId });
      return result;
    };
    try {
      return await (books.primary
        ? transactShared(books.primary, guarded)
        : transact(books, guarded));
    } finally {
      release();
    }
  });
}

/**
 * The same without waiting for the disk: a power cut may take it, until the next write that waits. For the
 * many steps of an import, which the next start puts back, or does again.
 */
export async function writeRelaxedTransaction<T>(
  books: Books,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  if (books.primary) return writeTransaction({ books }, work);

  const release = await books.mutex.acquire();
  try {
    await books.write.run("PRAGMA synchronous = NORMAL");
    try {
      return await transact(books, work);
    } finally {
      await books.write.run("PRAGMA synchronous = FULL");
    }
  } finally {
    release();
  }
}

/**
 * A full or failing disk ends a transaction by itself; drizzle 0.45.4 then fails to roll it back, and would
 * throw that failure in place of its cause.
 */
async function transact<T>(books: Books, work: (tx: Write) => Promise<T>): Promise<T> {
  let cause: unknown;
  try {
    return await books.write.transaction(
      async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          cause = error;
          throw error;
        }
      },
      { behavior: "immediate" },
    );
  } catch (error) {
    throw cause ?? error;
  }
}

const ATTEMPTS = 3;
const PAUSE_MS = 100;

/**
 * On a server that others write to as well. There the mutex keeps an order among our own writes, and the
 * server one among all. What it has not made is tried again, as it says so or was not told to commit; of a
 * commit without an answer nobody knows.
 * @throws Faulty "unknown", "away" or "cut"
 */
async function transactShared<T>(
  primary: NonNullable<Books["primary"]>,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const open = await primary.begin();
    let isSent = false;
    try {
      // All that drizzle asks of a client for a query is execute, which a transaction has as well.
      const result = await work(drizzle(open as unknown as Client) as unknown as Write);
      isSent = true;
      // Both in one request: each costs everybody the way to the server.
      const [{ rows }] = await Promise.all([open.execute(MOVE_CLOCK), open.commit()]);
      primary.reached(Number(rows[0]?.tick));
      return result;
    } catch (error) {
      const fault = classifyFault(error);
      if (isSent && fault !== "busy")
        throw new DatabaseError("unknown", `No word on a commit: ${formatTrace(error)}`);
      await open.rollback().catch(() => {}); // It ends with its stream, too.
      if ((fault !== "busy" && fault !== "cut") || attempt === ATTEMPTS) throw error;
      await Bun.sleep(Math.random() * PAUSE_MS * attempt);
    } finally {
      open.close();
    }
  }
}

/** By the server's time, so that the ticks of books that were restored are still new ones. */
const MOVE_CLOCK = `UPDATE clock SET tick = max(tick + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  RETURNING tick`;

const KEPT_MS = 24 * 60 * 60_000;
/** More than come at once, so none are left for long; and never all that a busy day has left. */
const FORGOTTEN_AT_ONCE = 20;

/**
 * Creates something once per `Idempotency-Key`: a retry returns the first answer and changes nothing. The key
 * is saved in the transaction that creates. It holds for a day and as long as its result exists: if that was
 * undone or deleted, the same request creates again.
 * @throws Refusal "conflict" if the key came with another input
 */
export async function withIdempotency<T>(
  tenant: Tenant,
  create: (tx: Write) => Promise<T>,
): Promise<T> {
  const once = () =>
    writeTransaction(tenant, async (tx) => {
      const known = await findAnswer(tx, tenant);
      if (known && tenant.idempotency) tenant.idempotency.isReplayed = true;
      if (known?.operation && tenant.wrote) {
        tenant.wrote.operation = known.operation;
        tenant.wrote.hasNoUndo = !(await mayUndoResult(tx, tenant, known.operation));
      }
      if (known) return known.answer as T;
      const answer = await create(tx);
      await storeAnswer(tx, tenant, answer);
      return answer;
    });
  try {
    return await once();
  } catch (error) {
    // Its key tells whether it was made.
    if (tenant.idempotency && classifyFault(error) === "unknown") return once();
    throw error;
  }
}

/**
 * Returns the answer that the tenant's key got in the last day, unless its result is gone.
 * @throws Refusal "conflict" if the key came with another input
 */
export async function findAnswer(
  tx: Write,
  tenant: Tenant,
): Promise<{ answer: unknown; operation: string | null } | undefined> {
  const { agencyId, userId, idempotency } = tenant;
  if (!idempotency) return undefined;

  const [known] = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.agencyId, agencyId),
        eq(idempotencyKeys.userId, userId),
        eq(idempotencyKeys.key, idempotency.key),
        gte(idempotencyKeys.at, Date.now() - KEPT_MS),
      ),
    );
  if (known && known.digest !== idempotency.digest) {
    throw new Refusal("conflict", "This Idempotency-Key was used for another request");
  }
  if (known?.operation && (await isResultGone(tx, tenant, known.operation))) return undefined;
  return known;
}

/** Keeps the answer to the tenant's key, if it has one, for a day. */
export async function storeAnswer(tx: Write, tenant: Tenant, answer: unknown): Promise<void> {
  const { agencyId, userId, idempotency } = tenant;
  if (!idempotency) return;
  const at = Date.now();
  const operation = tenant.wrote?.operation ?? null;
  const { key, digest } = idempotency;
  const { agencyId: agency, userId: user, key: name } = idempotencyKeys;
  await Promise.all([
    tx.run(sql`DELETE FROM idempotency_keys WHERE rowid IN (SELECT rowid FROM idempotency_keys
      WHERE at < ${at - KEPT_MS} ORDER BY at LIMIT ${FORGOTTEN_AT_ONCE})`),
    // One of the same name is from before that.
    tx
      .insert(idempotencyKeys)
      .values({ agencyId, userId, key, digest, answer, at, operation })
      .onConflictDoUpdate({ target: [agency, user, name], set: { digest, answer, at, operation } })
      .run(),
  ]);
}
