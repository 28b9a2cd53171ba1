import { asc, eq } from "drizzle-orm";
import type { CoveringStatement } from "../../domain/closing/coverage.ts";
import { today } from "../../domain/dates.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { statements } from "../schema/banking.ts";

type Row = typeof statements.$inferSelect;

/** Reads an account's statements, oldest first, with the days they cover. */
export async function readCovering(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  accountId: string,
): Promise<(CoveringStatement & Row)[]> {
  const rows = await read
    .select()
    .from(statements)
    .where(forAgency(tenant, statements, eq(statements.accountId, accountId)))
    .orderBy(asc(statements.periodFrom), asc(statements.periodTo));
  return rows.map((row) => ({
    ...row,
    broughtOn: today(new Date(row.createdAt)),
  }));
}
