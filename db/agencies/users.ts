import { and, eq, isNull, sql } from "drizzle-orm";
import type { ClosedAgency } from "../../domain/agencies/closedAgency.ts";
import type { PasskeySignIn } from "../../domain/agencies/secondFactors.ts";
import type { Credentials, Registration, Seat, User } from "../../domain/agencies/team.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Books, Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { agencies, endedSessions, sessions, users } from "../schema/agencies.ts";
import { assertRestorable, findClosed, isClosedSql } from "./closedAgencies.ts";
import { countAgainstLimits, limitRegistrations } from "./limits.ts";
import { type Site, usePasskey } from "./passkeyUse.ts";
import { findPassword, hashPassword, rememberVisitor, type Visitor } from "./passwords.ts";
import {
  addPerson,
  findClaimants,
  findMemberships,
  isPersonSql,
  type Membership,
  toSeat,
} from "./people.ts";
import { lacksFactorSql, passCode } from "./secondFactors.ts";
import { signInMark } from "./signInMark.ts";

/** The content of a session token: it identifies the user and shows whether the session has ended. */
export interface Session {
  agencyId: number;
  userId: string;
  epoch: number;
  /** Whether it was created with a second factor. */
  isMultiFactor?: boolean | undefined;
}

/** A session as decoded from its token. */
export interface TokenSession extends Session {
  /** The `jti` claim, shared by the tokens of one sign-in. */
  id: string;
  /** SHA-256 of the token's claims. Signing out ends this token only. */
  digest: string;
  /** Seconds since 1970. */
  issuedAt: number;
  expiresAt: number;
}

export interface Identified {
  user: User;
  session: Session;
  /** For an access token: the day of its last use; "" if never used. */
  lastUsedOn?: string;
  /** For a session: the time of its last use; null if its token has no row yet. */
  lastSeen?: string | null;
  /** For a session: the time of sign-in; null if its token has no row yet. */
  signedInAt?: string | null;
  /** Whether the agency requires a second factor that the person or the session lacks. */
  lacksFactor?: boolean;
  /** Whether an owner closed the agency. */
  isClosed?: boolean;
}

/** Creates an agency and its first owner. @throws Refusal "conflict" if the email or slug is taken */
export async function registerAgency(
  books: Books,
  input: Registration,
  visitor: Omit<Visitor, "email">,
  createdAt = new Date().toISOString(),
): Promise<Identified> {
  const from = { ...visitor, email: input.email };
  await countAgainstLimits(books, limitRegistrations(visitor.address));
  const passwordHash = await hashPassword(input.password, from);

  const identified = await writeTransaction({ books }, async (tx) => {
    const { name, email, agencyName, agencySlug } = input;
    await addPerson(tx, email, passwordHash);
    const message = "Slug is already taken";
    const [taken] = await tx
      .select({ id: agencies.id })
      .from(agencies)
      .where(eq(agencies.slug, agencySlug));
    if (taken) throw new Refusal("conflict", message, [{ path: "agencySlug", message }]);

    const [agency] = await tx
      .insert(agencies)
      .values({ name: agencyName, slug: agencySlug, features: {}, createdAt })
      .returning();
    if (!agency) throw new Error("The new agency was not returned");

    const agencyId = agency.id;
    const owner = { agencyId, id: newId(), name, email, role: "owner" as const, createdAt };
    await tx.insert(users).values({ ...owner, signInMark: signInMark(email) });
    const who = { agencyId, userId: owner.id, role: owner.role, at: createdAt };
    await recordChange(tx, who, "CREATE", "Metadata", { after: { agencyName, agencySlug } });
    await recordChange(tx, who, "CREATE", "User", {
      after: { _id: owner.id, name, email, role: "owner" },
    });
    const user = { _id: owner.id, name, email, role: owner.role, agencyName, agencySlug };
    return { user, session: { agencyId, userId: owner.id, epoch: 0 } };
  });
  rememberVisitor(from);
  return identified;
}

/** `closed`: the agency is closed, and the person is an owner who can restore it. */
type SignedInOnce = Identified & { agencies: Seat[]; closed?: ClosedAgency };

/**
 * Signs in to the named agency, or to the open one joined first, and returns all of the person's agencies.
 * @throws Refusal "unauthenticated", with the same message and timing for an unknown email; TryLater after
 * too many guesses, or if the queue is full; "missing" if they are not in the agency; FactorNeeded "code" if
 * an authenticator app is on and the code is missing or wrong; "forbidden" if the agency is closed, unless
 * they can restore it
 */
export async function signIn(
  books: Books,
  { email, password, code, agencySlug }: Credentials,
  visitor: Omit<Visitor, "email">,
  secret: string,
): Promise<SignedInOnce> {
  const claimants = await findClaimants(books.read, email);
  const hashes = claimants.map(({ passwordHash }) => passwordHash);
  const right = await findPassword(books, password, hashes, { ...visitor, email });
  const person = claimants.find(({ passwordHash }) => passwordHash === right);
  const memberships = person ? await findMemberships(books.read, person.email) : [];
  if (!person || memberships.length === 0) {
    throw new Refusal("unauthenticated", "Invalid email or password");
  }
  const self = { ...visitor, email: person.email };
  const isMultiFactor = await passCode(books, code, self, secret);
  return choose(books.read, memberships, agencySlug, isMultiFactor);
}

