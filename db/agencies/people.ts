import { and, asc, desc, eq, exists, isNull, ne, sql } from "drizzle-orm";
import type { Seat, Member as TeamMember } from "../../domain/agencies/team.ts";
import type { ApiToken } from "../../domain/agencies/tokens.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type Author, type Change, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { accountLinks, agencies, apiTokens, people, sessions, users } from "../schema/agencies.ts";
import { isClosedSql } from "./closedAgencies.ts";
import { signInMark } from "./signInMark.ts";

type From = Pick<Write, "select">;

export async function findPerson(from: From, email: string) {
  const [person] = await from.select().from(people).where(eq(people.email, email));
  return person;
}

/** Returns a person's password hash; undefined if no one has the email. */
export const findHash = async (from: From, email: string): Promise<string | undefined> =>
  (await findPerson(from, email))?.passwordHash;

/** Returns the people who sign in with an email: its owner, then the person who last lost it. */
export async function findClaimants(from: From, email: string) {
  const lost = await from
    .select()
    .from(people)
    .where(and(eq(people.lostEmail, email), ne(people.lostEmail, "")))
    .orderBy(desc(people.email))
    .limit(1);
  const person = await findPerson(from, email);
  return person ? [person, ...lost] : lost;
}

/**
 * Takes an email from a person who has not verified it, for one who has. The former keeps password, agencies
 * and data, and still signs in with the email.
 */
export async function releaseEmail(tx: Write, email: string): Promise<void> {
  const memberships = await findMemberships(tx, email);
  const other = `${newId()}@${LOST_DOMAIN}`;
  await tx.update(people).set({ email: other, lostEmail: email }).where(eq(people.email, email));
  await tx.delete(accountLinks).where(eq(accountLinks.email, email));
  for (const { user } of memberships) {
    const { agencyId, id } = user;
    await tx
      .update(users)
      .set({ email: other, signInMark: signInMark(other) })
      .where(forAgency(user, users, eq(users.id, id)));
    const before = toMember(user);
    const who = { agencyId, userId: id, role: "bahi" as const };
    await recordChange(tx, who, "UPDATE", "User", { before, after: { ...before, email: other } });
  }
}

/** A domain that never exists (RFC 2606), for accounts that lost their email. */
const LOST_DOMAIN = "replaced.invalid";

/** Returns a person's memberships with their agencies, oldest first. */
export const findMemberships = (from: From, email: string) =>
  from
    .select({ user: users, agency: agencies, isClosed: isClosedSql })
    .from(users)
    .innerJoin(agencies, eq(agencies.id, users.agencyId))
    .where(isPersonSql(email))
    .orderBy(asc(users.createdAt), asc(users.id));

export type Membership = Awaited<ReturnType<typeof findMemberships>>[number];

/** Returns the choice shown to a person with several agencies. */
export const toSeat = ({ user: { role }, agency: { name, slug } }: Membership): Seat => ({
  agencySlug: slug,
  agencyName: name,
  role,
});

export const isPersonSql = (email: string) => and(eq(users.email, email), isNull(users.removedAt));

/** Adds a person. @throws Refusal "conflict" if the email is already known in any agency */
export async function addPerson(
  tx: Write,
  email: string,
  passwordHash: string,
  { isOwnPassword = true, isVerified = false } = {},
): Promise<void> {
  await refuseKnownEmail(tx, email);
  await tx.insert(people).values({ email, passwordHash, isOwnPassword, isVerified });
}

/**
 * Anyone who knew the assigned password could open another agency's books.
 * @throws Refusal "conflict" if an owner set the password
 */
export async function assertOwnPassword(tx: Write, email: string): Promise<void> {
  const [person] = await tx.select().from(people).where(eq(people.email, email));
  if (!person || person.isOwnPassword) return;
  throw new Refusal(
    "conflict",
    "An owner of your agency has set your password. Sign in there, choose one of your own in your profile, " +
      "then open this link again.",
  );
}

export async function refuseKnownEmail(tx: Write, email: string): Promise<void> {
  const message = "Email is already registered";
  if (await findHash(tx, email))
    throw new Refusal("conflict", message, [{ path: "email", message }]);
}

/**
 * Changes a person's password and ends their sessions and access tokens in all agencies. Each agency logs it:
 * the agency of `by` as their change, the others as the person's own.
 */
