import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Seat } from "../../domain/agencies/team.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { agencies, people, users } from "../schema/agencies.ts";

type From = Pick<Write, "select">;

/** The log has that a password was changed, and no password. */
export const NEW_SECRET = { secret: "changed" };

/** The hash of a person's password; undefined for an email of nobody. */
export async function findHash(from: From, email: string): Promise<string | undefined> {
  const [person] = await from.select().from(people).where(eq(people.email, email));
  return person?.passwordHash;
}

/** A person's memberships with their agencies, the oldest first. */
export const findMemberships = (from: From, email: string) =>
  from
    .select({ user: users, agency: agencies })
    .from(users)
    .innerJoin(agencies, eq(agencies.id, users.agencyId))
    .where(ofPerson(email))
    .orderBy(asc(users.createdAt), asc(users.id));

export type Membership = Awaited<ReturnType<typeof findMemberships>>[number];

/** What a person chooses from who is in several agencies. */
export const toSeat = ({ user: { role }, agency: { name, slug } }: Membership): Seat => ({
  agencySlug: slug,
  agencyName: name,
  role,
});

export const ofPerson = (email: string) => and(eq(users.email, email), isNull(users.removedAt));

/** Makes a person. @throws Refusal "conflict" where the email is known in any agency */
export async function addPerson(
  tx: Write,
  email: string,
  passwordHash: string,
  isOwnPassword = true,
): Promise<void> {
  await refuseKnownEmail(tx, email);
  await tx.insert(people).values({ email, passwordHash, isOwnPassword });
}

/**
 * Whoever knows the password that they were given would have another agency's books with it.
 * @throws Refusal "conflict" where an owner has set it
 */
export async function mustHaveOwnPassword(tx: Write, email: string): Promise<void> {
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
 * Gives a person another password, which ends their sessions in all agencies. The logs of agencies other than
 * `where` get an entry; the caller logs the change there.
 */
export async function changePassword(
  tx: Write,
  email: string,
  passwordHash: string,
  where: Pick<Tenant, "agencyId">,
  isOwnPassword = true,
): Promise<void> {
  await tx.update(people).set({ passwordHash, isOwnPassword }).where(eq(people.email, email));
  const sessionEpoch = sql`${users.sessionEpoch} + 1`;
  await tx
    .update(users)
    .set({ sessionEpoch, passwordMark: passwordMark(email) })
    .where(ofPerson(email));
  for (const { user } of await findMemberships(tx, email)) {
    if (user.agencyId === where.agencyId) continue;
    const { agencyId, id, name, role } = user;
    const who = { agencyId, userId: id, role: "bahi" } as const;
    const after = { _id: id, name, email, role };
    await recordChange(tx, who, "UPDATE", "User", { before: after, after, ...NEW_SECRET });
  }
}

/** SQL for `users.passwordMark` of a person's memberships. */
export const passwordMark = (email: string) =>
  sql<string>`(SELECT substr(password_hash, -16) || is_own_password FROM people WHERE email = ${email})`;

export async function isInAnotherAgency(
  tx: Write,
  { agencyId }: Pick<Tenant, "agencyId">,
  email: string,
): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ofPerson(email), ne(users.agencyId, agencyId)))
    .limit(1);
  return other !== undefined;
}

/** Whoever is in no agency any more is forgotten: their email is free again. */
export async function forgetPerson(tx: Write, email: string): Promise<void> {
  const [left] = await tx.select({ id: users.id }).from(users).where(ofPerson(email)).limit(1);
  if (!left) await tx.delete(people).where(eq(people.email, email));
}
