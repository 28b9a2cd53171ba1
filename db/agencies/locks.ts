import { and, asc, desc, eq, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  LOCK_AHEAD,
  type LockChange,
  type LockDates,
  type LockException,
  type LockedChange,
  type Locks,
  type NewLockException,
} from "../../domain/agencies/locks.ts";
import { formatMore } from "../../domain/counts.ts";
import { type CalendarDate, formatDate, readMonth } from "../../domain/dates.ts";
import { assertAllowed, invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { activeExceptionsSql, readLocks } from "../engine/locks.ts";
import { forAgency, nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { emailReopened, type LocksMail } from "../mail/reopened.ts";
import { users } from "../schema/agencies.ts";
import { documents } from "../schema/documents.ts";
import { lockExceptions, lockedChanges, locks } from "../schema/locks.ts";
import { selectEntries, toEntry } from "./auditLog.ts";
import { computeEffectOnProfit } from "./closedProfit.ts";
import { assertMember } from "./members.ts";
import { assertNotPosted, setLocks } from "./moveLocks.ts";
import type { Site } from "./passkeyUse.ts";
import type { Visitor } from "./passwords.ts";
import { assertIdentity } from "./proof.ts";

/** Returns the lock dates, who set them, and the active exceptions. */
export async function getLocks(tenant: Tenant): Promise<Locks> {
  return readAll(tenant.books.read, tenant);
}

async function readAll(from: Pick<Write, "all" | "select">, tenant: Tenant): Promise<Locks> {
  const locker = alias(users, "locker");
  const finisher = alias(users, "finisher");
  const [row] = await from
    .select({ lock: locks, lockedBy: locker.name, finalBy: finisher.name })
    .from(locks)
    .leftJoin(locker, forAgency(tenant, locker, eq(locker.id, locks.lockedBy)))
    .leftJoin(finisher, forAgency(tenant, finisher, eq(finisher.id, locks.finalBy)))
    .where(forAgency(tenant, locks));
  const filed = await findFiled(from, tenant);
  const {
    lockedTo = "",
    finalTo = "",
    lockedAt,
    lockedBy = "",
    finalAt,
    finalBy = "",
  } = row?.lock ?? {};
  const toChangedBy = (at: string | undefined, _id: string, name: string | null | undefined) =>
    at ? { at, by: { _id, name: name ?? "" } } : null;
  return {
    lockedTo,
    finalTo,
    filedTo: filed?.to ?? "",
    set: {
      lockedTo: toChangedBy(lockedAt, lockedBy, row?.lockedBy),
      finalTo: toChangedBy(finalAt, finalBy, row?.finalBy),
      filedTo: filed ? { at: filed.at, by: { _id: filed.userId, name: filed.name } } : null,
    },
    exceptions: await listExceptions(from, tenant),
  };
}

/** Returns the latest period with a filed GSTR-1. */
async function findFiled(from: Pick<Write, "all">, { agencyId }: Tenant) {
  const [newest] = await from.all<{ period: string; at: string; userId: string; name: string }>(sql`
    SELECT f.period, f.created_at AS at, u.id AS "userId", u.name
    FROM filings f JOIN users u ON u.agency_id = f.agency_id AND u.id = f.created_by
    WHERE f.agency_id = ${agencyId} AND f.return = 'GSTR1' ORDER BY f.period DESC LIMIT 1`);
  return newest && { ...newest, to: readMonth(newest.period)?.dateTo ?? "" };
}

async function listExceptions(
  from: Pick<Write, "select">,
  tenant: Tenant,
  id?: string,
): Promise<LockException[]> {
  const giver = alias(users, "giver");
  const { until, reason, createdAt } = lockExceptions;
  return from
    .select({
      _id: lockExceptions.id,
      until,
      reason,
      createdAt,
      user: { _id: users.id, name: users.name },
      createdBy: { _id: giver.id, name: giver.name },
    })
    .from(lockExceptions)
    .innerJoin(users, forAgency(tenant, users, eq(users.id, lockExceptions.userId)))
    .innerJoin(giver, forAgency(tenant, giver, eq(giver.id, lockExceptions.createdBy)))
    .where(
      id
        ? forAgency(tenant, lockExceptions, eq(lockExceptions.id, id))
        : activeExceptionsSql(tenant.agencyId),
    )
    .orderBy(asc(until), asc(lockExceptions.id));
}

/**
 * Moves the dates up to which the books are closed or final. Locks and writes are serialized, so a write is
 * completed before or refused after. Moving a date back mails the accountants, if mail is set up.
 * @throws Refusal "invalid" for a step back without a reason or from a final date, or a date after today;
 * "conflict" if there are drafts or a running import
 */
export async function changeLocks(
  tenant: Tenant,
  input: LockChange,
  visitor: Visitor,
  mail: LocksMail,
  site: Site,
): Promise<Locks> {
  const { books } = tenant;
  const present = await readLocks(books.read, tenant);
  const isFinal = input.finalTo !== undefined && input.finalTo !== present.finalTo;
  if (isFinal) {
    const { password, passkey } = input;
    const why = "Enter your password: this cannot be undone";
    await assertIdentity(tenant, { password, passkey }, visitor, site, why);
  }
  return writeTransaction(tenant, async (tx) => {
    const before = await readLocks(tx, tenant);
    const after = applyLockChange(before, input, todayFor(tenant));
    const [isMoved, isFinished] = [
      after.lockedTo !== before.lockedTo,
      after.finalTo !== before.finalTo,
    ];
    if (isFinished && !isFinal)
      throw invalid("finalTo", "Another user changed the locks. Reload and try again");
    if (!isMoved && !isFinished) return readAll(tx, tenant);
    if (isFinished || after.lockedTo < before.lockedTo) assertAllowed(tenant, "reopen books");
    if (after.lockedTo < before.lockedTo && !input.reason) {
      throw invalid("reason", "Enter the reason for reopening the books");
    }
    if (isFinished) await assertNoDrafts(tx, tenant, after.finalTo);
    await assertNotPosted(tx, tenant, after.lockedTo);
    const { reason } = input;
    await setLocks(tx, tenant, { before, after, reason });
    if (after.lockedTo < before.lockedTo) {
      await emailReopened(tx, tenant, mail, { from: before.lockedTo, to: after.lockedTo, reason });
    }
    return readAll(tx, tenant);
  });
}

/** Returns the lock dates after a change. Final books are also closed. */
function applyLockChange(
  before: LockDates,
  { lockedTo, finalTo = before.finalTo }: LockChange,
  day: CalendarDate,
): LockDates {
  if (finalTo < before.finalTo) {
    throw invalid(
      "finalTo",
      `Books are final to ${formatDate(before.finalTo)}, which cannot be undone`,
    );
  }
  if (finalTo > day) throw invalid("finalTo", LOCK_AHEAD);
  // Earlier versions allowed closing ahead. Such a date stays until it is changed.
  if (lockedTo !== undefined && lockedTo > day && lockedTo !== before.lockedTo) {
    throw invalid("lockedTo", LOCK_AHEAD);
  }
  if (lockedTo !== undefined && lockedTo < finalTo) {
    throw invalid(
      "lockedTo",
      `Books are final to ${formatDate(finalTo)}; choose that day or a later one`,
    );
  }
  const closed = lockedTo ?? before.lockedTo;
  return { lockedTo: closed < finalTo ? finalTo : closed, finalTo };
}

const DRAFTS_NAMED = 3;

async function assertNoDrafts(tx: Write, tenant: Tenant, to: string): Promise<void> {
  const where = draftsTo(tenant, to);
  const count = await tx.$count(documents, where);
  if (count === 0) return;
  const { number, date } = documents;
  const first = await tx
    .select({ number })
    .from(documents)
    .where(where)
    .orderBy(asc(date))
    .limit(DRAFTS_NAMED);
  const names = first.map((one) => one.number).join(", ") + formatMore(count - first.length);
  const message = `Send or move ${count === 1 ? "this draft" : "these drafts"} first: ${names}`;
  throw new Refusal("conflict", message, [{ path: "finalTo", message }]);
}

/** Drafts dated up to that day. Estimates never count. */
const draftsTo = (tenant: Pick<Tenant, "agencyId">, to: string) =>
  forAgency(
    tenant,
    documents,
    eq(documents.status, "DRAFT"),
    ne(documents.family, "ESTIMATES"),
    lte(documents.date, to),
  );

/** Counts what is open in a period to close: drafts, and bank lines without an entry. */
export async function countOpen(
  { books, agencyId }: Tenant,
  to: string,
): Promise<{ drafts: number; bankLines: number }> {
  const { read } = books;
  const lines = sql`SELECT count(*) AS count FROM bank_lines
    WHERE agency_id = ${agencyId} AND match_id IS NULL AND date <= ${to}`;
  const drafts = await read.$count(documents, draftsTo({ agencyId }, to));
  const [found] = await read.all<{ count: number }>(lines);
  return { drafts, bankLines: found?.count ?? 0 };
}

/** Grants one user write access to closed periods for a while. */
export function addLockException(
  tenant: Tenant,
  { userId, until, reason }: NewLockException,
): Promise<LockException> {
  return withIdempotency(tenant, async (tx) => {
    await assertMember(tx, tenant, userId);
    const id = newId();
    await tx.insert(lockExceptions).values({
      agencyId: tenant.agencyId,
      id,
      userId,
      until,
      reason,
      createdBy: tenant.userId,
      createdAt: nowFor(tenant),
    });
    const after = await getException(tx, tenant, id);
    await recordChange(tx, tenant, "CREATE", "Exception", { after });
    return after;
  });
}

/** Ends an exception; changes made under it stay. @throws Refusal "missing", "conflict" if it has ended */
export function endLockException(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getException(tx, tenant, id);
    const { rowsAffected } = await tx
      .update(lockExceptions)
      .set({ endedAt: nowFor(tenant) })
      .where(and(activeExceptionsSql(tenant.agencyId), eq(lockExceptions.id, id)));
    if (rowsAffected === 0) throw new Refusal("conflict", "This exception has already ended");
    await recordChange(tx, tenant, "DELETE", "Exception", { before });
  });
}

