import { desc, eq } from "drizzle-orm";
import {
  type AgencyState,
  countSteps,
  countTasks,
  findNextRole,
  type Member,
  type ResponsibleChange,
} from "../../domain/closing/overview.ts";
import { today } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { assertMember, findDoneBy } from "../agencies/members.ts";
import { listMembers } from "../agencies/team.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { agencies } from "../schema/agencies.ts";
import { closings } from "../schema/closings.ts";
import { getChecklist } from "./checklist.ts";
import { readLines } from "./tasks.ts";

/**
 * For a reader thread: returns where an agency stands. The month is the last one, or the current one once
 * that is closed.
 */
export async function getAgencyState(tenant: Tenant): Promise<AgencyState> {
  const now = today();
  const last = await getChecklist(tenant, monthAfter(now.slice(0, 7), -1));
  const list =
    last.closing || last.firstMonth > last.month || !last.firstMonth
      ? await getChecklist(tenant, now.slice(0, 7))
      : last;
  const dates = list === last ? last.dates : [...last.dates, ...list.dates];
  return withSnapshot(tenant.books, async (read) => {
    const lines = await readLines(read, tenant);
    const members = await listMembers(tenant);
    const { responsibleId, location, city } = await readAgency(read, tenant);
    const next = findNextRole(list.items);
    const role = members.some((one) => one.role === next) ? next : "owner";
    const waiting = next && members.find((one) => one.role === role);
    return {
      place: city || (location.split(/[\n,]/)[0]?.trim() ?? ""),
      month: list.month,
      steps: countSteps(list.items),
      closed: await findLastClosed(read, tenant),
      open: {
        tasks: countTasks(list.items),
        lines: lines.reduce((sum, { count }) => sum + count, 0),
      },
      waitingFor: waiting ? toMember(waiting) : null,
      dues: dates
        .filter(({ done, title }) => done === "" && title !== "GSTR-2B published")
        .map(({ date, title }) => ({ date, title, isLate: date < now })),
      responsible: members.filter(({ _id }) => _id === responsibleId).map(toMember)[0] ?? null,
      members: members.map(toMember),
    };
  });
}

const toMember = ({ _id, name }: Member): Member => ({ _id, name });

async function readAgency(read: Pick<Read, "select">, tenant: Tenant) {
  const { responsibleId, location, city } = agencies;
  const [agency] = await read
    .select({ responsibleId, location, city })
    .from(agencies)
    .where(eq(agencies.id, tenant.agencyId));
  if (!agency) throw new Error("The tenant's agency no longer exists");
  return agency;
}

async function findLastClosed(read: Read, tenant: Tenant): Promise<AgencyState["closed"]> {
  const [found] = await read
    .select({ month: closings.month, at: closings.createdAt })
    .from(closings)
    .where(forAgency(tenant, closings, eq(closings.reopenedAt, "")))
    .orderBy(desc(closings.month))
    .limit(1);
  return found ? { month: found.month, on: today(new Date(found.at)) } : null;
}

/** Sets who is responsible for an agency. @throws Refusal "invalid" if the user is not a member of it */
export function changeResponsible(
  tenant: Tenant,
  { userId }: Pick<ResponsibleChange, "userId">,
): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const { responsibleId } = await readAgency(tx, tenant);
    if (responsibleId === userId) return;
    const member = userId ? await assertMember(tx, tenant, userId) : undefined;
    const before = responsibleId && (await findDoneBy(tx, tenant, responsibleId, "")).name;
    await tx
      .update(agencies)
      .set({ responsibleId: userId })
      .where(eq(agencies.id, tenant.agencyId));
    await recordChange(tx, tenant, "UPDATE", "Responsible", {
      before: { name: before },
      after: { name: member?.name ?? "" },
    });
  });
}
