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
  /** Whether the person is a member of several agencies. */
  hasSeveral?: boolean;
}

/** The sessions of the person's other agencies, by slug. Each tab shows one agency. */
const OTHERS = "bahi-sessions";
const readOthers = (): Record<string, Session> => readStored(OTHERS) ?? {};

/** The session storage key for the slug of this tab's agency. */
const TAB = "bahi-tab";

/** Returns this tab's session; undefined if signed out, or if the stored value is invalid. */
export function readSession(): Session | undefined {
  const last = readLast();
  if (!last) return undefined;
  const slug = sessionStorage.getItem(TAB);
  return (slug === null ? undefined : findSession(slug)) ?? last;
}

/** Returns the session stored last, which a new tab begins with. */
function readLast(): Session | undefined {
  const stored = readStored<Session>(KEY);
  return stored?.token && stored.user ? stored : undefined;
}

/** Returns the person's session for an agency; undefined if this browser has none. */
export function findSession(agencySlug: string): Session | undefined {
  const last = readLast();
  if (last?.user.agencySlug === agencySlug) return last;
  const other = readOthers()[agencySlug];
  return other?.user.email === last?.user.email ? other : undefined;
}

export function storeSession({ token, user, agencies }: SignedIn): void {
  const before = readLast();
  const isSamePerson = before?.user.email === user.email;
  const others = isSamePerson ? { ...readOthers(), [before.user.agencySlug]: before } : {};
  storeOthers(others, user.agencySlug);
  sessionStorage.setItem(TAB, user.agencySlug);
  const hasSeveral = (agencies?.length ?? 0) > 1 || (isSamePerson && before.hasSeveral === true);
  const session: Session = {
    user,
    token,
    isAuthenticated: true,
    ...(hasSeveral && { hasSeveral }),
  };
  storeSeat(user);
  localStorage.removeItem(SIGNED_OUT);
  localStorage.setItem(KEY, JSON.stringify(session));
}

function storeOthers(sessions: Record<string, Session>, current: string): void {
  const { [current]: _, ...others } = sessions;
  if (Object.keys(others).length > 0) localStorage.setItem(OTHERS, JSON.stringify(others));
  else localStorage.removeItem(OTHERS);
}

/** Shows the agency with this slug in this tab. With several, it is the one offered at the next sign-in. */
export function setTab(slug: string): void {
  sessionStorage.setItem(TAB, slug);
  if (hasSeveralAgencies()) localStorage.setItem(LAST_AGENCY, JSON.stringify(slug));
}

export const hasSeveralAgencies = (): boolean => readSession()?.hasSeveral === true;

/** Returns a local storage key for this tab's agency. */
export const agencyKey = (name: AgencyStored): string =>
  `bahi-${name} ${readSession()?.user.agencySlug ?? ""}`;

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
  // A new token means that all others have ended.
  if (token) localStorage.removeItem(OTHERS);
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
  for (const key of [KEY, OTHERS]) localStorage.removeItem(key);
  sessionStorage.removeItem(TAB);
  for (const key of Object.keys(localStorage)) {
    if (OF_AGENCIES.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
}

const STORED = ["agency", "features", "unpaid", "waiting", "tasks", "locked", "views"] as const;
type AgencyStored = (typeof STORED)[number];
const OF_AGENCIES = STORED.map((name) => `bahi-${name} `);

/** Ends the session here if the server or another tab has ended it. */
export function endSession(): void {
  if (hasSignedOut()) {
    leave();
    return;
  }
  forget();
  if (SESSION_ENDED.send()) return;
  leaveWith("Your session has ended. Sign in to continue.");
}

/** Ends the sessions here, and shows why on the sign-in page. */
export function leaveWith(message: string): void {
  forget();
  showToastAfterNavigation("info", message);
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
