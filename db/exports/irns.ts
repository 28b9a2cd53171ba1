import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { einvoices } from "../schema/returns.ts";

/** Returns the IRNs of documents that are registered as e-invoices, by id. */
export async function readIrns(
  read: Read,
  tenant: Tenant,
  rows: { id: string }[],
): Promise<Map<string, string>> {
  const { id, irn } = einvoices;
  const those = isIn(
    id,
    rows.map((row) => row.id),
  );
  const found = await read
    .select({ id, irn })
    .from(einvoices)
    .where(forAgency(tenant, einvoices, those));
  return new Map(found.map((row) => [row.id, row.irn]));
}
