import { and, asc, gt, gte, inArray, lte, or, sql } from "drizzle-orm";
import { TryLater } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { passwordAttempts as attempts } from "../schema/agencies.ts";

// Limits on what strangers can trigger: registrations and mailed links. Counted in the database for all
// servers, in the table of password guesses.

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** More than one attempt adds, so expired rows do not pile up. */
const FORGOTTEN_AT_ONCE = 20;

export interface Limit {
  key: string;
  most: number;
  windowMs: number;
}

const limit = (what: string, of: string, most: number, windowMs: number): Limit => ({
  key: new Bun.CryptoHasher("sha256").update(`${what}\n${windowMs}\n${of}`).digest("base64url"),
  most,
  windowMs,
});

/** Limits agencies registered from one address. */
export const limitRegistrations = (address: string): Limit[] => [
  limit("register", address, 20, HOUR_MS),
  limit("register", address, 60, DAY_MS),
];

/** Limits links requested from one address. */
export const limitRequests = (address: string): Limit[] => [
  limit("links from", address, 10, HOUR_MS),
  limit("links from", address, 30, DAY_MS),
];

/** Limits links for one purpose mailed to one person, and by the server in total. */
export const limitLinks = (purpose: string, email: string): Limit[] => [
  limit(`links to ${purpose}`, email, 3, HOUR_MS),
  limit(`links to ${purpose}`, email, 8, DAY_MS),
  limit(`links to ${purpose}`, "", 1_000, DAY_MS),
];

/** Limits invitations mailed by one agency, and to one person. */
export const limitInvitations = (agencyId: number, email: string): Limit[] => [
  limit("invitations of", String(agencyId), 30, DAY_MS),
  limit("invitations to", email, 5, DAY_MS),
];

/** Limits an agency's test emails, which are sent at once, outside the outbox. */
export const limitMailTests = (agencyId: number): Limit[] => [
  limit("mail tests", String(agencyId), 10, HOUR_MS),
];

/** Counts one more for each limit. Returns false, and counts nothing, if one is reached. */
export const countWithin = async (books: Books, limits: Limit[]): Promise<boolean> =>
  (await tryCount(books, limits)) === undefined;

/** Counts one more for each limit. @throws TryLater if a limit is reached */
export async function countAgainstLimits(books: Books, limits: Limit[]): Promise<void> {
  const until = await tryCount(books, limits);
  if (until === undefined) return;
  const seconds = Math.ceil((until - Date.now()) / 1000);
  throw new TryLater("later", "Too many attempts; try again later", seconds);
}

/** Counts an attempt for each limit. If one is reached, counts nothing and returns when it ends. */
const tryCount = (books: Books, limits: Limit[]): Promise<number | undefined> =>
  writeTransaction({ books }, async (tx) => {
    const now = Date.now();
    const isReached = limits.map(({ key, most }) =>
      and(sql`${attempts.key} = ${key}`, gte(attempts.count, most)),
    );
    const [full] = await tx
      .select({ until: attempts.until })
      .from(attempts)
      .where(and(gt(attempts.until, now), or(...isReached)))
      .limit(1);
    if (full) return full.until;
    const past = tx
      .select({ key: attempts.key })
      .from(attempts)
      .where(lte(attempts.until, now))
      .orderBy(asc(attempts.until))
      .limit(FORGOTTEN_AT_ONCE);
    await tx.delete(attempts).where(inArray(attempts.key, past));
    const isPast = lte(attempts.until, now);
    await tx
      .insert(attempts)
      .values(limits.map(({ key, windowMs }) => ({ key, count: 1, until: now + windowMs })))
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          count: sql`iif(${isPast}, 1, ${attempts.count} + 1)`,
          until: sql`iif(${isPast}, excluded.until, ${attempts.until})`,
        },
      });
    return undefined;
  });
