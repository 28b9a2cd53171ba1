import type { CalendarDate } from "../dates.ts";
import type { Rupees } from "../money.ts";
import type { Head } from "./inward.ts";

// The state of a bill's input tax credit, as the tax book's entries have it.

export const CREDIT_STATES = [
  ...(["WAITS", "READY", "CLAIMED", "DIFFERS", "REVERSED"] as const),
  ...(["NOT_FILED", "RECLAIMED", "NONE", "TOO_LATE"] as const),
] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** As people read it. */
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

/** What became of the credit of a bill, with the days and returns of it. */
export interface BillCredit {
  /** "" for a draft or a cancelled bill. */
  state: CreditState | "";
  onBill: ShownTaxes;
  toClaim: ShownTaxes;
  /** Of the row of GSTR-2B that is the bill; null if none is. */
  twoB: ({ period: string } & ShownTaxes) | null;
  /** The day on which the portal publishes the GSTR-2B that the bill waits for, or is in. */
  publishedOn: CalendarDate;
  /** The return that claims it, and the day on which it was filed; "" for none. */
  claimedIn: string;
  claimedOn: CalendarDate | "";
  /** The returns that gave it back, and claimed it again; "" for none. */
  reversedIn: string;
  reclaimedIn: string;
  /** The last day to pay the vendor before Rule 37 reverses the credit; "" if it does not apply. */
  payBy: CalendarDate | "";
  /** The last return that can claim it. */
  lastReturn: string;
}
