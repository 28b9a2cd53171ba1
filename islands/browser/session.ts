import type { SignedIn, User } from "../../domain/agencies/team.ts";
import { isPermitted, type Permission } from "../../domain/roles.ts";
import { SESSION_ENDED } from "./pageEvents.ts";
import { readStored } from "./stored.ts";
import { showToastAfterNavigation } from "./toasts.ts";

const KEY = "auth-storage";

/** The signed-in user, stored in local storage under `auth-storage`. */
export interface Session {
  user: User;
  token: string;
  isAuthenticated: true;
}

/** Returns the current session; undefined if signed out, or if the stored value is invalid. */
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

/** The memberships used in this browser, by email. Each has its own drafts. */
type Seats = Record<string, string[]>;
const readSeats = (): Seats => readStored<Seats>(SEATS) ?? {};
const toSeatKey = ({ agencySlug, _id }: User) => `${agencySlug} ${_id}`;

function storeSeat(user: User): void {
  const seats = readSeats();
  const own = new Set(seats[user.email]).add(toSeatKey(user));
  localStorage.setItem(SEATS, JSON.stringify({ ...seats, [user.email]: [...own] }));
}

const DRAFT = "bahi-draft";

/** Returns the local storage key of the signed-in user's draft. */
export const draftKey = (noun: string, of: string): string => {
  const user = readSession()?.user;
  return `${DRAFT} ${user ? toSeatKey(user) : " "} ${noun} ${of}`;
};

/** Removes all drafts of a user, in every agency used in this browser. */
function forgetDrafts(user: User): void {
  const { [user.email]: own = [], ...others } = readSeats();
  const prefixes = [...own, toSeatKey(user)].map((seat) => `${DRAFT} ${seat} `);
  for (const key of Object.keys(localStorage)) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
  localStorage.setItem(SEATS, JSON.stringify(others));
}

const LAST_AGENCY = "bahi-last-agency";

/** Returns the slug of the agency last chosen by a user with several. It survives signing out. */
export const lastAgency = (): string | undefined => readStored<string>(LAST_AGENCY);

/** Starts the session of the agency chosen among several. */
export function chooseAgency(signedIn: SignedIn): void {
  storeSession(signedIn);
  localStorage.setItem(LAST_AGENCY, JSON.stringify(signedIn.user.agencySlug));
}

/** Returns whether the user has the permission, from the same table of roles that the server checks. */
export function can(permission: Permission): boolean {
  const role = readSession()?.user.role;
  return role !== undefined && isPermitted(role, permission);
}

/** Updates the stored user, and the token after the old one has ended. */
export function changeSession(user: Partial<User>, token?: string): void {
  const session = readSession();
  if (!session) return;
  storeSession({ token: token ?? session.token, user: { ...session.user, ...user } });
}

const SIGNED_OUT = "bahi-signed-out";

/** Returns whether *Log out* ended the session, here or in another tab, and not the server. */
export const hasSignedOut = (): boolean =>
  localStorage.getItem(SIGNED_OUT) !== null && !readSession();

/** Logs out: deletes the session and the user's drafts. Every tab goes to the sign-in page. */
export function signOut(): void {
  const user = readSession()?.user;
  if (user) forgetDrafts(user);
  // Stored first, so that other tabs know the reason when they see that the session is gone.
  localStorage.setItem(SIGNED_OUT, "");
  forget();
  leave();
}

/** Hides the page first, so that Back cannot show it for a moment. */
function leave(): void {
  document.documentElement.hidden = true;
  location.replace("/login");
}

function forget(): void {
  localStorage.removeItem(KEY);
  forgetAgency();
}

const OF_AGENCY = ["agency", "features", "unpaid", "waiting", "tasks", "locked", "views"].map(
  (name) => `bahi-${name}`,
);

function forgetAgency(): void {
  for (const key of OF_AGENCY) localStorage.removeItem(key);
}

/** Ends the session here if the server or another tab has ended it. */
export function endSession(): void {
  if (hasSignedOut()) {
    leave();
    return;
  }
  forget();
  if (SESSION_ENDED.send()) return;
  showToastAfterNavigation("info", "Your session has ended. Sign in to continue.");
  leave();
}

/** Sends a member to their profile, if their agency requires a second factor that they have not used. */
export function goToProfile(message: string): void {
  if (location.pathname === "/profile") return;
  showToastAfterNavigation("info", message);
  location.replace("/profile");
}

/**
 * Follows other tabs that log out or sign in as another user. A page restored by Back is not shown without
 * its session.
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
