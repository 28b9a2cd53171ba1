import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Constitution } from "../../domain/agencies/constitution.ts";
import { groupIndian } from "../../domain/money.ts";
import { toInitials } from "../../domain/names.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { agencyKey, readSession } from "../browser/session.ts";
import { readStored } from "../browser/stored.ts";

const COUNTS = ["unpaid", "waiting"] as const;

/** Fills the stored user and agency into every element with `data-fill`. */
export function fillIdentity(): void {
  const user = readSession()?.user;
  if (!user) return;

  const agency = readStored<Metadata>(agencyKey("agency"));
  const agencyName = agency?.agencyName || user.agencyName || "Your Agency";
  fill("user-name", user.name);
  fill("user-email", user.email);
  fill("user-role", ROLE_NAMES[user.role]);
  fill("user-initials", toInitials(user.name));
  fill("agency-name", agencyName);
  fill("agency-initial", agencyName.slice(0, 1).toUpperCase());
  fill("agency-place", agency && splitLines(agency.location).join(", "));
  fill("agency-phone", agency?.contactNumber);
  fill("agency-gst", agency?.gstNumber);
  for (const name of COUNTS) {
    const count = localStorage.getItem(agencyKey(name));
    fill(name, count ?? "");
    fill(`${name}-said`, count ? ` ${name}` : "");
  }
  offer("agency-place", agency && !agency.location);
  offer("agency-gst", agency && !agency.gstNumber);
  showLogo(agency?.logoUrl);
}

/** Shows the link to a detail that is known to be missing. */
function offer(name: string, isMissing: boolean | undefined): void {
  for (const link of document.querySelectorAll<HTMLElement>(`[data-add="${name}"]`)) {
    link.hidden = !isMissing;
  }
}

/** Stores the number of unpaid invoices, or of payments waiting for an owner. */
export function storeCount(name: (typeof COUNTS)[number], count: number): void {
  if (count > 0) localStorage.setItem(agencyKey(name), groupIndian(count));
  else localStorage.removeItem(agencyKey(name));
  document.documentElement.toggleAttribute(`data-${name}`, count > 0);
  fillIdentity();
}

/** Returns the agency's stored legal form. */
export const readLegalForm = (): Constitution =>
  readStored<Metadata>(agencyKey("agency"))?.constitution ?? "PROPRIETOR";

export function storeAgency(agency: Metadata): void {
  localStorage.setItem(agencyKey("agency"), JSON.stringify(agency));
  fillIdentity();
}

/** Hides an unknown value together with its label. */
function fill(name: string, text: string | undefined): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-fill="${name}"]`)) {
    place.textContent = text ?? "";
    const label = place.closest<HTMLElement>("[data-fact]");
    if (label) label.hidden = !text;
  }
}

function showLogo(url: string | undefined): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>("[data-logo]")) {
    picture.hidden = !url;
    if (url && picture.getAttribute("src") !== url) picture.src = url;
  }
}

const splitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
