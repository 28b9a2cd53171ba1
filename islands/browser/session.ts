import type { SignedIn, User } from "../../domain/agencies/team.ts";
import { isPermitted, type Permission } from "../../domain/roles.ts";
import { readStored } from "./stored.ts";
import { showToastAfterNavigation } from "./toasts.ts";

const KEY = "auth-storage";

/** Who is signed in, as local storage keeps it under `auth-storage`. */
export interface Session {
  user: User;
  token: string;
  isAuthenticated: true;
}

/** The present session; undefined for the signed out, and where what is stored makes no sense. */
export function readSession(): Session | undefined {
  const stored = readStored<Session>(KEY);
  return stored?.token && stored.user ? stored : undefined;
}

export function keepSession({ token, user }: SignedIn): void {
  if (readSession()?.user.agencySlug !== user.agencySlug) forgetAgency();
  const session: Session = { user, token, isAuthenticated: true };
  localStorage.setItem(KEY, JSON.stringify(session));
}

const LAST_AGENCY = "bahi-last-agency";

/** The agency that somebody of several has chosen here last, by its slug; kept when they sign out. */
export const lastAgency = (): string | undefined => readStored<string>(LAST_AGENCY);

/** The session of an agency that was chosen among several. */
export function chooseAgency(signedIn: SignedIn): void {
  keepSession(signedIn);
  localStorage.setItem(LAST_AGENCY, JSON.stringify(signedIn.user.agencySlug));
}

/** Whether the signed-in user may do it, by the table of roles; the server asks that table again. */
export function can(permission: Permission): boolean {
  const role = readSession()?.user.role;
  return role !== undefined && isPermitted(role, permission);
}

/** What has become known of the user since, and the token that goes on where the one before has ended. */
export function changeSession(user: Partial<User>, token?: string): void {
  const session = readSession();
  if (!session) return;
  keepSession({ token: token ?? session.token, user: { ...session.user, ...user } });
}

/** Forgets who was signed in and what was kept for them, and goes to the sign-in page. */
export function signOut(): void {
  forget();
  location.replace("/login");
}

function forget(): void {
  localStorage.removeItem(KEY);
  forgetAgency();
}

function forgetAgency(): void {
  for (const key of ["bahi-agency", "bahi-unpaid", "bahi-waiting", "bahi-tasks", "bahi-locked"]) {
    localStorage.removeItem(key);
  }
}

/**
 * Told to the window before it goes to the sign-in page; whoever prevents that lets one sign in again here.
 */
export const SESSION_ENDED = "bahi-session-ended";

/** The server knows the session no more, or another tab has ended it. */
export function endSession(): void {
  forget();
  if (!dispatchEvent(new Event(SESSION_ENDED, { cancelable: true }))) return;
  showToastAfterNavigation("info", "Your session has ended. Sign in to go on.");
  location.replace("/login");
}

/** Another tab may sign out, or sign in as somebody else; a page brought back by the Back button, too. */
export function followSession(): void {
  const id = readSession()?.user._id;
  const look = () => {
    const now = readSession();
    if (!now) endSession();
    else if (now.user._id !== id) location.reload();
  };
  window.addEventListener("storage", ({ key }) => (key === KEY || key === null) && look());
  window.addEventListener("pageshow", ({ persisted }) => persisted && look());
}
