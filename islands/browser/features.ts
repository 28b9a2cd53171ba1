import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import { get } from "./api.ts";

/** The local storage key for the shown features, in words that the first script copies to the page. */
export const FEATURES_KEY = "bahi-features";

const listShown = (features: Features): string =>
  Object.entries(features)
    .filter(([, isShown]) => isShown)
    .map(([name]) => name)
    .join(" ");

/** Keeps the agency's features for the next page. */
export const keepFeatures = (features: Features): void =>
  localStorage.setItem(FEATURES_KEY, listShown(features));

/** The local storage key for the agency's details. */
export const AGENCY_KEY = "bahi-agency";

/** Keeps what the first page after signing in shows around it, so that nothing there changes. */
export async function fetchAgency(): Promise<void> {
  await get<{ metadata: Metadata; features: Features }>("/api/metadata").then(
    ({ metadata, features }) => {
      localStorage.setItem(AGENCY_KEY, JSON.stringify(metadata));
      keepFeatures(features);
    },
    () => {}, // The next page asks again.
  );
}
