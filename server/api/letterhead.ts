import { getMetadata } from "../../db/agencies/agency.ts";
import { findLogoAt } from "../../db/agencies/logos.ts";
import type { Tenant } from "../../db/engine/tenant.ts";

/** Whose paper it is: its name, place, GSTIN and logo as they are now. */
export async function getLetterhead(tenant: Tenant) {
  const { agencyName, gstNumber, location, logoUrl } = await getMetadata(tenant);
  const logo = await findLogoAt(tenant.books, logoUrl);
  return { agencyName, gstNumber, location, logo: logo?.bytes };
}
