import { eq } from "drizzle-orm";
import { type Metadata, MetadataChange } from "../domain/agency.ts";
import { check } from "../domain/refusal.ts";
import { atomically, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import { refreshDrafts } from "./invoices/figures.ts";
import { findLogoUrl, keepLogo, type Picture } from "./logos.ts";
import { agencies } from "./schema.ts";
import type { Tenant } from "./tenant.ts";

export function getMetadata(tenant: Tenant): Promise<Metadata> {
  return readMetadata(tenant.books.read, tenant);
}

/** Fields that `changes` does not hold stay as they are, and so does the logo where none is given. */
export function changeMetadata(tenant: Tenant, changes: object, logo?: Picture): Promise<Metadata> {
  return atomically(tenant.books, async (tx) => {
    const before = await readMetadata(tx, tenant);
    const { agencyName: name, ...rest } = check(MetadataChange, { ...before, ...changes });
    await tx
      .update(agencies)
      .set({ name, ...rest })
      .where(eq(agencies.id, tenant.agencyId));
    const logoUrl = logo ? await keepLogo(tx, tenant, logo) : before.logoUrl;
    const after = { agencyName: name, ...rest, logoUrl };
    await record(tx, tenant, "UPDATE", "Metadata", { before, after });
    if (after.gstNumber !== before.gstNumber) await refreshDrafts(tx, tenant);
    return after;
  });
}

async function readMetadata(from: Pick<Write, "select">, tenant: Tenant): Promise<Metadata> {
  const [agency] = await from.select().from(agencies).where(eq(agencies.id, tenant.agencyId));
  if (!agency) throw new Error("The tenant's agency is gone");
  const { name: agencyName, location, contactNumber, gstNumber } = agency;
  const logoUrl = await findLogoUrl(from, tenant);
  return { agencyName, location, contactNumber, gstNumber, logoUrl };
}
