import { eq } from "drizzle-orm";
import { Refusal } from "../../domain/refusal.ts";
import { mayCloseMonths, PERMISSIONS } from "../../domain/roles.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { agencies } from "../schema/agencies.ts";

type Who = Pick<Tenant, "agencyId" | "role">;

/** Whether the user may close months: owners, and accountants if an owner allows it. */
export async function mayClose(
  read: Pick<Read, "select">,
  { agencyId, role }: Who,
): Promise<boolean> {
  const [agency] = await read
    .select({ isAllowed: agencies.accountantMayClose })
    .from(agencies)
    .where(eq(agencies.id, agencyId));
  return mayCloseMonths(role, agency?.isAllowed === true);
}

/** @throws Refusal "forbidden" if the user may not close months */
export async function assertMayClose(read: Pick<Read, "select">, tenant: Who): Promise<void> {
  if (!(await mayClose(read, tenant))) throw new Refusal("forbidden", PERMISSIONS["close months"]);
}
