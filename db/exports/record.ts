import { assertAllowed } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import { recordView } from "../engine/views.ts";

/**
 * Logs an export of the agency. @throws Refusal "forbidden" unless the user may export it
 */
export function recordExport(tenant: Tenant, name: string) {
  assertAllowed(tenant, "export the agency");
  return recordView(tenant, "Metadata", { export: name });
}
