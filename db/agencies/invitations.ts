import { and, desc, eq, gt, or } from "drizzle-orm";
import {
  INVITATION_DAYS,
  type Invitation,
  type Invited,
  type Joining,
  type MadeInvitation,
  type NewInvitation,
} from "../../domain/agencies/invitations.ts";
import type { Seat } from "../../domain/agencies/team.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Books } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { agencies, closedAgencies, invitations, users } from "../schema/agencies.ts";
import { assertFree, countGuess } from "./guesses.ts";
import { countWithin, limitInvitations } from "./limits.ts";
import {
  hashPassword,
  isPassword,
  matchesHash,
  rememberVisitor,
  type Visitor,
} from "./passwords.ts";
import {
  addPerson,
  assertOwnPassword,
  findHash,
  findMemberships,
  findPerson,
  isPersonSql,
  releaseEmail,
  setVerified,
  toMember,
  toSeat,
} from "./people.ts";
import { passCode } from "./secondFactors.ts";
import { newSecret, secretDigest } from "./secrets.ts";
import { signInMark } from "./signInMark.ts";
import { type Identified, identify } from "./users.ts";

/** Lists invitations that can still be used, newest first. */
export async function listInvitations(tenant: Tenant): Promise<Invitation[]> {
  const rows = await tenant.books.read
    .select()
    .from(invitations)
    .where(forAgency(tenant, invitations, isUsable()))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  return rows.map(toInvitation);
}

/** The link shown to the owner, and the token to mail, if the server can and may send mail. */
export interface NewLink extends MadeInvitation {
  mailedToken: string | undefined;
}

/**
 * Creates a link that is shown once, and withdraws an earlier one for the same email. With `isMailed`, a
 * second token goes only to the mailbox, so joining with it verifies the address.
 * @param linkTo returns the URL for a token
 * @throws Refusal "conflict" if the person is a member, or the key was used before
 */
export async function addInvitation(
  tenant: Tenant,
  input: NewInvitation,
  linkTo: (token: string) => string,
  isMailed = false,
): Promise<NewLink> {
  const { agencyId, userId } = tenant;
  const id = newId();
  const token = newSecret();
  const mayMail =
    isMailed && (await countWithin(tenant.books, limitInvitations(agencyId, input.email)));
  const mailedToken = mayMail ? newSecret() : undefined;
  const mailedDigest = mailedToken ? secretDigest(mailedToken) : "";
  const invitation = await withIdempotency(tenant, async (tx) => {
    await refuseMember(tx, tenant, input.email);
    const [earlier] = await tx
      .select()
      .from(invitations)
      .where(forAgency(tenant, invitations, isUsable(), eq(invitations.email, input.email)));
    if (earlier) await withdraw(tx, tenant, earlier);
    const createdAt = nowFor(tenant);
    const expiresAt = new Date(Date.parse(createdAt) + INVITATION_DAYS * DAY_MS).toISOString();
    const row = { ...input, agencyId, id, digest: secretDigest(token), createdAt, expiresAt };
    await tx.insert(invitations).values({ ...row, mailedDigest, createdBy: userId });
    const after = toInvitation(row);
    await recordChange(tx, tenant, "CREATE", "Invitation", { after });
    return after;
  });
  if (invitation._id === id) {
    return { invitation, url: linkTo(token), isMailed: mayMail, mailedToken };
  }
  throw new Refusal(
    "conflict",
    `The invitation for ${invitation.name} was already created, and its link is shown only once; ` +
      "invite them again for a new one",
  );
}

/** Withdraws an invitation. Its link stops working immediately. */
export function withdrawInvitation(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const [row] = await tx
      .select()
      .from(invitations)
      .where(forAgency(tenant, invitations, eq(invitations.id, id), isUsable()));
    if (!row) throw new Refusal("missing", "Invitation not found");
    await withdraw(tx, tenant, row);
  });
}

/** Returns the invitation of a link. @throws as `join` if it cannot be used */
export async function getInvitation(
  books: Books,
  token: string,
  visitor: Omit<Visitor, "email">,
): Promise<Invited> {
  const { name, email, role, agencyName, isProved } = await getUsable(books, token, visitor);
  const person = await findPerson(books.read, email);
  // An unverified account may belong to someone else.
  const isKnown = person !== undefined && (person.isVerified || !isProved);
  return { agencyName, name, email, role, isKnown };
}

/**
 * Makes the link's holder a member. A known person enters their password, a new one sets one. The mailed link
 * verifies the email. If an unverified account has the email and another password, the member becomes a new
 * person, and the old account loses the email.
 * @throws Refusal "missing" for an unknown link, "conflict" if it was used, withdrawn or has expired,
 * "invalid" for a wrong password; FactorNeeded "code" as at sign-in; TryLater after too many guesses
 */
