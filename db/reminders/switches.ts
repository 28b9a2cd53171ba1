import { and, eq } from "drizzle-orm";
import { type CalendarDate, today } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { RemindHolder, RemindState } from "../../domain/reminders/reminders.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { clients, documents } from "../schema/documents.ts";
import { reminderSettings, reminderSwitches } from "../schema/reminders.ts";

type From = Pick<Write, "select">;

/** Returns whether reminders are on for a client or invoice. @throws Refusal "missing" */
export async function getRemindState(
  from: From,
  tenant: Tenant,
  entity: RemindHolder,
  id: string,
): Promise<RemindState> {
  await findLabel(from, tenant, entity, id);
  const [settings] = await from
    .select({ isOn: reminderSettings.isOn })
    .from(reminderSettings)
    .where(forAgency(tenant, reminderSettings));
  const [row] = await from
    .select()
    .from(reminderSwitches)
    .where(at(tenant, entity, id));
  return { remind: row?.isOn ?? true, isOn: settings?.isOn ?? false };
}

/** Excludes a client or an invoice from reminders, or includes it again from today. */
export function changeRemind(
  tenant: Tenant,
  entity: RemindHolder,
  id: string,
  remind: boolean | undefined,
  day: CalendarDate = today(),
): Promise<RemindState> {
  return writeTransaction(tenant, async (tx) => {
    const name = await findLabel(tx, tenant, entity, id);
    const before = await getRemindState(tx, tenant, entity, id);
    if (remind === undefined || before.remind === remind) return before;
    const set = { isOn: remind, since: day };
    const { agencyId, entity: holder, entityId } = reminderSwitches;
    await tx
      .insert(reminderSwitches)
      .values({ agencyId: tenant.agencyId, entity, entityId: id, ...set })
      .onConflictDoUpdate({ target: [agencyId, holder, entityId], set });
    const logged = { _id: id, of: entity, name };
    await recordChange(tx, tenant, "UPDATE", "ReminderSwitch", {
      before: { ...logged, remind: before.remind },
      after: { ...logged, remind },
    });
    return { ...before, remind };
  });
}

const at = (tenant: Tenant, entity: RemindHolder, id: string) =>
  forAgency(
    tenant,
    reminderSwitches,
    and(eq(reminderSwitches.entity, entity), eq(reminderSwitches.entityId, id)),
  );

/** Returns an invoice's number or a client's name. */
async function findLabel(
  from: From,
  tenant: Tenant,
  entity: RemindHolder,
  id: string,
): Promise<string> {
  if (entity === "client") {
    const [row] = await from
      .select({ name: clients.displayName })
      .from(clients)
      .where(forAgency(tenant, clients, eq(clients.id, id)));
    if (row) return row.name;
    throw new Refusal("missing", "Client not found");
  }
  const [row] = await from
    .select({ name: documents.number })
    .from(documents)
    .where(
      forAgency(tenant, documents, and(eq(documents.id, id), eq(documents.family, "INVOICES"))),
    );
  if (row) return row.name;
  throw new Refusal("missing", "Invoice not found");
}
