import { asc, gt } from "drizzle-orm";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { clients } from "../schema/documents.ts";
import { vendors } from "../schema/vendors.ts";

const ROWS_AT_ONCE = 500;

/** Yields the clients of a file of books. */
export async function* readFileClients(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for (let last = ""; ; ) {
    const rows = await read
      .select()
      .from(clients)
      .where(forAgency(tenant, clients, gt(clients.id, last)))
      .orderBy(asc(clients.id))
      .limit(ROWS_AT_ONCE);
    last = rows.at(-1)?.id ?? "";
    if (!last) return;
    yield rows.map(toFileParty);
    await Bun.sleep(0);
  }
}

/** Yields the vendors of a file of books. */
export async function* readFileVendors(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for (let last = ""; ; ) {
    const rows = await read
      .select()
      .from(vendors)
      .where(forAgency(tenant, vendors, gt(vendors.id, last)))
      .orderBy(asc(vendors.id))
      .limit(ROWS_AT_ONCE);
    last = rows.at(-1)?.id ?? "";
    if (!last) return;
    yield rows.map((row) => ({ ...toFileParty(row), pan: row.pan }));
    await Bun.sleep(0);
  }
}

const toFileParty = (row: typeof clients.$inferSelect | typeof vendors.$inferSelect) => ({
  id: row.id,
  name: row.displayName,
  billingName: row.billingName,
  kind: row.kind,
  gstin: row.gstin,
  state: row.state,
  stateCode: row.stateCode,
  country: row.country,
  address: row.billingAddress,
  city: row.city,
  pin: row.pin,
  email: row.email,
  phone: row.phone,
  notes: row.notes,
});
