import { useSyncExternalStore } from "react";
import { isPermitted, type Permission } from "../../domain/roles.ts";
import { readSession } from "../browser/session.ts";

/**
 * Returns whether the user lacks the permission. False until the role is known, and while the user signs in
 * again after the session ended.
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
