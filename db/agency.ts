import { eq } from "drizzle-orm";
import type { Metadata } from "../domain/agency.ts";
import { agencies } from "./schema.ts";
import type { Tenant } from "./tenant.ts";

export async function getMetadata(tenant: Tenant): Promise<Metadata> {
  const [agency] = await tenant.books.read
    .select()
    .from(agencies)
    .where(eq(agencies.id, tenant.agencyId));
  if (!agency) throw new Error("The tenant's agency is gone");
  const { name: agencyName, location, contactNumber, gstNumber } = agency;
  return { agencyName, location, contactNumber, gstNumber, logoUrl: "" };
}
