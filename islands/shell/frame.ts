import type { Metadata } from "../../domain/agency.ts";
import { get, send } from "../browser/api.ts";
import { followSession, signOut } from "../browser/session.ts";
import { changeLook } from "../browser/settings.ts";
import { keepAgency } from "./identity.ts";

// What the sidebar and the header do. They are plain HTML of the shell, the same on every page.

/** Wakes the frame around a page for the signed in. */
export function wakeFrame(): void {
  followSession();
  on("collapse", toggleSidebar);
  on("expand", toggleSidebar);
  on("theme", switchTheme);
  on("density", () => changeLook({ density: isSet("density") ? undefined : "compact" }));
  on("logout", logOut);
  on("open-drawer", openDrawer);
  nameToggles();
  window.addEventListener("keydown", (event) => {
    if (event.key === "[" && isFree(event)) toggleSidebar();
  });
  get<{ metadata: Metadata }>("/api/metadata").then(
    ({ metadata }) => keepAgency(metadata),
    () => {}, // What was known last time stays; the specification wants no message here.
  );
}

/** A single-letter key is for the page only where nothing is being typed and no dialog is open. */
export function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  const isTyping = element.closest?.("input, select, textarea, [contenteditable]");
  return !isTyping && !ctrlKey && !metaKey && !altKey && !document.querySelector("dialog[open]");
}

function on(action: string, run: () => void): void {
  for (const button of document.querySelectorAll(`[data-action="${action}"]`)) {
    button.addEventListener("click", run);
  }
}

const isSet = (name: string) => document.documentElement.dataset[name] !== undefined;

function toggleSidebar(): void {
  changeLook({ nav: isSet("nav") ? undefined : "collapsed" });
  nameToggles();
}

function switchTheme(): void {
  changeLook({ theme: isDark() ? "light" : "dark" });
  nameToggles();
  dispatchEvent(new Event("themechange"));
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A switch says what it will do, so its name changes with each press. */
function nameToggles(): void {
  const theme = isDark() ? "Switch to light theme" : "Switch to dark theme";
  for (const button of document.querySelectorAll<HTMLElement>('[data-action="theme"]')) {
    const text = button.querySelector("span");
    if (text) text.textContent = theme;
    else button.setAttribute("aria-label", theme);
    button.querySelector("use")?.setAttribute("href", isDark() ? "#i-sun" : "#i-moon");
  }
  const collapse = document.querySelector('[data-action="collapse"]');
  collapse?.setAttribute("aria-expanded", String(!isSet("nav")));
}

/** The token is only worth something here, so nobody waits for the server to say goodbye. */
function logOut(): void {
  send("POST", "/api/auth/logout").catch(() => {});
  signOut();
}

/** On a phone the sidebar itself moves into a dialog, which keeps the focus inside. */
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
  // Braces: a handler that answers false would cancel every click inside.
  drawer.onclick = ({ target }) => {
    if (target === drawer) close();
  };
  drawer.onclose = () => {
    home.prepend(sidebar);
    wide.removeEventListener("change", close);
  };
}
