import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { User } from "../../domain/agencies/team.ts";
import { isPermitted, PERMISSIONS, type Permission } from "../../domain/roles.ts";
import { Failure, get } from "../browser/api.ts";
import { changeSession, readSession } from "../browser/session.ts";
import { LinkButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { PageHead } from "./Page.tsx";

interface Props {
  permission: Permission;
  title: string;
  /** Shown until the user's role is known, if more than the title. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Shows a screen to users with the permission, and the reason to others. Shows the title until the role is
 * known.
 */
export function Allowed({ permission, title, fallback, children }: Props) {
  const role = useSyncExternalStore(
    never,
    () => readSession()?.user.role,
    () => null,
  );
  if (role === null) return fallback ?? <PageHead title={title} />;
  return role && isPermitted(role, permission) ? (
    children
  ) : (
    <AccessDenied title={title} permission={permission} />
  );
}

/** Returns whether the server refused because the user has lost the role since signing in. */
export const isDenied = (failure: unknown): boolean =>
  failure instanceof Failure && failure.status === 403;

const never = () => () => {};

/** Shown instead of a screen. Reloads the page if the user's role has changed since signing in. */
export function AccessDenied({ title, permission }: Pick<Props, "permission" | "title">) {
  useEffect(() => {
    get<{ user: User }>("/api/auth/me").then(
      ({ user }) => {
        if (user.role === readSession()?.user.role) return;
        changeSession(user);
        location.reload();
      },
      () => {}, // If the check fails, the current page is still right.
    );
  }, []);
  return (
    <>
      <PageHead title={title} />
      <section className="panel empty" aria-label="Access Denied">
        <Icon name="lock" />
        <h2>Access Denied</h2>
        <p>{PERMISSIONS[permission]}</p>
        <p className="soft">Ask an owner of your agency.</p>
        <LinkButton label="Go to Dashboard" href="/dashboard" />
      </section>
    </>
  );
}
