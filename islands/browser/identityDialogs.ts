import type { Proof } from "../../domain/agencies/secondFactors.ts";
import type { User } from "../../domain/agencies/team.ts";

interface IdentityDialogs {
  /** Resends a sensitive change with the user's proof. @throws Failure if the user cancels */
  confirmIdentity<Answer>(run: (proof: Partial<Proof>) => Promise<Answer>): Promise<Answer>;
  signInAgain(user: User): void;
}

let dialogs: IdentityDialogs | undefined;

/** Sets the dialogs. Only `mount.tsx` calls it: requests open dialogs, which send requests themselves. */
export function provideIdentityDialogs(provided: IdentityDialogs): void {
  dialogs = provided;
}

/** Returns the dialogs that a request or a form opens. */
export function identityDialogs(): IdentityDialogs {
  if (!dialogs) throw new Error("No island is mounted");
  return dialogs;
}
