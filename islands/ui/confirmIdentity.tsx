import type { OwnFactors, Proof } from "../../domain/agencies/secondFactors.ts";
import { Failure, get } from "../browser/api.ts";
import { openOver } from "./openOver.ts";
import { ProofDialog } from "./ProofDialog.tsx";

/**
 * Confirms the user's identity with the password or a passkey, and resends a sensitive change.
 * @throws Failure if the person cancels
 */
export async function confirmIdentity<Answer>(
  run: (proof: Partial<Proof>) => Promise<Answer>,
): Promise<Answer> {
  const { passkeys } = await get<OwnFactors>("/api/auth/totp");
  return new Promise((resolve, reject) => {
    openOver((close) => (
      <ProofDialog
        title="Confirm it’s you"
        text="You signed in more than 15 minutes ago, and this change is sensitive."
        verb="Confirm"
        hasPasskey={passkeys > 0}
        run={run}
        onDone={(answer) => {
          close();
          resolve(answer);
        }}
        onClose={() => {
          close();
          reject(new Failure(400, "Not confirmed. Nothing was changed."));
        }}
      />
    ));
  });
}
