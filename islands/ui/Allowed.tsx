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
  /** What stands there until it is known who looks, where that is more than the title. */
  meanwhile?: ReactNode;
  children: ReactNode;
}

/** A screen for whoever has the permission; others read why not. Until it is known who looks, its title. */
export function Allowed({ permission, title, meanwhile, children }: Props) {
  const role = useSyncExternalStore(
    never,
    () => readSession()?.user.role,
    () => null,
  );
  if (role === null) return meanwhile ?? <PageHead title={title} />;
  return role && isPermitted(role, permission) ? (
    children
  ) : (
    <AccessDenied title={title} permission={permission} />
  );
}

/** Whoever has lost the role since signing in learns it from the server. */
export const isDenied = (failure: unknown): boolean =>
  failure instanceof Failure && failure.status === 403;

const never = () => () => {};

/** In place of a screen. Where the role has changed since signing in, the page starts again with it. */
export function AccessDenied({ title, permission }: Pick<Props, "permission" | "title">) {
  useEffect(() => {
    get<{ user: User }>("/api/auth/me").then(
      ({ user }) => {
        if (user.role === readSession()?.user.role) return;
        changeSession(user);
        location.reload();
      },
      () => {}, // The answer would change nothing: what is shown stays right.
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
