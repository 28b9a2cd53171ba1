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
import { agencies, invitations, users } from "../schema/agencies.ts";
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

/** Those that can still be used, the newest first. */
export async function listInvitations(tenant: Tenant): Promise<Invitation[]> {
  const rows = await tenant.books.read
    .select()
    .from(invitations)
    .where(forAgency(tenant, invitations, isUsable()))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  return rows.map(toInvitation);
}

/** A link to show to the owner, and the token of the one to mail, if this server can and may mail it. */
export interface NewLink extends MadeInvitation {
  mailedToken: string | undefined;
}

/**
 * Makes a link that is shown once; an earlier one to the same email is withdrawn. `linkTo` returns the
 * address for a token. With `isMailed` a second token goes to the mailbox alone, so the person who joins with
 * it has proved that the address is theirs.
 * @throws Refusal "conflict" for a member, and where the same key has made it before
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

/** Its link can be used no more. */
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

/** What a link is for. @throws as `join` where it cannot be used */
export async function getInvitation(
  books: Books,
  token: string,
  visitor: Omit<Visitor, "email">,
): Promise<Invited> {
  const { name, email, role, agencyName, isProved } = await getUsable(books, token, visitor);
  const person = await findPerson(books.read, email);
  // An account that nobody has verified may be another person's.
  const isKnown = person !== undefined && (person.isVerified || !isProved);
  return { agencyName, name, email, role, isKnown };
}

/**
 * Makes whoever holds the link a member: a known person with their password, a new one with one of their own.
 * The mailed link verifies the email. If the email is that of an account which has never verified it, and the
 * password is another one, the member is a new person, and the earlier account loses the email.
 * @throws Refusal "missing" for a link that never was, "conflict" for one that was used or withdrawn or is
 * too old, "invalid" for a wrong password; FactorNeeded "code" as at the sign-in; TryLater after too many
 * guesses of any
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
  // The link is used up by this one try, so it is no guess.
  const isTheirs = mayReplace
    ? await matchesHash(password, person.passwordHash, visitor)
    : known && (await isPassword(books, password, known, visitor));
  if (known && !isTheirs && !mayReplace) throw wrongPassword();
  const isMultiFactor = isTheirs ? await passCode(books, code, visitor, secret) : false;
  const fresh = isTheirs ? undefined : await hashPassword(password, visitor);

  const identified = await writeTransaction({ books }, async (tx) => {
    // Somebody else may have used it meanwhile, or the person another password.
    const { agencyName: _, isProved: __, ...invitation } = assertUsable(await find(tx, token));
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
    if (!joined) throw new Error("The new member did not come back");
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
  const message = `${member?.name} is a member already`;
  if (member) throw new Refusal("conflict", message, [{ path: "email", message }]);
}

async function find(from: Pick<Write, "select">, token: string) {
  const digest = secretDigest(token);
  const [found] = await from
    .select({ invitation: invitations, agencyName: agencies.name })
    .from(invitations)
    .innerJoin(agencies, eq(agencies.id, invitations.agencyId))
    .where(or(eq(invitations.digest, digest), eq(invitations.mailedDigest, digest)));
  if (!found) return undefined;
  const { invitation, agencyName } = found;
  return { ...invitation, agencyName, isProved: invitation.mailedDigest === digest };
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** A link that never was is a guess, as a wrong password is one. */
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
  ...{ name, email, role, createdAt, expiresAt },
});
