import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import { get } from "./api.ts";
import { agencyKey } from "./session.ts";

/** Returns the shown features, in words that the first script copies to the page. */
export const readShown = (): string => localStorage.getItem(agencyKey("features")) ?? "";

const listShown = (features: Features): string =>
  Object.entries(features)
    .filter(([, isShown]) => isShown)
    .map(([name]) => name)
    .join(" ");

/** Keeps the agency's features for the next page. */
export const keepFeatures = (features: Features): void =>
  localStorage.setItem(agencyKey("features"), listShown(features));

/** Keeps what the first page after signing in shows around it, so that nothing there changes. */
export async function fetchAgency(): Promise<void> {
  await get<Shown>("/api/metadata").then(
    keepAgency,
    () => {}, // The next page asks again.
  );
}

interface Shown {
  metadata: Metadata;
  features: Features;
}

export function keepAgency({ metadata, features }: Shown): void {
  localStorage.setItem(agencyKey("agency"), JSON.stringify(metadata));
  keepFeatures(features);
}
