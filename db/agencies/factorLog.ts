import { recordChange } from "../engine/audit.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { toMember } from "./people.ts";
import { getMemberRow } from "./team.ts";

/** Logs a change of the signed-in person's second factors in the agency that they are signed in to. */
export async function recordFactor(tx: Write, tenant: Tenant, secondFactor: string): Promise<void> {
  const before = toMember(await getMemberRow(tx, tenant, tenant.userId));
  await recordChange(tx, tenant, "UPDATE", "User", { before, after: { ...before, secondFactor } });
}
