import { asc, gt } from "drizzle-orm";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { clients } from "../schema/documents.ts";
import { vendors } from "../schema/vendors.ts";
import { inSlices, SLICE_ROWS } from "./slices.ts";

/** Yields the clients of a file of books. */
export async function* readFileClients(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const slices = inSlices<typeof clients.$inferSelect>((last) =>
    read
      .select()
      .from(clients)
      .where(forAgency(tenant, clients, gt(clients.id, last?.id ?? "")))
      .orderBy(asc(clients.id))
      .limit(SLICE_ROWS),
  );
  for await (const rows of slices) yield rows.map(toFileParty);
}

/** Yields the vendors of a file of books. */
export async function* readFileVendors(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const slices = inSlices<typeof vendors.$inferSelect>((last) =>
    read
      .select()
      .from(vendors)
      .where(forAgency(tenant, vendors, gt(vendors.id, last?.id ?? "")))
      .orderBy(asc(vendors.id))
      .limit(SLICE_ROWS),
  );
  for await (const rows of slices) yield rows.map((row) => ({ ...toFileParty(row), pan: row.pan }));
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
