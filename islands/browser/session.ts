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

export function storeSession({ token, user }: SignedIn): void {
  if (readSession()?.user.agencySlug !== user.agencySlug) forgetAgency();
  const session: Session = { user, token, isAuthenticated: true };
  storeSeat(user);
  localStorage.removeItem(SIGNED_OUT);
  localStorage.setItem(KEY, JSON.stringify(session));
}

const SEATS = "bahi-seats";

/** By email, the memberships under which somebody worked in this browser: each has drafts of its own. */
type Seats = Record<string, string[]>;
const readSeats = (): Seats => readStored<Seats>(SEATS) ?? {};
const toSeat = ({ agencySlug, _id }: User) => `${agencySlug} ${_id}`;

function storeSeat(user: User): void {
  const seats = readSeats();
  const own = new Set(seats[user.email]).add(toSeat(user));
  localStorage.setItem(SEATS, JSON.stringify({ ...seats, [user.email]: [...own] }));
}

const DRAFT = "bahi-draft";

/** The local storage key of a draft of the signed-in user. */
export const draftKey = (noun: string, of: string): string => {
  const user = readSession()?.user;
  return `${DRAFT} ${user ? toSeat(user) : " "} ${noun} ${of}`;
};

/** Removes all drafts of a person, in every agency that they worked in here. */
function forgetDrafts(user: User): void {
  const { [user.email]: own = [], ...others } = readSeats();
  const prefixes = [...own, toSeat(user)].map((seat) => `${DRAFT} ${seat} `);
  for (const key of Object.keys(localStorage)) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
  localStorage.setItem(SEATS, JSON.stringify(others));
}

const LAST_AGENCY = "bahi-last-agency";

/** The agency that somebody of several has chosen here last, by its slug; kept when they sign out. */
export const lastAgency = (): string | undefined => readStored<string>(LAST_AGENCY);

/** The session of an agency that was chosen among several. */
export function chooseAgency(signedIn: SignedIn): void {
  storeSession(signedIn);
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
  storeSession({ token: token ?? session.token, user: { ...session.user, ...user } });
}

const SIGNED_OUT = "bahi-signed-out";

/** Whether the session was ended by *Log out*, here or in another tab, and not by the server. */
export const hasSignedOut = (): boolean =>
  localStorage.getItem(SIGNED_OUT) !== null && !readSession();

/** Logs out: forgets the session and the user's drafts. Every tab goes to the sign-in page. */
export function signOut(): void {
  const user = readSession()?.user;
  if (user) forgetDrafts(user);
  // Other tabs are to know why the session is gone by the time they see that it is.
  localStorage.setItem(SIGNED_OUT, "");
  forget();
  leave();
}

/** The page is hidden first, so that Back cannot show it while it goes away again. */
function leave(): void {
  document.documentElement.hidden = true;
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

/** Ends the session here if the server or another tab has ended it. */
export function endSession(): void {
  if (hasSignedOut()) {
    leave();
    return;
  }
  forget();
  if (!dispatchEvent(new Event(SESSION_ENDED, { cancelable: true }))) return;
  showToastAfterNavigation("info", "Your session has ended. Sign in to continue.");
  leave();
}

/** Sends a member to their profile whose agency requires a second factor that they have not used. */
export function goToProfile(message: string): void {
  if (location.pathname === "/profile") return;
  showToastAfterNavigation("info", message);
  location.replace("/profile");
}

/**
 * Follows what other tabs do: one may log out, or sign in as another user. A page that Back restores as it
 * was left is not shown without its session, whatever ended it.
 */
export function followSession(): void {
  const id = readSession()?.user._id;
  const look = () => {
    const now = readSession();
    if (!now) endSession();
    else if (now.user._id !== id) reload();
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === KEY || key === SIGNED_OUT) look();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !readSession()) leave();
    else if (persisted) look();
  });
}

function reload(): void {
  document.documentElement.hidden = true;
  location.reload();
}
