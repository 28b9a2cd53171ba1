import { PROOF_NEEDED } from "../../domain/agencies/presence.ts";
import { FactorNeeded } from "../../domain/refusal.ts";
import type { Tenant } from "./tenant.ts";

/**
 * Checks that a request comes from a recent session or with a proof. The audit log calls it for each
 * sensitive change; an operation calls it for a sensitive step that is not logged.
 * @throws FactorNeeded "proof"
 */
export function assertPresent({ mustProve }: Pick<Tenant, "mustProve">): void {
  if (!mustProve) return;
  const errors = [{ path: "password", message: PROOF_NEEDED }];
  throw new FactorNeeded("invalid", "proof", PROOF_NEEDED, errors);
}
