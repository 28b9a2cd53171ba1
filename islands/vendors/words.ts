import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import { ITC_TREATMENTS, type Itc } from "../../domain/purchases/credit.ts";
import { VENDOR_KINDS } from "../../domain/purchases/vendors.ts";
import { TDS_LAW, TDS_RULES } from "../../domain/tds/law.ts";

const CREDIT_NAMES: Record<Itc, string> = {
  ELIGIBLE: "Eligible for credit",
  BLOCKED: "Blocked by section 17(5)",
  NONE: "No credit",
};

// By value, for selects.
export const VENDOR_KIND_CHOICES = VENDOR_KINDS.map(
  (kind) => [kind, CLIENT_KIND_NAMES[kind]] as const,
);
export const TDS_CHOICES = TDS_RULES.map((rule) => [rule, TDS_LAW[rule].name] as const);
export const CREDIT_CHOICES = ITC_TREATMENTS.map((itc) => [itc, CREDIT_NAMES[itc]] as const);
