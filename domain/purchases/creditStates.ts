import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";
import type { Head } from "./inward.ts";

// States of a bill's input tax credit, computed from the tax book.

export const CREDIT_STATES = [
  ...(["WAITS", "READY", "CLAIMED", "DIFFERS", "REVERSED"] as const),
  ...(["NOT_FILED", "RECLAIMED", "NONE", "TOO_LATE"] as const),
] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

export const CREDIT_STATE_NAMES: Record<CreditState, string> = {
  WAITS: "Waiting for GSTR-2B",
  READY: "Ready to claim",
  CLAIMED: "Claimed",
  DIFFERS: "2B differs",
  REVERSED: "Reversed",
  NOT_FILED: "Reversed, vendor did not file",
  RECLAIMED: "Reclaimed",
  NONE: "No credit",
  TOO_LATE: "Too late",
};

type ShownTaxes = Record<Head, Rupees>;

/** A bill's credit, with its dates and returns. */
export interface BillCredit {
  /** "" for a draft or a cancelled bill. */
  state: CreditState | "";
  onBill: ShownTaxes;
  toClaim: ShownTaxes;
  /** The matching row of GSTR-2B, or null. */
  twoB: ({ period: string } & ShownTaxes) | null;
  /** Publication day of the GSTR-2B that contains the bill or is expected to. */
  publishedOn: CalendarDate;
  /** The return that claims it and its filing date, or "". */
  claimedIn: string;
  claimedOn: CalendarDate | "";
  /** The returns that reversed it and reclaimed it, or "". */
  reversedIn: string;
  reclaimedIn: string;
  /**
   * The last day to pay the vendor before Rule 37 reverses the credit, or "" if the rule does not apply.
   */
  payBy: CalendarDate | "";
  /** The last return that can claim it. */
  lastReturn: string;
}
