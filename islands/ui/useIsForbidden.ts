import { useSyncExternalStore } from "react";
import { isPermitted, type Permission } from "../../domain/roles.ts";
import { readSession } from "../browser/session.ts";

/**
 * Whether something is not for whoever looks. It is for everybody until that is known, and while a session
 * that has ended is begun again.
 */
export const useIsForbidden = (needs: Permission | undefined): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => isForbidden(needs),
    () => false,
  );

function isForbidden(needs: Permission | undefined): boolean {
  const role = readSession()?.user.role;
  return role !== undefined && !isPermitted(role, needs);
}