export async function join(
  books: Books,
  { token, name, password, code }: Joining,
  from: Omit<Visitor, "email">,
  secret: string,
): Promise<Identified & { agencies: Seat[] }> {
  const { email, isProved } = await getUsable(books, token, from);
  const visitor = { ...from, email };
  const person = await findPerson(books.read, email);
  const known = person?.passwordHash;
  const mayReplace = person?.isVerified === false && isProved;
  // One try uses up the link, so this is no guess.
  const isTheirs = mayReplace
    ? await matchesHash(password, person.passwordHash, visitor)
    : known && (await isPassword(books, password, known, visitor));
  if (known && !isTheirs && !mayReplace) throw wrongPassword();
  const isMultiFactor = isTheirs ? await passCode(books, code, visitor, secret) : false;
  const fresh = isTheirs ? undefined : await hashPassword(password, visitor);

  const identified = await writeTransaction({ books }, async (tx) => {
    // The link or the password may have changed since the first check.
    const {
      agencyName: _,
      isProved: __,
      isAgencyClosed: ___,
      ...invitation
    } = assertUsable(await find(tx, token));
    if ((await findHash(tx, email)) !== known) throw wrongPassword();
    if (fresh && known) await releaseEmail(tx, email);
    if (fresh) await addPerson(tx, email, fresh, { isVerified: isProved });
    else if (isProved) await setVerified(tx, email);
    await assertOwnPassword(tx, email);
    const { agencyId, role } = invitation;
    await refuseMember(tx, invitation, email);
    const createdAt = new Date().toISOString();
    const row = { agencyId, id: newId(), name: name ?? invitation.name, email, role, createdAt };
    await tx.insert(users).values({ ...row, signInMark: signInMark(email) });
    const who = { agencyId, userId: row.id, role };
    await recordChange(tx, who, "CREATE", "User", { after: toMember(row) });
    await tx
      .update(invitations)
      .set({ state: "USED" })
      .where(forAgency(invitation, invitations, eq(invitations.id, invitation.id)));
    await recordChange(tx, who, "UPDATE", "Invitation", {
      before: toInvitation(invitation),
      after: { ...toInvitation(invitation), state: "used" },
    });
    const memberships = await findMemberships(tx, email);
    const joined = memberships.find(({ user }) => user.id === row.id);
    if (!joined) throw new Error("The new member was not returned");
    return { ...identify(joined, isMultiFactor), agencies: memberships.map(toSeat) };
  });
  rememberVisitor(visitor);
  return identified;
}

const DAY_MS = 24 * 60 * 60_000;

const wrongPassword = () => invalid("password", "Wrong password for this email");

const isUsable = () =>
  and(eq(invitations.state, "OPEN"), gt(invitations.expiresAt, new Date().toISOString()));

type Row = typeof invitations.$inferSelect;

async function withdraw(tx: Write, tenant: Tenant, row: Row): Promise<void> {
  await tx
    .update(invitations)
    .set({ state: "WITHDRAWN" })
    .where(forAgency(tenant, invitations, eq(invitations.id, row.id)));
  await recordChange(tx, tenant, "DELETE", "Invitation", { before: toInvitation(row) });
}

async function refuseMember(tx: Write, { agencyId }: { agencyId: number }, email: string) {
  const [member] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(isPersonSql(email), eq(users.agencyId, agencyId)));
  const message = `${member?.name} is already a member`;
  if (member) throw new Refusal("conflict", message, [{ path: "email", message }]);
}

async function find(from: Pick<Write, "select">, token: string) {
  const digest = secretDigest(token);
  const [found] = await from
    .select({ invitation: invitations, agencyName: agencies.name, closed: closedAgencies })
    .from(invitations)
    .innerJoin(agencies, eq(agencies.id, invitations.agencyId))
    .leftJoin(closedAgencies, eq(closedAgencies.agencyId, invitations.agencyId))
    .where(or(eq(invitations.digest, digest), eq(invitations.mailedDigest, digest)));
  if (!found) return undefined;
  const { invitation, agencyName, closed } = found;
  const isProved = invitation.mailedDigest === digest;
  return { ...invitation, agencyName, isProved, isAgencyClosed: closed !== null };
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** An unknown link counts as a guess, like a wrong password. */
async function getUsable(
  books: Books,
  token: string,
  { address }: Omit<Visitor, "email">,
): Promise<Found> {
  const guesser = { email: "", address };
  await assertFree(books, guesser);
  const found = await find(books.read, token);
  if (!found) await countGuess(books, guesser);
  return assertUsable(found);
}

function assertUsable(found: Found | undefined): Found {
  const ask = "Ask an owner of the agency for another.";
  if (!found) throw new Refusal("missing", `Unknown invitation. ${ask}`);
  if (found.isAgencyClosed) throw new Refusal("conflict", `${found.agencyName} is closed.`);
  if (found.state === "USED") {
    throw new Refusal("conflict", "This invitation was already used. Sign in, or ask for another.");
  }
  if (found.state === "WITHDRAWN") {
    throw new Refusal("conflict", `This invitation was withdrawn. ${ask}`);
  }
  if (found.expiresAt <= new Date().toISOString()) {
    throw new Refusal("conflict", `This invitation has expired. ${ask}`);
  }
  return found;
}

type Shown = Pick<Row, "id" | "name" | "email" | "role" | "createdAt" | "expiresAt">;

const toInvitation = ({ id, name, email, role, createdAt, expiresAt }: Shown): Invitation => ({
  _id: id,
  name,
  email,
  role,
  createdAt,
  expiresAt,
});