/** Signs in with a passkey alone. It is two factors, because the authenticator verified its user. */
export async function signInByPasskey(
  books: Books,
  { response, agencySlug }: PasskeySignIn,
  site: Site,
): Promise<SignedInOnce> {
  const email = await usePasskey(books, response, site);
  return choose(books.read, await findMemberships(books.read, email), agencySlug, true);
}

/** Switches to another of the person's agencies. @throws Refusal "missing" if they are not in it */
export const switchAgency = async (
  { read }: Books,
  email: string,
  agencySlug: string,
  isMultiFactor: boolean,
): Promise<SignedInOnce> =>
  choose(read, await findMemberships(read, email), agencySlug, isMultiFactor);

async function choose(
  read: Read,
  memberships: Membership[],
  agencySlug: string | undefined,
  isMultiFactor: boolean,
): Promise<SignedInOnce> {
  const found = agencySlug
    ? memberships.find(({ agency }) => agency.slug === agencySlug)
    : (memberships.find(({ isClosed }) => !isClosed) ?? memberships[0]);
  if (!found) throw new Refusal("missing", "You are not a member of an agency with that name");
  const signedIn = { ...identify(found, isMultiFactor), agencies: memberships.map(toSeat) };
  const closed = found.isClosed ? await findClosed(read, found.user) : undefined;
  if (!closed) return signedIn;
  assertRestorable(closed, found.user);
  return { ...signedIn, closed };
}

/** An agency of a person, and the tenant for its books; null if the session lacks a required factor. */
export interface OwnAgency extends Seat {
  userId: string;
  tenant: Tenant | null;
}

/** Lists a person's open agencies with their tenants, by date of joining. */
export async function listOwnAgencies(
  books: Books,
  email: string,
  isMultiFactor: boolean,
): Promise<OwnAgency[]> {
  const lacking = await books.read
    .select({ agencyId: users.agencyId })
    .from(users)
    .where(and(isPersonSql(email), lacksFactorSql(isMultiFactor ? 1 : 0)));
  const lacks = new Set(lacking.map(({ agencyId }) => agencyId));
  const memberships = await findMemberships(books.read, email);
  return memberships
    .filter(({ isClosed }) => !isClosed)
    .map((membership) => {
      const { agencyId, id: userId, role } = membership.user;
      const tenant = lacks.has(agencyId) ? null : { books, agencyId, userId, role };
      return { ...toSeat(membership), userId, tenant };
    });
}

/** Lists a person's open agencies, by date of joining. */
export const listAgencies = async ({ read }: Books, email: string): Promise<Seat[]> =>
  (await findMemberships(read, email)).filter(({ isClosed }) => !isClosed).map(toSeat);

export function identify({ user, agency }: Membership, isMultiFactor: boolean): Identified {
  const { agencyId, id, name, email, role, sessionEpoch } = user;
  return {
    user: { _id: id, name, email, role, agencyName: agency.name, agencySlug: agency.slug },
    session: { agencyId, userId: id, epoch: sessionEpoch, isMultiFactor },
  };
}

/** Runs on every request, so removed members and changed roles take effect at once. */
export async function findIdentified(
  books: Books,
  { id: _id, digest, issuedAt: _, expiresAt: __, ...session }: TokenSession,
): Promise<Identified | undefined> {
  const { read } = books;
  const find = finders.get(read) ?? createFinder(read);
  finders.set(read, find);
  const isMultiFactor = session.isMultiFactor ? 1 : 0;
  const [found] = await find.all({ ...session, isMultiFactor, digest });
  if (!found) return undefined;
  const { lastSeen, signedInAt, lacksFactor, isClosed, ...user } = found;
  const flags = { lacksFactor: Boolean(lacksFactor), isClosed: Boolean(isClosed) };
  return { user, session, lastSeen, signedInAt, ...flags };
}

/** By connection. Prepared, because every request uses it: 45 instead of 100 µs. */
const finders = new WeakMap<Read, ReturnType<typeof createFinder>>();

function createFinder(read: Read) {
  const { id, name, email, role, agencyId, sessionEpoch, removedAt } = users;
  return read
    .select({
      _id: id,
      name,
      email,
      role,
      agencyName: agencies.name,
      agencySlug: agencies.slug,
      lastSeen: sessions.lastSeen,
      signedInAt: sessions.createdAt,
      lacksFactor: lacksFactorSql(sql.placeholder("isMultiFactor")),
      isClosed: isClosedSql,
    })
    .from(users)
    .innerJoin(agencies, eq(agencies.id, agencyId))
    .leftJoin(sessions, eq(sessions.digest, sql.placeholder("digest")))
    .where(
      and(
        eq(agencyId, sql.placeholder("agencyId")),
        eq(id, sql.placeholder("userId")),
        eq(sessionEpoch, sql.placeholder("epoch")),
        isNull(removedAt),
        sql`NOT EXISTS (SELECT 1 FROM ${endedSessions}
          WHERE ${endedSessions.digest} = ${sql.placeholder("digest")})`,
      ),
    )
    .prepare();
}
