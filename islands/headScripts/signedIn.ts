import { openAgency } from "../browser/agencyAddress.ts";
import { readShown } from "../browser/agencyStored.ts";
import { withPeriod } from "../browser/period.ts";
import { positionHeaders } from "../browser/position.ts";
import { agencyKey, readSession } from "../browser/session.ts";
import { showLook } from "../browser/settings.ts";
import { forgiveSkippedFades } from "../browser/transitions.ts";
import { callsFor } from "../ui/listChoices.ts";

// Inline script of every page for signed-in users, which runs before the first paint. The HTML is the same
// for everyone, so this script redirects strangers, and starts the page's first calls while its island
// loads.

declare global {
  interface Window {
    /** The calls already started, by URL. Each is used once. */
    firstCalls?: Map<string, Promise<Response>>;
    /** Keys pressed before hydration, until listening ends. */
    early?: { keys: KeyboardEvent[]; listening: AbortController };
  }
}

const page = document.documentElement;
const session = openAgency();
showLook();
forgiveSkippedFades();

const early = { keys: [] as KeyboardEvent[], listening: new AbortController() };
window.early = early;
const { signal } = early.listening;
document.addEventListener("keydown", (event) => early.keys.push(event), { signal });

if (session) {
  page.dataset.role = session.user.role;
  page.style.setProperty("--tasks", localStorage.getItem(agencyKey("tasks")) ?? "1");
  page.dataset.features = readShown();
  page.toggleAttribute("data-waiting", localStorage.getItem(agencyKey("waiting")) !== null);
  const { calls = "", period, roles } = (document.currentScript as HTMLScriptElement).dataset;
  const usual = period === "year" ? "thisFY" : "thisMonth";
  const search = period ? withPeriod(location.search, usual) : location.search;
  if (search !== location.search) history.replaceState(null, "", search + location.hash);

  const headers = { authorization: `Bearer ${session.token}`, ...positionHeaders() };
  window.firstCalls = new Map();
  // The server would refuse these calls: the user lacks the permission, or the period lacks an end.
  const isAllowed = !roles || roles.split(" ").includes(session.user.role);
  const params = new URLSearchParams(location.search);
  const lacksEnd = period === "whole" && !(params.get("dateFrom") && params.get("dateTo"));
  const [, , id = ""] = location.pathname.split("/");
  for (const wanted of isAllowed ? calls.split(" ").filter(Boolean) : []) {
    // A call that ends in `?` takes the page's own query string.
    if (lacksEnd && wanted.endsWith("?")) continue;
    const call = wanted.replace(":id", id);
    const url = call.endsWith("?") ? call.slice(0, -1) + callsFor(location.search)[0] : call;
    const answer = fetch(url, { headers });
    answer.catch(() => {}); // Handled where the response is used.
    window.firstCalls.set(url, answer);
  }
} else if (!readSession()) {
  page.hidden = true;
  location.replace("/login");
}
