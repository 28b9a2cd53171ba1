import { getMetadata } from "../../db/agencies/agency.ts";
import { findLogoAt } from "../../db/agencies/logos.ts";
import type { Tenant } from "../../db/engine/tenant.ts";

/** Returns the agency's current name, place, GSTIN and logo, for documents. */
export async function getLetterhead(tenant: Tenant) {
  const { agencyName, gstNumber, location, logoUrl } = await getMetadata(tenant);
  const logo = await findLogoAt(tenant.books, logoUrl);
  return { agencyName, gstNumber, location, logo: logo?.bytes };
}
