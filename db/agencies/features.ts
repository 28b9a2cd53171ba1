import { eq, sql } from "drizzle-orm";
import {
  type Feature,
  FeatureChange,
  type FeatureChoices,
  type Features,
  resolveFeatures,
  type Tab,
} from "../../domain/agencies/features.ts";
import { parse } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { agencies } from "../schema/agencies.ts";

/** Returns which features the agency has used or switched on. Each question is one look into an index. */
export async function getFeatures(
  tenant: Tenant,
  from: Pick<Read, "all"> = tenant.books.read,
): Promise<Features> {
  const { agencyId } = tenant;
  const any = (table: string, and = "1") =>
    sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)}
      WHERE agency_id = ${agencyId} AND ${sql.raw(and)})`;
  const hasAccountant = any("users", "role = 'accountant' AND removed_at IS NULL");
  const [row] = await from.all<Record<Feature | Tab, number> & { chosen: string }>(sql`SELECT
    features AS chosen,
    ${any("statements")} AS banking,
    ${any("documents", "family = 'BILLS'")} OR ${any("vendors")} AS bills,
    gst_number <> '' OR ${any("filings")} OR ${any("gstr2b_files")} AS gst,
    ${any("journals")} OR ${hasAccountant} AS reports,
    ${any("closings")} OR ${hasAccountant} AS close,
    ${any("locks", "locked_to <> ''")} AS locks,
    0 AS tabs,
    ${any("documents", "family = 'NOTES'")} AS notes,
    ${any("documents", "family = 'ESTIMATES'")} AS estimates,
    ${any("documents", "family = 'VOUCHERS'")} AS vouchers,
    ${any("series")} AS series,
    ${any("mails")} AS outbox
    FROM agencies WHERE id = ${agencyId}`);
  if (!row) throw new Error("The tenant's agency no longer exists");
  const { chosen, ...used } = row;
  const flags = Object.fromEntries(Object.entries(used).map(([key, is]) => [key, Boolean(is)]));
  return resolveFeatures(flags as Record<Feature | Tab, boolean>, JSON.parse(chosen));
}

/** Switches features on or off. Deletes nothing: an entry of the sidebar appears or goes. */
export function changeFeatures(tenant: Tenant, input: FeatureChange): Promise<Features> {
  return writeTransaction(tenant, async (tx) => {
    const changes = parse(FeatureChange, input);
    const before = await getFeatures(tenant, tx);
    const given = Object.entries(changes).filter(([, is]) => is !== undefined);
    const changed = given.filter(([feature, is]) => before[feature as Feature] !== is);
    if (changed.length === 0) return before;
    const [agency] = await tx
      .select({ features: agencies.features })
      .from(agencies)
      .where(eq(agencies.id, tenant.agencyId));
    const features: FeatureChoices = { ...agency?.features, ...Object.fromEntries(changed) };
    await tx.update(agencies).set({ features }).where(eq(agencies.id, tenant.agencyId));
    const was = changed.map(([feature]) => [feature, before[feature as Feature] ?? false]);
    await recordChange(tx, tenant, "UPDATE", "Metadata", {
      before: { features: Object.fromEntries(was) },
      after: { features: Object.fromEntries(changed) },
    });
    return getFeatures(tenant, tx);
  });
}
