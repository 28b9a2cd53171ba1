import { eq } from "drizzle-orm";
import { type Constitution, resolveConstitution } from "../../domain/agencies/constitution.ts";
import type { Read } from "../engine/books.ts";
import { agencies } from "../schema/agencies.ts";

/** Reads an agency's legal form, as used in its statements. */
export async function readConstitution(
  read: Pick<Read, "select">,
  agencyId: number,
): Promise<Constitution> {
  const [agency] = await read
    .select({ constitution: agencies.constitution, gstNumber: agencies.gstNumber })
    .from(agencies)
    .where(eq(agencies.id, agencyId));
  if (!agency) throw new Error("The tenant's agency no longer exists");
  return resolveConstitution(agency);
}
