import { PROOF_NEEDED } from "../../domain/agencies/presence.ts";
import { FactorNeeded } from "../../domain/refusal.ts";
import type { Tenant } from "./tenant.ts";

/**
 * Checks that the session is recent or that the request carries a proof. The audit log calls this for
 * sensitive changes; operations call it for sensitive steps that are not logged.
 * @throws FactorNeeded "proof"
 */
export function assertPresent({ mustProve }: Pick<Tenant, "mustProve">): void {
  if (!mustProve) return;
  const errors = [{ path: "password", message: PROOF_NEEDED }];
  throw new FactorNeeded("invalid", "proof", PROOF_NEEDED, errors);
}
