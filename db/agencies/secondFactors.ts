import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { OwnFactors, Readiness } from "../../domain/agencies/secondFactors.ts";
import { FactorNeeded, invalid, Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import {
  authenticatorApps,
  passkeys,
  recoveryCodes,
  requiredFactors,
} from "../schema/secondFactors.ts";
import { countGuess } from "./guesses.ts";
import type { Visitor } from "./passwords.ts";
import { useCode } from "./totp.ts";

type From = Pick<Write, "select" | "$count">;

export const isConfirmed = (email: string) =>
  and(eq(authenticatorApps.email, email), ne(authenticatorApps.confirmedAt, ""));

/** Returns the person's second factors, and whether their agency requires one. */
export async function getOwnFactors(
  tenant: Tenant,
  email: string,
  isUsed: boolean,
): Promise<OwnFactors> {
  const { read } = tenant.books;
  const [app] = await read.select().from(authenticatorApps).where(isConfirmed(email));
  const codes = await read.$count(recoveryCodes, eq(recoveryCodes.email, email));
  return {
    app: app ? { since: app.confirmedAt, recoveryCodes: codes } : null,
    passkeys: await read.$count(passkeys, eq(passkeys.email, email)),
    isRequired: await isFactorRequired(read, tenant),
    isUsed,
  };
}

export const isFactorRequired = async (
  from: From,
  { agencyId }: Pick<Tenant, "agencyId">,
): Promise<boolean> =>
  (await from.$count(requiredFactors, eq(requiredFactors.agencyId, agencyId))) > 0;

export const hasFactor = async (from: From, email: string): Promise<boolean> =>
  (await from.$count(passkeys, eq(passkeys.email, email))) > 0 ||
  (await from.$count(authenticatorApps, isConfirmed(email))) > 0;

/** Removes a person's second factors. Returns whether they had one. */
export async function removeFactors(tx: Write, email: string): Promise<boolean> {
  const hadOne = await hasFactor(tx, email);
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.email, email));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.email, email));
  await tx.delete(passkeys).where(eq(passkeys.email, email));
  return hadOne;
}

/**
 * Sets whether an agency requires second factors.
 * @throws Refusal "conflict" if the owner turning it on has none
 */
export async function setFactorRequired(
  tx: Write,
  tenant: Tenant,
  isRequired: boolean,
): Promise<void> {
  const { agencyId } = tenant;
  if (!isRequired) {
    await tx.delete(requiredFactors).where(eq(requiredFactors.agencyId, agencyId));
    return;
  }
  const [owner] = await tx
    .select({ email: users.email })
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, tenant.userId)));
  if (!owner || !(await hasFactor(tx, owner.email))) {
    const message = "Set up your own second factor first";
    throw new Refusal("conflict", message, [{ path: "requireSecondFactor", message }]);
  }
  await tx.insert(requiredFactors).values({ agencyId }).onConflictDoNothing();
}

/** Lists members, oldest first, with whether they have a second factor and their last sign-in. */
export async function listReadiness(tenant: Tenant): Promise<Readiness[]> {
  const rows = await tenant.books.read
    .select({
      _id: users.id,
      name: users.name,
      passkeys: sql<number>`(SELECT count(*) FROM passkeys p WHERE p.email = users.email)`,
      hasApp: sql<number>`EXISTS (SELECT 1 FROM authenticator_apps a
        WHERE a.email = users.email AND a.confirmed_at <> '')`,
      signedInAt: sql<string | null>`(SELECT max(s.created_at) FROM sessions s
        WHERE s.agency_id = users.agency_id AND s.user_id = users.id)`,
    })
    .from(users)
    .where(forAgency(tenant, users, isNull(users.removedAt)))
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map((row) => ({ ...row, hasApp: Boolean(row.hasApp) }));
}

/** SQL condition on `users`: the agency requires a second factor, and the person or the session has none. */
export const lacksFactorSql = (isMultiFactor: unknown) => sql<number>`
  EXISTS (SELECT 1 FROM required_factors r WHERE r.agency_id = users.agency_id)
  AND NOT (${isMultiFactor} AND (
    EXISTS (SELECT 1 FROM passkeys p WHERE p.email = users.email)
    OR EXISTS (SELECT 1 FROM authenticator_apps a
      WHERE a.email = users.email AND a.confirmed_at <> '')))`;

/**
 * Checks the code of a person whose password was right. Returns whether one was needed. Wrong codes count
 * separately from passwords, because a right password must not clear them.
 * @throws FactorNeeded "code" if the code is missing or wrong; TryLater after too many
 */
export async function passCode(
  books: Books,
  code: string | undefined,
  visitor: Visitor,
  secret: string,
): Promise<boolean> {
  const { email } = visitor;
  if ((await books.read.$count(authenticatorApps, isConfirmed(email))) === 0) return false;
  if (code === undefined) {
    throw new FactorNeeded("unauthenticated", "code", "Enter the code from your authenticator app");
  }
  const takeBack = await countGuess(books, codeGuesser(visitor));
  if (await useCode(books, email, code, secret)) {
    await takeBack();
    return true;
  }
  const message = "Wrong or expired code. Enter the one shown now";
  throw new FactorNeeded("unauthenticated", "code", message, [{ path: "code", message }]);
}

/** Returns the key under which wrong codes are counted, separately from passwords. */
export const codeGuesser = ({ email, address }: Visitor) => ({ email: `code ${email}`, address });

/**
 * Otherwise someone with a stolen password could replace the second factor.
 * @throws FactorNeeded "second_factor" if the person has one and the session was created without it
 */
export async function assertUsedFactor(
  from: From,
  email: string,
  isMultiFactor: boolean,
): Promise<void> {
  if (isMultiFactor || !(await hasFactor(from, email))) return;
  throw new FactorNeeded(
    "forbidden",
    "second_factor",
    "To change it, sign out and sign in with your second factor",
  );
}

export const refuseCode = () => invalid("code", "That code is wrong or has expired");
