import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import type { SignedIn } from "../../domain/agencies/team.ts";
import { keepAgency } from "./agencyStored.ts";
import {
  chooseAgency,
  findSession,
  hasSeveralAgencies,
  readSession,
  type Session,
  setTab,
} from "./session.ts";
import { showToastAfterNavigation } from "./toasts.ts";

// The agency in the address, `?agency=indigo-studio`, so that tabs can show different agencies side by side.
// It is added once this browser has sessions for several.

const readAgency = () => new URLSearchParams(location.search).get("agency");

/**
 * Opens the agency that the address names in this tab. Returns its session, or undefined if the user is
 * signed out, or while it is fetched; the page then reloads.
 */
export function openAgency(): Session | undefined {
  const before = readSession();
  if (!before) return undefined;
  const named = readAgency();
  const session = named ? findSession(named) : before;
  if (named && !session) {
    document.documentElement.hidden = true;
    void switchTo(named, before.token);
    return undefined;
  }
  if (!session) return undefined;
  const { agencySlug } = session.user;
  setTab(agencySlug);
  if (hasSeveralAgencies()) keepInAddress(agencySlug);
  return session;
}

async function switchTo(agencySlug: string, token: string): Promise<void> {
  const answer = await call("/api/auth/switch", token, { agencySlug });
  if (answer?.ok) {
    const signedIn: SignedIn = await answer.json();
    chooseAgency(signedIn);
    // The frame of the next page shows them.
    const known = await call("/api/metadata", signedIn.token);
    if (known?.ok) keepAgency((await known.json()) as { metadata: Metadata; features: Features });
  } else {
    history.replaceState(null, "", location.pathname + searchFor(undefined) + location.hash);
    showToastAfterNavigation("error", `You are not a member of “${agencySlug}”.`);
  }
  location.reload();
}

/** Returns undefined if the server cannot be reached. */
const call = (url: string, token: string, body?: object): Promise<Response | undefined> =>
  fetch(url, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  }).catch(() => undefined);

/** Adds the agency to the address, and to links of the app as they are pressed or focused. */
function keepInAddress(agencySlug: string): void {
  if (readAgency() !== agencySlug) {
    history.replaceState(null, "", searchFor(agencySlug) + location.hash);
  }
  const mark = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || link.origin !== location.origin || OTHER_PAGES.test(link.pathname)) return;
    const { pathname, search, hash } = link;
    if (new URLSearchParams(search).has("agency")) return;
    link.setAttribute("href", pathname + searchFor(agencySlug, search) + hash);
  };
  for (const event of ["pointerdown", "focusin", "click"]) {
    document.addEventListener(event, mark, { capture: true });
  }
}

/** Shared documents, the API and its documentation. */
const OTHER_PAGES = /^\/(s|api|docs|assets)(\/|$)/;

function searchFor(agencySlug: string | undefined, search = location.search): string {
  const params = new URLSearchParams(search);
  if (agencySlug) params.set("agency", agencySlug);
  else params.delete("agency");
  return params.size > 0 ? `?${params}` : "";
}
