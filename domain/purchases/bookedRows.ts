import type { PortalRow } from "./gstr2b.ts";
import type { Credit, Inward } from "./inward.ts";

// Rows and bills as the books hold them, with what a person decided about them.

/** How a row came to be a bill's: as the rules called it when it was kept or accepted, or by hand. */
export const LINKS = ["EXACT", "SUGGESTED", "MISMATCH", "RESIDUAL", "MANUAL"] as const;
export type Link = (typeof LINKS)[number];

/** A row of GSTR-2B as the books keep it. */
export interface BookedRow extends PortalRow {
  /** Of its file, "2026-10". */
  period: string;
  /** `in`: the period in which it was linked. */
  link: { bill: string; as: Link; in: string } | undefined;
  isIgnored: boolean;
}

/** A bill that can meet a row. */
export interface BookedBill extends Inward, Credit {
  vendor: { id: string; name: string };
  /** Of a row that is not looked at here. */
  isLinkedElsewhere: boolean;
}