async function getException(tx: Write, tenant: Tenant, id: string): Promise<LockException> {
  const [found] = await listExceptions(tx, tenant, id);
  if (!found) throw new Refusal("missing", "Exception not found");
  return found;
}

/**
 * Lists log entries that changed locked periods, newest first, and their effect on profit. For a reader
 * thread.
 */
export async function listLockedChanges(
  tenant: Tenant,
  { page, limit }: { page: number; limit: number },
) {
  const { read } = tenant.books;
  const total = await read.$count(lockedChanges, forAgency(tenant, lockedChanges));
  const { auditId, exceptionId } = lockedChanges;
  const rows = await read
    .select({ id: auditId, exceptionId, userId: users.id, name: users.name })
    .from(lockedChanges)
    .leftJoin(lockExceptions, forAgency(tenant, lockExceptions, eq(lockExceptions.id, exceptionId)))
    .leftJoin(users, forAgency(tenant, users, eq(users.id, lockExceptions.createdBy)))
    .where(forAgency(tenant, lockedChanges))
    .orderBy(desc(auditId))
    .limit(limit)
    .offset((page - 1) * limit);
  const under = new Map(rows.map((row) => [row.id, row]));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const entries = await selectEntries(read, tenant, sql`SELECT value FROM json_each(${ids})`);
  const items = entries.map((row): LockedChange => {
    const { exceptionId: _id, userId, name } = under.get(row._id) ?? {};
    const exception = _id && userId ? { _id, createdBy: { _id: userId, name: name ?? "" } } : null;
    return { ...toEntry(row), exception };
  });
  const effect = await computeEffectOnProfit(tenant);
  return { items, total, page, totalPages: Math.ceil(total / limit), effectOnProfit: effect };
}
