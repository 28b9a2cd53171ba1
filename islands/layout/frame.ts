import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import type { Locks } from "../../domain/agencies/locks.ts";
import type { View } from "../../domain/agencies/views.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import { endToken, get } from "../browser/api.ts";
import { closingMonth } from "../browser/closing.ts";
import { currentStep, endStep } from "../browser/firstSteps.ts";
import { isFree } from "../browser/keys.ts";
import { storeLocks } from "../browser/lock.ts";
import { NOW_WAITS, SAVED, THEME_CHANGED } from "../browser/pageEvents.ts";
import { readPeriod } from "../browser/period.ts";
import { commentedHere, historyHere } from "../browser/record.ts";
import { followSession, signOut } from "../browser/session.ts";
import { changeLook } from "../browser/settings.ts";
import { showToast } from "../browser/toasts.ts";
import { openLinkedThread, openThread } from "../comments/openThread.ts";
import { wakeAgencies } from "./agencies.ts";
import { beginByOpening, storeFeatures } from "./features.ts";
import { storeAgency, storeCount } from "./identity.ts";
import { followNotifications } from "./notificationCount.ts";
import { openView, readViews, storeViews, viewAddress } from "./views.ts";

// The behaviour of the sidebar and the header. Their HTML is the same on every page.

/** Starts the frame around a page for signed-in users. */
export function wakeFrame(): void {
  followSession();
  on("collapse", toggleSidebar);
  on("expand", toggleSidebar);
  on("theme", switchTheme);
  on("density", () => changeLook({ density: isSet("density") ? undefined : "compact" }));
  on("logout", logOut);
  wakeAgencies();
  on("open-drawer", openDrawer);
  nameToggles();
  on("palette", () => openOver("palette"));
  on("keys", () => openOver("keys"));
  on("notifications", () => openOver("notifications"));
  on("single-keys", () => {
    changeLook({ keys: isSet("keys") ? undefined : "off" });
    nameToggles();
  });
  followConnection();
  carryPeriod();
  followClosing();
  addEventListener("popstate", carryPeriod);
  addEventListener("hashchange", openLinkedThread);
  openLinkedThread();
  window.addEventListener("keydown", onKey, true);
  // Shortcuts such as "g t", pressed before this script ran.
  for (const event of window.early?.keys ?? []) onKey(event);
  get<{ metadata: Metadata; features: Features }>("/api/metadata").then(
    ({ metadata, features }) => {
      storeAgency(metadata);
      storeFeatures(features);
      beginByOpening(features);
    },
    () => {}, // The last known value stays; the specification wants no message here.
  );
  get<Locks>("/api/locks").then(
    storeLocks,
    () => {}, // The server enforces locks anyway.
  );
  get<InvoiceList>("/api/invoices?status=UNPAID&limit=1").then(
    ({ total }) => storeCount("unpaid", total),
    () => {}, // No message for an unknown count either.
  );
  followNotifications();
  get<{ views: View[] }>("/api/views").then(
    ({ views }) => storeViews(views),
    () => {}, // The stored views stay.
  );
  countWaiting();
  SAVED.listen(() => isSet("waiting") && countWaiting());
  NOW_WAITS.listen(countWaiting);
}

/** Updates the count of payments waiting for approval after each save. */
function countWaiting(): void {
  get<{ total: number }>("/api/approvals?state=waiting&limit=1").then(
    ({ total }) => storeCount("waiting", total),
    () => {},
  );
}

// `g`, then the first letter of a screen, within 1.5 seconds.
const GO: Record<string, string> = {
  d: "/dashboard",
  t: "/transactions",
  b: "/banking",
  r: "/receipts",
  i: "/invoices",
  c: "/clients",
  p: "/bills",
  v: "/vendors",
  x: "/gst",
  m: "/settings/masters",
  l: "/settings/locks",
  o: "/close",
};
const GO_MS = 1500;
let wentAt = Number.NEGATIVE_INFINITY;

function onKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openOver("palette");
    return;
  }
  if (!isFree(event)) return;
  const isGoing = event.timeStamp - wentAt < GO_MS;
  const path = isGoing ? GO[event.key] : undefined;
  const view = isGoing ? readViews()[Number(event.key) - 1] : undefined;
  wentAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
  if (view) {
    openView(view);
    location.href = viewAddress(view);
  } else if (path) {
    event.stopImmediatePropagation();
    location.href = findNavItem(path)?.href ?? path;
  } else if (isGoing && event.key === "u") {
    event.stopImmediatePropagation();
    openOver("notifications");
  } else if (event.key === "[") toggleSidebar();
  else if (event.key === "?") openOver("keys");
  else if (event.key === "h") {
    const address = historyHere();
    if (address) location.href = address;
  } else if (event.key === "c" || event.key === "q") {
    const record = commentedHere();
    if (record) openThread(record, event.key === "q");
  }
}

