import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { closedHelp, closedSentence, type LockDates } from "../../domain/agencies/locks.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { users } from "../schema/agencies.ts";
import type { documents } from "../schema/documents.ts";
import type { transactions } from "../schema/ledger.ts";
import { lockExceptions, lockPasses, locks } from "../schema/locks.ts";
import type { Write } from "./books.ts";
import { isIn } from "./conditions.ts";
import { forAgency, type Tenant } from "./tenant.ts";

// Triggers refuse changes in a locked period (migration "locks"). This file turns that into a readable error,
// or repeats the write if the user has an exception.

type Who = Partial<Pick<Tenant, "agencyId" | "userId">>;
type From = Pick<Write, "select">;

/** A write was refused by a lock. With `exceptionId`, the user may repeat it under that exception. */
class BooksClosed extends Refusal {
  readonly exceptionId: string | undefined;

  constructor(message: string, errors: Refusal["errors"], exceptionId: string | undefined) {
    super("conflict", message, errors);
    this.exceptionId = exceptionId;
  }
}

/**
 * Runs `attempt`, and again under the user's exception if a lock refuses it.
 * @throws Refusal "conflict" if the period is locked
 */
export async function meetingLocks<T>(
  who: Who,
  work: (tx: Write) => Promise<T>,
  attempt: (work: (tx: Write) => Promise<T>) => Promise<T>,
): Promise<T> {
  const { agencyId, userId } = who;
  if (agencyId === undefined) return attempt(work);
  const refuseIfLocked = (of: (tx: Write) => Promise<T>) => async (tx: Write) => {
    try {
      return await of(tx);
    } catch (error) {
      const met = lockMet(error);
      throw met ? await buildRefusal(tx, { agencyId, userId }, met) : error;
    }
  };
  try {
    return await attempt(refuseIfLocked(work));
  } catch (error) {
    if (!(error instanceof BooksClosed) || !error.exceptionId) throw error;
    const { exceptionId } = error;
    return attempt(refuseIfLocked((tx) => withPass(tx, agencyId, exceptionId, () => work(tx))));
  }
}

/** Runs `work` with locks lifted. The pass is deleted before the transaction ends. */
export async function withPass<T>(
  tx: Write,
  agencyId: number,
  exceptionId: string,
  work: () => Promise<T>,
): Promise<T> {
  await tx.insert(lockPasses).values({ agencyId, exceptionId });
  const result = await work();
  await tx.delete(lockPasses).where(forAgency({ agencyId }, lockPasses));
  return result;
}

/** Runs a write that has no date. If a lock refuses it, the error is shown at `field`. */
export async function lockWithoutDate<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw lockMet(error) ? new Undated(field, error) : error;
  }
}

class Undated extends Error {
  readonly field: string;

  constructor(field: string, cause: unknown) {
    super("A record without a date met a lock", { cause });
    this.field = field;
  }
}

interface Met {
  isFinal: boolean;
  /** Path of the typed date; undefined if the record's old date is locked. */
  path: string | undefined;
  isUndated: boolean;
}

/** Recognizes a lock by the trigger's message, which is constant. drizzle's own message quotes user input. */
function lockMet(error: unknown): Met | undefined {
  const field = error instanceof Undated ? error.field : undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!String((cause as { code?: unknown }).code).startsWith("SQLITE_CONSTRAINT")) continue;
    const found = /books are (closed|final)(?:: (\w+))?/.exec(cause.message);
    if (!found) continue;
    return {
      isFinal: found[1] === "final",
      path: field ?? found[2],
      isUndated: field !== undefined,
    };
  }
  return undefined;
}

const NONE: LockDates = { lockedTo: "", finalTo: "" };

/** Returns the agency's lock dates. */
export async function readLocks(from: From, tenant: { agencyId: number }): Promise<LockDates> {
  const { lockedTo, finalTo } = locks;
  const [row] = await from
    .select({ lockedTo, finalTo })
    .from(locks)
    .where(forAgency(tenant, locks));
  return row ?? NONE;
}

