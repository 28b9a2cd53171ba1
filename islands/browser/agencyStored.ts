import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import { agencyKey, hasSeveralAgencies } from "./session.ts";

/** Returns the shown features, and `overview` for a person with several agencies, in words. */
export const readShown = (): string =>
  [localStorage.getItem(agencyKey("features")) ?? "", hasSeveralAgencies() ? "overview" : ""]
    .filter(Boolean)
    .join(" ");

const listShown = (features: Features): string =>
  Object.entries(features)
    .filter(([, isShown]) => isShown)
    .map(([name]) => name)
    .join(" ");

/** Keeps the agency's features for the next page. */
export const keepFeatures = (features: Features): void =>
  localStorage.setItem(agencyKey("features"), listShown(features));

export interface Shown {
  metadata: Metadata;
  features: Features;
}

export function keepAgency({ metadata, features }: Shown): void {
  localStorage.setItem(agencyKey("agency"), JSON.stringify(metadata));
  keepFeatures(features);
}
