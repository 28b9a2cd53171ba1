import * as v from "valibot";
import { oneOf } from "../fields.ts";

/** Treatment of a line's tax: BLOCKED by section 17(5) makes it a cost; NONE if no tax was charged. */
export const ITC_TREATMENTS = ["ELIGIBLE", "BLOCKED", "NONE"] as const;
export type Itc = (typeof ITC_TREATMENTS)[number];

export const ITC_NAMES: Record<Itc, string> = {
  ELIGIBLE: "Eligible for credit",
  BLOCKED: "Blocked by section 17(5)",
  NONE: "No credit",
};

/** Reasons in section 17(5) of the CGST Act that block the credit of a line. */
export const BLOCKED_BY = [
  "VEHICLES",
  "FOOD",
  "HEALTH",
  "CLUBS",
  "TRAVEL_OF_STAFF",
  "CONSTRUCTION",
  "PERSONAL",
  "GIFTS",
  "LOST",
  "CSR",
  "OTHER",
] as const;
export type BlockedBy = (typeof BLOCKED_BY)[number];

export const BLOCKED_NAMES: Record<BlockedBy, string> = {
  VEHICLES: "Motor vehicles, their hire, insurance and repair",
  FOOD: "Food and beverages, catering",
  HEALTH: "Beauty, health, life and health insurance",
  CLUBS: "Clubs and gyms",
  TRAVEL_OF_STAFF: "Leave travel of employees",
  CONSTRUCTION: "Works contract and construction of immovable property",
  PERSONAL: "Personal use",
  GIFTS: "Gifts and free samples",
  LOST: "Lost, stolen or written off",
  CSR: "Corporate social responsibility",
  OTHER: "Another reason of section 17(5)",
};

export const itc = oneOf("Input credit", ITC_TREATMENTS);
export const use = v.picklist(["", "COMMON"], "Use must be COMMON");
export const blockedBy = oneOf("The reason", ["", ...BLOCKED_BY]);
