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

/** The books to write, and the agency and user if there is one: locks belong to an agency. */
export type Writer = Pick<Tenant, "books"> & Partial<Pick<Tenant, "agencyId" | "userId">>;

/**
 * Runs a write transaction; there is no other way to write. It is atomic, on disk when it returns, and alone:
 * SQLite has a single writer. The mutex here queues writers in order and without a limit, where SQLite would
 * fail with SQLITE_BUSY. No other write runs in between, so an operation can check first (is this name
 * taken?) and then write.
 * Do not nest: the inner call would wait for the outer one forever.
 * @throws Refusal "conflict" if it would change a locked period; under an exception `work` runs twice
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
 * Runs a write transaction without waiting for the disk. A power cut can lose it until the next full write.
 * For the steps of an import, which the next start reverts or repeats.
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
 * A full or failing disk ends a transaction early. drizzle 0.45.4 then fails to roll back and would throw
 * that error instead of the cause.
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
 * Writes to a server shared with other servers. The mutex orders this server's writes, and the database
 * server orders all. Retries if nothing was committed. If a commit gets no response, its outcome is unknown.
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
      // drizzle only calls execute, and a transaction has it too.
      const result = await work(drizzle(open as unknown as Client) as unknown as Write);
      isSent = true;
      // In one request, because every writer waits for the round trip.
      const [{ rows }] = await Promise.all([open.execute(MOVE_CLOCK), open.commit()]);
      primary.reached(Number(rows[0]?.tick));
      return result;
    } catch (error) {
      const fault = classifyFault(error);
      if (isSent && fault !== "busy")
        throw new DatabaseError("unknown", `No word on a commit: ${formatTrace(error)}`);
      await open.rollback().catch(() => {}); // Its stream ends it too.
      if ((fault !== "busy" && fault !== "cut") || attempt === ATTEMPTS) throw error;
      await Bun.sleep(Math.random() * PAUSE_MS * attempt);
    } finally {
      open.close();
    }
  }
}

/** Uses the server's clock, so that ticks after a restore are still new. */
const MOVE_CLOCK = `UPDATE clock SET tick = max(tick + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  RETURNING tick`;

const KEPT_MS = 24 * 60 * 60_000;
/** More than arrive per write, so old keys do not pile up; and few enough to stay quick after a busy day. */
const FORGOTTEN_AT_ONCE = 20;

/**
 * Creates something once per `Idempotency-Key`: a retry returns the first response and changes nothing. The
 * key is saved in the same transaction. It is valid for a day while its result exists: if that was undone or
 * deleted, the same request creates again.
 * @throws Refusal "conflict" if the key was used with other input
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
    // The key shows whether the commit succeeded.
    if (tenant.idempotency && classifyFault(error) === "unknown") return once();
    throw error;
  }
}

/**
 * Returns the stored response to the tenant's key from the last day, unless its result is gone.
 * @throws Refusal "conflict" if the key was used with other input
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

/** Stores the response to the tenant's key, if there is one, for a day. */
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
    // An expired row of the same key may exist.
    tx
      .insert(idempotencyKeys)
      .values({ agencyId, userId, key, digest, answer, at, operation })
      .onConflictDoUpdate({ target: [agency, user, name], set: { digest, answer, at, operation } })
      .run(),
  ]);
}
