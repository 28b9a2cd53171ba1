import type { Client, Transaction } from "@libsql/client";
import { and, eq, gte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { Refusal } from "../../domain/refusal.ts";
import type { Primary } from "../remote/primary.ts";
import { idempotencyKeys } from "../schema/agencies.ts";
import { refreshTaxBook } from "../taxbook/refresh.ts";
import { findOutcome } from "./audit.ts";
import type { Books, Write } from "./books.ts";
import { classifyFault, DatabaseError, formatTrace } from "./errors.ts";
import { meetingLocks } from "./locks.ts";
import { findOpenWrite, runInWrite } from "./openWrite.ts";
import { type Outcome, reportOutcome } from "./outcome.ts";
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
 *
 * An operation called inside a write joins it: it commits or fails with the outer write, and what both read
 * includes what they wrote.
 * @throws Refusal "conflict" if it would change a locked period; under an exception `work` runs twice
 */
export async function writeTransaction<T>(
  who: Writer,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  const { books, agencyId } = who;
  const outer = findOpenWrite(books.place);
  if (outer && agencyId !== undefined && agencyId !== outer.agencyId) {
    throw new Error(`A write for agency ${agencyId} cannot join one for agency ${outer.agencyId}`);
  }
  if (outer) return work(outer.tx);
  return meetingLocks(who, work, async (met) => {
    const release = await books.mutex.acquire();
    let outcome: Outcome = {};
    try {
      const result = await transact(who, async (tx) => {
        if (agencyId === undefined) return met(tx);
        await logOutsideChanges(tx, agencyId);
        const result = await met(tx);
        await refreshTaxBook(tx, { agencyId });
        outcome = await findOutcome(tx, agencyId);
        return result;
      });
      reportOutcome(outcome);
      return result;
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
      return await transact({ books }, work);
    } finally {
      await books.write.run("PRAGMA synchronous = FULL");
    }
  } finally {
    release();
  }
}

const ATTEMPTS = 3;
const PAUSE_MS = 100;

/**
 * Begins, works and commits. The mutex orders this process's writes, and a database server orders those of
 * all servers. With a server it retries if nothing was committed. If a commit gets no response, its outcome
 * is unknown.
 * @throws DatabaseError "unknown", "away" or "cut"
 */
async function transact<T>(
  { books, agencyId }: Writer,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  const { place, primary } = books;
  for (let attempt = 1; ; attempt++) {
    const open = await books.begin();
    // drizzle only calls execute, and a transaction has it too.
    const tx = drizzle(open as unknown as Client) as unknown as Write;
    let isSent = false;
    try {
      const result = await runInWrite({ place, agencyId, tx, open }, () => work(tx));
      isSent = true;
      if (primary) await commitShared(primary, open);
      else await open.commit();
      return result;
    } catch (error) {
      const fault = primary && classifyFault(error);
      if (primary && isSent && fault !== "busy")
        throw new DatabaseError("unknown", `Outcome of a commit unknown: ${formatTrace(error)}`);
      // A full or failing disk, and a closed stream, have rolled back already.
      await open.rollback().catch(() => {});
      if ((fault !== "busy" && fault !== "cut") || attempt === ATTEMPTS) throw error;
      await Bun.sleep(Math.random() * PAUSE_MS * attempt);
    } finally {
      open.close();
    }
  }
}

/** Commits and moves the server's clock in one request, because every writer waits for the round trip. */
async function commitShared(primary: Primary, open: Transaction): Promise<void> {
  const [{ rows }] = await Promise.all([open.execute(MOVE_CLOCK), open.commit()]);
  primary.reached(Number(rows[0]?.tick));
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
  // The outer write has the key.
  if (findOpenWrite(tenant.books.place)) return writeTransaction(tenant, create);
  const once = async () => {
    let replayed: Outcome | undefined;
    const answer = await writeTransaction(tenant, async (tx) => {
      const known = await findAnswer(tx, tenant);
      replayed = known && (await toReplayed(tx, tenant, known.operation));
      if (known) return known.answer as T;
      const answer = await create(tx);
      await storeAnswer(tx, tenant, answer);
      return answer;
    });
    if (replayed) reportOutcome(replayed);
    return answer;
  };
  try {
    return await once();
  } catch (error) {
    // The key shows whether the commit succeeded.
    if (tenant.idempotency && classifyFault(error) === "unknown") return once();
    throw error;
  }
}

async function toReplayed(tx: Write, tenant: Tenant, operation: string | null): Promise<Outcome> {
  if (!operation) return { isReplayed: true };
  const hasNoUndo = !(await mayUndoResult(tx, tenant, operation));
  return { isReplayed: true, operation, hasNoUndo };
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
  const { operation = null } = await findOutcome(tx, agencyId);
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
