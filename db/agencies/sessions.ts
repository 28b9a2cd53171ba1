import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { ActiveSession } from "../../domain/agencies/sessions.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { endedSessions, sessions, users } from "../schema/agencies.ts";
import { endSessions, isPersonSql } from "./people.ts";
import { getMemberRow } from "./team.ts";
import type { TokenSession } from "./users.ts";

// A session is one sign-in on one device. Its tokens, one for each agency the person switched to, share its
// id. It ends by the hashes of its tokens, which servers of the previous version also check.

export interface Origin {
  device: string;
  address: string;
}

const SEEN_EVERY_MS = 15 * 60_000;
/** More than one sign-in adds, so expired rows do not pile up. */
const FORGOTTEN_AT_ONCE = 20;
/** A server with a slow clock may still accept a token that has expired here. */
const CLOCKS_DIFFER_S = 24 * 60 * 60;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Stores a new token. Returns whether the user has no other session on such a device. */
export function addSession(books: Books, token: TokenSession, origin: Origin): Promise<boolean> {
  return writeTransaction({ books }, async (tx) => {
    const expired = tx
      .select({ digest: sessions.digest })
      .from(sessions)
      .where(lt(sessions.expiresAt, nowInSeconds()))
      .orderBy(asc(sessions.expiresAt))
      .limit(FORGOTTEN_AT_ONCE);
    await tx.delete(sessions).where(inArray(sessions.digest, expired));
    const { agencyId, userId } = token;
    const isOfUser = and(eq(sessions.agencyId, agencyId), eq(sessions.userId, userId));
    const [other] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(isOfUser, eq(sessions.device, origin.device)))
      .limit(1);
    await putSession(tx, token, origin);
    return other === undefined;
  });
}

/** Whether the last use is old enough to be updated. `lastSeen` is null for a token without a row. */
export const isSeenLongAgo = (lastSeen: string | null): boolean =>
  !lastSeen || Date.parse(lastSeen) < Date.now() - SEEN_EVERY_MS;

/** Records the use of a token. Adds its row if an older server signed it. */
export const recordSessionUse = (
  books: Books,
  token: TokenSession,
  origin: Origin,
): Promise<void> => writeTransaction({ books }, (tx) => putSession(tx, token, origin));

async function putSession(tx: Write, token: TokenSession, origin: Origin): Promise<void> {
  const lastSeen = new Date().toISOString();
  // A token for another agency has the time of the original sign-in.
  const [signIn] = await tx
    .select({ at: sql<string | null>`min(${sessions.createdAt})` })
    .from(sessions)
    .where(eq(sessions.id, token.id));
  const createdAt = signIn?.at ?? new Date(token.issuedAt * 1000).toISOString();
  await tx
    .insert(sessions)
    .values({ ...token, ...origin, createdAt, lastSeen })
    .onConflictDoUpdate({ target: sessions.digest, set: { lastSeen } });
}

/** Lists the person's sessions in all agencies, the current one first, then by last use. */
export async function listSessions(
  tenant: Tenant,
  current: Pick<TokenSession, "id">,
): Promise<ActiveSession[]> {
  const { read } = tenant.books;
  const { email } = await getMemberRow(read, tenant, tenant.userId);
  const lastSeen = sql<string>`max(${sessions.lastSeen})`;
  const rows = await read
    .select({
      _id: sessions.id,
      device: sessions.device,
      address: sessions.address,
      createdAt: sql<string>`min(${sessions.createdAt})`,
      lastSeen,
    })
    .from(sessions)
    .innerJoin(users, isOwn)
    .where(isActive(email))
    .groupBy(sessions.id)
    .orderBy(desc(eq(sessions.id, current.id)), desc(lastSeen));
  return rows.map((row) => ({ ...row, current: row._id === current.id }));
}

const isOwn = and(eq(users.agencyId, sessions.agencyId), eq(users.id, sessions.userId));

const isActive = (email: string) =>
  and(
    isPersonSql(email),
    eq(sessions.epoch, users.sessionEpoch),
    gt(sessions.expiresAt, nowInSeconds()),
  );

/** Ends a session with all its tokens. @throws Refusal "missing" */
export function endSession(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const { email } = await getMemberRow(tx, tenant, tenant.userId);
    const tokens = await tx
      .select({ digest: sessions.digest, expiresAt: sessions.expiresAt })
      .from(sessions)
      .innerJoin(users, isOwn)
      .where(and(isActive(email), eq(sessions.id, id)));
    if (tokens.length === 0) throw new Refusal("missing", "Session not found");
    await endTokens(tx, tokens);
  });
}

/** Ends the session of a token immediately. The person's other sessions stay. */
export function signOut(books: Books, { id, digest, expiresAt }: TokenSession): Promise<void> {
  return writeTransaction({ books }, async (tx) => {
    const tokens = await tx
      .select({ digest: sessions.digest, expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(eq(sessions.id, id));
    await endTokens(tx, [{ digest, expiresAt }, ...tokens]);
  });
}

/** Ends all sessions of the person in all agencies. Access tokens stay. */
export function signOutEverywhere(tenant: Tenant): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const { email } = await getMemberRow(tx, tenant, tenant.userId);
    await endSessions(tx, email);
  });
}

async function endTokens(
  tx: Write,
  tokens: Pick<TokenSession, "digest" | "expiresAt">[],
): Promise<void> {
  const expired = tx
    .select({ digest: endedSessions.digest })
    .from(endedSessions)
    .where(lt(endedSessions.expiresAt, nowInSeconds() - CLOCKS_DIFFER_S))
    .orderBy(asc(endedSessions.expiresAt))
    .limit(FORGOTTEN_AT_ONCE);
  await tx.delete(endedSessions).where(inArray(endedSessions.digest, expired));
  for (const { digest, expiresAt } of tokens) {
    await tx.insert(endedSessions).values({ digest, expiresAt }).onConflictDoNothing();
    await tx.delete(sessions).where(eq(sessions.digest, digest));
  }
}
