import { eq } from "drizzle-orm";
import { type Metadata, MetadataChange } from "../../domain/agencies/agency.ts";
import { resolveConstitution } from "../../domain/agencies/constitution.ts";
import { parse } from "../../domain/refusal.ts";
import { refreshDrafts } from "../documents/figures.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { agencies } from "../schema/agencies.ts";
import { findLogoUrl, type Picture, storeLogo } from "./logos.ts";
import { isFactorRequired, setFactorRequired } from "./secondFactors.ts";

export function getMetadata(tenant: Tenant): Promise<Metadata> {
  return readMetadata(tenant.books.read, tenant);
}

/** Changes the given fields; the logo only if one is given. */
export function changeMetadata(tenant: Tenant, changes: object, logo?: Picture): Promise<Metadata> {
  return writeTransaction(tenant, async (tx) => {
    const before = await readMetadata(tx, tenant);
    await assertUnchanged(tx, tenant, "Metadata", before, changes);
    const parsed = parse(MetadataChange, { ...before, ...changes });
    const { requireSecondFactor, constitution = before.constitution, ...columns } = parsed;
    const isSet = "constitution" in changes && changes.constitution !== undefined;
    const { agencyName: name, ...rest } = columns;
    await tx
      .update(agencies)
      .set({ name, ...rest, ...(isSet && { constitution }) })
      .where(eq(agencies.id, tenant.agencyId));
    if (requireSecondFactor !== before.requireSecondFactor) {
      await setFactorRequired(tx, tenant, requireSecondFactor);
    }
    if (logo) await storeLogo(tx, tenant, logo);
    const after = await readMetadata(tx, tenant);
    await recordChange(tx, tenant, "UPDATE", "Metadata", { before, after });
    const isTaxedOtherwise =
      after.gstNumber !== before.gstNumber || after.isComposition !== before.isComposition;
    if (isTaxedOtherwise) await refreshDrafts(tx, tenant);
    return after;
  });
}

async function readMetadata(
  from: Pick<Write, "select" | "$count">,
  tenant: Tenant,
): Promise<Metadata> {
  const [agency] = await from.select().from(agencies).where(eq(agencies.id, tenant.agencyId));
  if (!agency) throw new Error("The tenant's agency no longer exists");
  const {
    id: _,
    slug: __,
    createdAt: ___,
    features: ____,
    responsibleId: _____,
    ...shown
  } = agency;
  const { name: agencyName, ...rest } = shown;
  const constitution = resolveConstitution(agency);
  const requireSecondFactor = await isFactorRequired(from, tenant);
  const logoUrl = await findLogoUrl(from, tenant);
  return { agencyName, ...rest, constitution, requireSecondFactor, logoUrl };
}
