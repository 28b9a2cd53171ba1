import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { recordSignIn } from "./people.ts";
import { getMemberRow } from "./team.ts";

/** Logs a change of the person's second factors in each of their agencies. */
export async function recordFactor(tx: Write, tenant: Tenant, secondFactor: string): Promise<void> {
  const { email } = await getMemberRow(tx, tenant, tenant.userId);
  await recordSignIn(tx, email, { secondFactor }, tenant);
}