const findNavItem = (path: string) =>
  document.querySelector<HTMLAnchorElement>(`.nav-item[href^="${path}"]`);

const WITH_PERIOD = ["/dashboard", "/transactions"];

/** Keeps the period on links between these screens, unless it is the default, this month. */
function carryPeriod(): void {
  if (!WITH_PERIOD.includes(location.pathname)) return;
  const { dateFrom, dateTo, preset } = readPeriod(location.search);
  const isOwn = preset !== "thisMonth" && dateFrom !== "" && dateTo !== "";
  const period: Record<string, string> =
    preset === "custom" ? { dateFrom, dateTo, preset } : { preset };
  for (const path of WITH_PERIOD) {
    findNavItem(path)?.setAttribute(
      "href",
      isOwn ? `${path}?${new URLSearchParams(period)}` : path,
    );
  }
}

/** Shows the bar to the checklist while a month is being closed. */
function followClosing(): void {
  const month = closingMonth();
  if (!month) followFirstSteps();
  if (!month || location.pathname === "/close") return;
  import("./CloseBar.tsx").then(
    ({ showCloseBar }) => showCloseBar(month),
    () => {}, // The page works without it.
  );
}

/** Shows the way back to the first steps on the page of one. The dashboard shows all of them. */
function followFirstSteps(): void {
  const step = currentStep();
  if (location.pathname === "/dashboard") endStep();
  else if (step) {
    import("./StepBar.tsx").then(
      ({ showStepBar }) => showStepBar(step),
      () => {}, // The sidebar leads back, too.
    );
  }
}

/** Loads the palette, the list of shortcuts and the notifications on first use. */
function openOver(name: "keys" | "notifications" | "palette"): void {
  if (document.querySelector("dialog[open]")) return;
  import("./Over.tsx").then(
    ({ openOver }) => openOver(name),
    () => showToast("error", "Could not reach the server. Try again."),
  );
}

function on(action: string, run: () => void): void {
  for (const button of document.querySelectorAll(`[data-action="${action}"]`)) {
    button.addEventListener("click", run);
  }
}

const isSet = (name: string) => document.documentElement.dataset[name] !== undefined;

const isCollapsed = () => document.documentElement.dataset.nav === "collapsed";

function toggleSidebar(): void {
  changeLook({ nav: isCollapsed() ? "open" : "collapsed" });
  nameToggles();
}

function switchTheme(): void {
  changeLook({ theme: isDark() ? "light" : "dark" });
  nameToggles();
  THEME_CHANGED.send();
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Updates the name of each switch, which describes its next action. */
function nameToggles(): void {
  const theme = isDark() ? "Switch to light theme" : "Switch to dark theme";
  for (const button of document.querySelectorAll<HTMLElement>('[data-action="theme"]')) {
    const text = button.querySelector("span");
    if (text) text.textContent = theme;
    else button.setAttribute("aria-label", theme);
    button.querySelector("use")?.setAttribute("href", isDark() ? "#i-sun" : "#i-moon");
  }
  const keys = document.querySelector('[data-action="single-keys"] span');
  if (keys)
    keys.textContent = isSet("keys")
      ? "Turn single-key shortcuts on"
      : "Turn single-key shortcuts off";
  const collapse = document.querySelector('[data-action="collapse"]');
  collapse?.setAttribute("aria-expanded", String(!isCollapsed()));
}

function followConnection(): void {
  const showConnection = () => {
    const notice = document.querySelector<HTMLElement>("[data-offline]");
    if (notice) notice.hidden = navigator.onLine;
  };
  window.addEventListener("offline", showConnection);
  window.addEventListener("online", showConnection);
  showConnection();
}

function logOut(): void {
  endToken();
  signOut();
}

/** On a phone the sidebar moves into a dialog, which traps the focus. */
function openDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>("#drawer");
  const sidebar = document.querySelector<HTMLElement>(".side");
  const home = sidebar?.parentElement;
  if (!drawer || !sidebar || !home) return;

  const wide = matchMedia("(min-width: 48rem)");
  const close = () => drawer.close();
  drawer.append(sidebar);
  drawer.showModal();
  wide.addEventListener("change", close);
  // Braces, because a handler that returns false would cancel every click inside.
  drawer.onclick = ({ target }) => {
    if (target === drawer) close();
  };
  drawer.onclose = () => {
    home.prepend(sidebar);
    wide.removeEventListener("change", close);
  };
}