async function buildRefusal(
  tx: Write,
  { agencyId, userId }: { agencyId: number; userId: string | undefined },
  { isFinal, path, isUndated }: Met,
): Promise<BooksClosed> {
  const dates = await readLocks(tx, { agencyId });
  const helper = (await mayExcept(tx, { agencyId, userId }))
    ? undefined
    : await findHelperName(tx, agencyId);
  const isNewDate = !isUndated && (isFinal || path === "date");
  const isOpening = path === "openingBalance";
  const help = closedHelp(dates, { isFinal, isNewDate, isOpening }, helper);
  const exceptionId = isFinal ? undefined : await findException(tx, { agencyId, userId });
  const errors = [{ path: path ?? "date", message: help }];
  return new BooksClosed(closedSentence(dates), errors, exceptionId);
}

/** Whether the user may grant exceptions and need not ask anyone. */
async function mayExcept(from: From, { agencyId, userId }: Who & { agencyId: number }) {
  if (!userId) return false;
  const [user] = await from
    .select({ role: users.role })
    .from(users)
    .where(forAgency({ agencyId }, users, eq(users.id, userId)));
  return user !== undefined && isPermitted(user.role, "give exceptions");
}

/** Returns the name of the longest-serving owner. */
export async function findHelperName(from: From, agencyId: number): Promise<string> {
  const [owner] = await from
    .select({ name: users.name })
    .from(users)
    .where(forAgency({ agencyId }, users, eq(users.role, "owner"), isNull(users.removedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1);
  return owner?.name ?? "the owner";
}

/** Returns the user's active exception. */
async function findException(
  from: From,
  { agencyId, userId }: Who & { agencyId: number },
): Promise<string | undefined> {
  if (!userId) return undefined;
  const [row] = await from
    .select({ id: lockExceptions.id })
    .from(lockExceptions)
    .where(and(activeExceptionsSql(agencyId), eq(lockExceptions.userId, userId)))
    .limit(1);
  return row?.id;
}

/** Exceptions that have neither expired nor been ended. */
export const activeExceptionsSql = (agencyId: number) =>
  forAgency(
    { agencyId },
    lockExceptions,
    gt(lockExceptions.until, new Date().toISOString()),
    isNull(lockExceptions.endedAt),
  );

/**
 * Returns the last day the user cannot write to, "" if there is none. Under an exception, only final days
 * count.
 */
export async function findLockDate(
  from: From,
  who: Who & { agencyId: number },
): Promise<LockDates & { to: string }> {
  const dates = await readLocks(from, who);
  const { lockedTo, finalTo } = dates;
  const isOpen = lockedTo > finalTo && (await findException(from, who)) !== undefined;
  return { ...dates, to: isOpen ? finalTo : lockedTo };
}

/**
 * Checks many new rows at once, to report each locked one. Triggers report only the first.
 * @throws Refusal "conflict" with an error for each locked row
 */
export async function assertOpen(
  tx: Write,
  tenant: Tenant,
  rows: { path: string; date: string }[],
): Promise<void> {
  const shut = await findLockDate(tx, tenant);
  const message = closedSentence(shut);
  const errors = rows.filter(({ date }) => date <= shut.to).map(({ path }) => ({ path, message }));
  if (errors.length > 0) throw new Refusal("conflict", message, errors);
}

/** Checks existing rows. @throws Refusal "conflict" with an error for each locked row */
export async function assertAllOpen(
  tx: Write,
  tenant: Tenant,
  table: typeof documents | typeof transactions,
  ids: string[],
): Promise<void> {
  const { id, date } = table;
  const rows = await tx
    .select({ id, date })
    .from(table)
    .where(forAgency(tenant, table, isIn(id, ids)));
  const dates = new Map(rows.map((row) => [row.id, row.date]));
  const named = ids.map((one, n) => ({ path: `ids.${n}`, date: dates.get(one) ?? OPEN }));
  await assertOpen(tx, tenant, named);
}

const OPEN = "9999-12-31";