export async function changePassword(
  tx: Write,
  email: string,
  passwordHash: string,
  { by, isOwnPassword = true }: { by?: Author; isOwnPassword?: boolean } = {},
): Promise<void> {
  await tx.update(people).set({ passwordHash, isOwnPassword }).where(eq(people.email, email));
  await markMemberships(tx, email);
  await endSessions(tx, email);
  for (const { user } of await findMemberships(tx, email)) {
    const { agencyId, id: userId } = user;
    const isHere = by?.agencyId === agencyId;
    const who = isHere ? by : { agencyId, userId, role: "bahi" as const };
    const ended = await endTokens(tx, user);
    // The caller logs the other changes that `by` made to the member, in the same entry.
    const after = toMember(user);
    const changed: Change = {
      action: "UPDATE",
      entity: "User",
      payload: { before: after, after, ...NEW_SECRET },
    };
    await recordChanges(tx, who, isHere ? ended : [changed, ...ended]);
  }
}

/**
 * Logs a change of how a person signs in, such as a second factor, in each of their agencies.
 * @param by the author in their own agency
 */
export async function recordSignIn(
  tx: Write,
  email: string,
  change: object,
  by?: Author,
): Promise<void> {
  await markMemberships(tx, email);
  for (const { user } of await findMemberships(tx, email)) {
    const { agencyId, id: userId } = user;
    const who = by?.agencyId === agencyId ? by : { agencyId, userId, role: "bahi" as const };
    const before = toMember(user);
    await recordChange(tx, who, "UPDATE", "User", { before, after: { ...before, ...change } });
  }
}

/** Records that a person has proved to own the email. */
export async function setVerified(tx: Write, email: string, by?: Author): Promise<void> {
  const [person] = await tx
    .update(people)
    .set({ isVerified: true })
    .where(and(eq(people.email, email), eq(people.isVerified, false)))
    .returning();
  if (person) await recordSignIn(tx, email, { isVerified: true }, by);
}

async function markMemberships(tx: Write, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ signInMark: signInMark(email) })
    .where(isPersonSql(email));
}

/** Ends a person's sessions in all agencies. */
export async function endSessions(tx: Write, email: string): Promise<void> {
  const mine = and(eq(users.agencyId, sessions.agencyId), eq(users.id, sessions.userId));
  await tx.delete(sessions).where(
    exists(
      tx
        .select({ id: users.id })
        .from(users)
        .where(and(mine, isPersonSql(email))),
    ),
  );
  const sessionEpoch = sql`${users.sessionEpoch} + 1`;
  await tx.update(users).set({ sessionEpoch }).where(isPersonSql(email));
}

async function endTokens(tx: Write, user: typeof users.$inferSelect): Promise<Change[]> {
  const isTheirs = forAgency(user, apiTokens, eq(apiTokens.userId, user.id));
  const ended = await tx.select().from(apiTokens).where(isTheirs).orderBy(asc(apiTokens.id));
  await tx.delete(apiTokens).where(isTheirs);
  return ended.map((token) => ({
    action: "DELETE",
    entity: "Token",
    payload: { before: toToken({ api_tokens: token, users: user }) },
  }));
}

type Member = Pick<typeof users.$inferSelect, "id" | "name" | "email" | "role" | "createdAt">;

export function toMember({ id, name, email, role, createdAt }: Member): TeamMember {
  return { _id: id, name, email, role, createdAt };
}

interface TokenRow {
  api_tokens: typeof apiTokens.$inferSelect;
  users: Pick<typeof users.$inferSelect, "id" | "name">;
}

export function toToken({
  api_tokens: { id, name, createdAt, lastUsedOn },
  users: user,
}: TokenRow): ApiToken {
  return { _id: id, name, user: { _id: user.id, name: user.name }, createdAt, lastUsedOn };
}

/** The log shows that a password changed, never the password. */
export const NEW_SECRET = { secret: "changed" };

export async function isInAnotherAgency(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  email: string,
): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isPersonSql(email), ne(users.agencyId, agencyId)))
    .limit(1);
  return other !== undefined;
}

/** Deletes a person who is no longer in any agency, so that their email is free again. */
export async function forgetPerson(tx: Write, email: string): Promise<void> {
  const [left] = await tx.select({ id: users.id }).from(users).where(isPersonSql(email)).limit(1);
  if (!left) await tx.delete(people).where(eq(people.email, email));
}
