import type { PortalRow } from "./gstr2b.ts";
import type { Credit, Inward } from "./inward.ts";

// Stored rows of GSTR-2B and bills, with users' decisions about them.

/** How a row was linked to a bill: by the rule that matched it, or by hand. */
export const LINKS = ["EXACT", "SUGGESTED", "MISMATCH", "RESIDUAL", "MANUAL"] as const;
export type Link = (typeof LINKS)[number];

/** A stored row of GSTR-2B. */
export interface BookedRow extends PortalRow {
  /** Period of its file, "2026-10". */
  period: string;
  /** `in` is the period in which it was linked. */
  link: { bill: string; as: Link; in: string } | undefined;
  isIgnored: boolean;
}

/** A bill that can match a row. */
export interface BookedBill extends Inward, Credit {
  vendor: { id: string; name: string };
  /** Whether it is linked to a row outside this set. */
  isLinkedElsewhere: boolean;
}
