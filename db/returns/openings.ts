import { eq } from "drizzle-orm";
import type { ByHead } from "../../domain/purchases/offset.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { creditOpenings } from "../schema/gstr2b.ts";

// The portal's electronic credit ledger at the start of a period, if a user typed it.

/** Returns undefined if no user typed it. */
export async function findOpening(
  read: Pick<Read, "select">,
  tenant: Pick<Tenant, "agencyId">,
  label: string,
): Promise<ByHead | undefined> {
  const [row] = await read
    .select()
    .from(creditOpenings)
    .where(forAgency(tenant, creditOpenings, eq(creditOpenings.period, label)));
  return row && { igst: row.igstPaise, cgst: row.cgstPaise, sgst: row.sgstPaise };
}
