import * as v from "valibot";
import { strictObject } from "../fields.ts";

// Features: the parts of bahi that an agency uses. A new agency starts with none. Each adds its entries to
// the sidebar when it is first used, or when an owner switches it on. Its pages are always reachable.

/** Features that an owner can switch on and off. */
export const FEATURES = ["banking", "bills", "gst", "reports", "close", "locks", "tabs"] as const;
export type Feature = (typeof FEATURES)[number];

/** Tabs of invoices. Each appears with the first document of its kind, or all with `tabs`. */
export const TABS = ["notes", "estimates", "vouchers", "series", "outbox"] as const;
export type Tab = (typeof TABS)[number];

/** Whether each is shown. Null if it was never used, switched on or switched off. */
export type Features = Record<Feature | Tab, boolean | null>;

const choice = (name: string) => v.optional(v.boolean(`${name} must be true or false`));

/** The features to switch on or off; the others stay as they are. */
export const FeatureChange = strictObject({
  banking: choice("Banking"),
  bills: choice("Bills"),
  gst: choice("GST returns"),
  reports: choice("Reports"),
  close: choice("Close month"),
  locks: choice("Locks"),
  tabs: choice("Tabs of invoices"),
});
export type FeatureChange = v.InferOutput<typeof FeatureChange>;

/** The features that owners have switched on or off so far. */
export type FeatureChoices = { [F in Feature]?: boolean };

/** All features on: what agencies had before features could be switched off. */
export const ALL_FEATURES = Object.fromEntries(
  FEATURES.map((feature) => [feature, true]),
) as FeatureChoices;

/** Combines what an agency has used with what its owners chose, which counts more. */
export function resolveFeatures(
  used: Record<Feature | Tab, boolean>,
  chosen: FeatureChoices,
): Features {
  const of = (feature: Feature) => chosen[feature] ?? (used[feature] || null);
  const close = of("close");
  return {
    banking: of("banking"),
    bills: of("bills"),
    gst: of("gst"),
    reports: of("reports"),
    close,
    // The checklist of a month ends with a lock.
    locks: of("locks") ?? (close || null),
    tabs: of("tabs"),
    ...(Object.fromEntries(TABS.map((tab) => [tab, used[tab] || of("tabs") || null])) as Record<
      Tab,
      boolean | null
    >),
  };
}

/** Features that begin when an owner opens their page, and those pages. */
export const BEGUN_BY_OPENING: { feature: Feature; paths: string[] }[] = [
  { feature: "reports", paths: ["/reports", "/journals"] },
  { feature: "gst", paths: ["/gst"] },
  { feature: "close", paths: ["/close"] },
];

/** How features are named and explained, in the order of the list in Settings. */
export const FEATURE_WORDS: Record<Feature, { name: string; text: string; when: string }> = {
  banking: {
    name: "Banking",
    text: "Upload statements and match each line with your entries",
    when: "Switches on with your first statement",
  },
  bills: {
    name: "Bills and vendors",
    text: "What you owe, with input credit, TDS and due dates",
    when: "Switches on with your first bill or vendor",
  },
  gst: {
    name: "GST returns",
    text: "GSTR-1, GSTR-3B and GSTR-2B from your documents",
    when: "Switches on when you add a GSTIN or open the page",
  },
  reports: {
    name: "Reports",
    text: "Profit and loss, balance sheet, ageing and ledgers",
    when: "Switches on when you open a report or invite an accountant",
  },
  close: {
    name: "Close month",
    text: "A checklist that ends with locked books and shared documents",
    when: "Switches on when you open it or invite an accountant",
  },
  locks: {
    name: "Locks",
    text: "Closes the books up to a date",
    when: "Switches on with Close month or your first lock",
  },
  tabs: {
    name: "Recurring, estimates, credit notes, advances",
    text: "Tabs of Invoices",
    when: "Each tab appears with the first document of its kind",
  },
};
