import { BEGUN_BY_OPENING, type Feature, type Features } from "../../domain/agencies/features.ts";
import { keepFeatures, readShown } from "../browser/agencyStored.ts";
import { send } from "../browser/api.ts";
import { agencyKey, can, readSession } from "../browser/session.ts";
import { readStored } from "../browser/stored.ts";

/** Keeps the agency's features and shows their entries and tabs. */
export function storeFeatures(features: Features): void {
  keepFeatures(features);
  document.documentElement.dataset.features = readShown();
  markNewEntries();
}

/** Switches features on or off, and shows what that changes. */
export async function switchFeatures(changes: { [F in Feature]?: boolean }): Promise<Features> {
  const { features } = await send<{ features: Features }>("PUT", "/api/features", changes);
  storeFeatures(features);
  return features;
}

/** Begins to use a feature if an owner opens its page for the first time. */
export function beginByOpening(features: Features): void {
  const begun = BEGUN_BY_OPENING.find(
    ({ feature, paths }) =>
      features[feature] === null &&
      paths.some((path) => `${location.pathname}/`.startsWith(`${path}/`)),
  );
  if (!begun || !can("manage metadata")) return;
  // The next page shows it. Here the entry of the page itself is visible anyway, and nothing moves.
  send<{ features: Features }>("PUT", "/api/features", { [begun.feature]: true }).then(
    ({ features }) => keepFeatures(features),
    () => {}, // Tried again on the next visit.
  );
}

/** Marks the entries that appeared since the first visit and were not opened yet. */
export function markNewEntries(): void {
  const user = readSession()?.user;
  const shown = localStorage.getItem(agencyKey("features"))?.split(" ");
  if (!user || !shown) return;
  const key = `bahi-opened ${user.agencySlug}`;
  const items = [...document.querySelectorAll<HTMLAnchorElement>("[data-feature] > .nav-item")];
  const isShown = (item: HTMLElement) => shown.includes(item.parentElement?.dataset.feature ?? "");
  const known = readStored<string[]>(key) ?? items.filter(isShown).map(({ pathname }) => pathname);
  const current = items.filter((item) => item.ariaCurrent).map(({ pathname }) => pathname);
  const opened = [...new Set([...known, ...current])];
  localStorage.setItem(key, JSON.stringify(opened));
  for (const item of items) {
    const dot = item.querySelector<HTMLElement>("[data-new]");
    if (dot) dot.hidden = opened.includes(item.pathname);
  }
}
