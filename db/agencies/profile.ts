import { eq } from "drizzle-orm";
import type { ProfileChange } from "../../domain/agencies/team.ts";
import { invalid } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { hashPassword, isPassword, type Visitor } from "./passwords.ts";
import { changePassword, findHash, NEW_SECRET, toMember } from "./people.ts";
import { getMemberRow } from "./team.ts";
import type { Session } from "./users.ts";

/**
 * Changes the user's name in this agency, and their password everywhere. A new password ends all their
 * sessions; the returned one continues.
 * @throws Refusal "invalid" for a wrong current password, which counts as a guess; TryLater after too many
 */
export async function changeProfile(
  tenant: Tenant,
  input: ProfileChange,
  visitor: Visitor,
): Promise<Session> {
  const { agencyId, userId } = tenant;
  const { email } = await getMemberRow(tenant.books.read, tenant, userId);
  const known = await findHash(tenant.books.read, email);
  const { currentPassword, newPassword } = input;
  if (newPassword && !currentPassword) {
    throw invalid("currentPassword", "Current password is required");
  }
  if (
    currentPassword &&
    !(await isPassword(tenant.books, currentPassword, known, { ...visitor, isKnown: true }))
  ) {
    throw wrongPassword();
  }
  const passwordHash = newPassword
    ? await hashPassword(newPassword, tenant, visitor.signal)
    : undefined;

  return writeTransaction(tenant, async (tx) => {
    const row = await getMemberRow(tx, tenant, userId);
    // The password changed elsewhere since it was checked.
    if (passwordHash && (await findHash(tx, row.email)) !== known) throw wrongPassword();

    const name = input.name ?? row.name;
    const epoch = row.sessionEpoch + (passwordHash ? 1 : 0);
    await tx
      .update(users)
      .set({ name })
      .where(forAgency(tenant, users, eq(users.id, userId)));
    // The current password is the proof.
    const by = { ...tenant, mustProve: tenant.mustProve && !passwordHash };
    if (passwordHash) await changePassword(tx, row.email, passwordHash, { by });
    const before = toMember(row);
    const after = { ...before, name };
    await recordChange(tx, by, "UPDATE", "User", {
      before,
      after,
      ...(passwordHash && NEW_SECRET),
    });
    return { agencyId, userId, epoch };
  });
}

const wrongPassword = () => invalid("currentPassword", "Current password is wrong");
