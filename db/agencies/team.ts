import { asc, eq, isNull } from "drizzle-orm";
import { type Member, MemberChange, type NewMember } from "../../domain/agencies/team.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { accountLinks, apiTokens, people, users } from "../schema/agencies.ts";
import { hashPassword } from "./passwords.ts";
import {
  addPerson,
  changePassword,
  forgetPerson,
  isInAnotherAgency,
  NEW_SECRET,
  refuseKnownEmail,
  toMember,
} from "./people.ts";
import { signInMark } from "./signInMark.ts";

/** Lists members, oldest first. */
export async function listMembers(tenant: Tenant): Promise<Member[]> {
  const rows = await tenant.books.read
    .select()
    .from(users)
    .where(forAgency(tenant, users, isNull(users.removedAt)))
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(toMember);
}

export async function listOwnerEmails(tenant: Tenant): Promise<string[]> {
  const members = await listMembers(tenant);
  return members.filter(({ role }) => role === "owner").map(({ email }) => email);
}

/** @throws TryLater while too many passwords wait to be hashed */
export async function addMember(
  tenant: Tenant,
  input: NewMember,
  signal?: AbortSignal,
): Promise<Member> {
  const { password, ...rest } = input;
  const passwordHash = await hashPassword(password, tenant, signal);

  return withIdempotency(tenant, async (tx) => {
    await addPerson(tx, rest.email, passwordHash, { isOwnPassword: false });
    const createdAt = nowFor(tenant);
    const row = { ...rest, agencyId: tenant.agencyId, id: newId(), createdAt };
    await tx.insert(users).values({ ...row, signInMark: signInMark(rest.email) });
    const member = toMember(row);
    await recordChange(tx, tenant, "CREATE", "User", { after: member });
    return member;
  });
}

/**
 * Changes the given fields. A new password ends the member's sessions.
 * @throws Refusal "conflict" for the email or password of a person in several agencies: they would open the
 * other books too
 */
export async function changeMember(
  tenant: Tenant,
  id: string,
  changes: object,
  signal?: AbortSignal,
): Promise<Member> {
  const { password } = parse(MemberChange, { ...(await getMember(tenant, id)), ...changes });
  const passwordHash = password ? await hashPassword(password, tenant, signal) : undefined;

  return writeTransaction(tenant, async (tx) => {
    const row = await getMemberRow(tx, tenant, id);
    const before = toMember(row);
    await assertUnchanged(tx, tenant, "User", before, changes);
    const { name, email, role } = parse(MemberChange, { ...before, ...changes });
    if (before.role === "owner" && role !== "owner") await refuseLastOwner(tx, tenant, id);
    if (email !== before.email) {
      await refuseSharedPerson(tx, tenant, before, "email");
      await refuseKnownEmail(tx, email);
      const moved = { email, isVerified: false, lostEmail: "" };
      await tx.update(people).set(moved).where(eq(people.email, before.email));
      await tx.delete(accountLinks).where(eq(accountLinks.email, before.email));
    }
    await tx
      .update(users)
      .set({ name, email, role, signInMark: signInMark(email) })
      .where(forAgency(tenant, users, eq(users.id, id)));
    if (passwordHash) {
      await refuseSharedPerson(tx, tenant, { ...before, email }, "password");
      await changePassword(tx, email, passwordHash, {
        by: tenant,
        isOwnPassword: id === tenant.userId,
      });
    }
    const after = { ...before, name, email, role };
    await recordChange(tx, tenant, "UPDATE", "User", {
      before,
      after,
      ...(passwordHash && NEW_SECRET),
    });
    return after;
  });
}

/** Removes a member. Their sessions and tokens stop working with the next request. */
export function removeMember(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const row = await getMemberRow(tx, tenant, id);
    if (id === tenant.userId) throw new Refusal("conflict", "You cannot remove yourself");
    if (row.role === "owner") await refuseLastOwner(tx, tenant, id);

    await tx
      .update(users)
      .set({ removedAt: new Date().toISOString(), sessionEpoch: row.sessionEpoch + 1 })
      .where(forAgency(tenant, users, eq(users.id, id)));
    await tx.delete(apiTokens).where(forAgency(tenant, apiTokens, eq(apiTokens.userId, id)));
    await forgetPerson(tx, row.email);
    await recordChange(tx, tenant, "DELETE", "User", { before: toMember(row) });
  });
}

async function refuseSharedPerson(
  tx: Write,
  tenant: Tenant,
  { name, email }: Member,
  path: "email" | "password",
): Promise<void> {
  if (!(await isInAnotherAgency(tx, tenant, email))) return;
  const message = `${name} works in another agency too, so their ${path} cannot be changed here`;
  throw new Refusal("conflict", message, [{ path, message }]);
}

async function getMember(tenant: Tenant, id: string): Promise<Member> {
  return toMember(await getMemberRow(tenant.books.read, tenant, id));
}

export async function getMemberRow(from: Pick<Write, "select">, tenant: Tenant, id: string) {
  const [row] = await from
    .select()
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, id), isNull(users.removedAt)));
  if (!row) throw new Refusal("missing", "Team member not found");
  return row;
}

async function refuseLastOwner(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(forAgency(tenant, users, eq(users.role, "owner"), isNull(users.removedAt)));
  if (owners.every((owner) => owner.id === id)) {
    throw new Refusal("conflict", "An agency needs at least one owner");
  }
}
