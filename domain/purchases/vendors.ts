import * as v from "valibot";
import { completeClient, partyFields } from "../documents/clients.ts";
import { field, oneOf, optionalCode, strictObject } from "../fields.ts";
import { CLIENT_KIND_NAMES } from "../gst/supply.ts";
import type { RupeeSum } from "../money.ts";
import { TDS_NAMES, TDS_RULES } from "../tds/law.ts";
import { ITC_NAMES, ITC_TREATMENTS } from "./credit.ts";

/** GST categories of vendors. */
export const VENDOR_KINDS = ["REGULAR", "COMPOSITION", "UNREGISTERED", "OVERSEAS", "SEZ"] as const;
export type VendorKind = (typeof VENDOR_KINDS)[number];

/** SERVICE if a bill is an import of services; "" for a purchase in India. */
export const IMPORTS = ["", "SERVICE"] as const;
export type Import = (typeof IMPORTS)[number];

export const tdsRule = oneOf("TDS rule", ["", ...TDS_RULES]);

const AGREED_DAYS = "Agreed days must be a whole number from 1 to 365";
const agreedDays = v.nullable(
  v.pipe(
    v.number(AGREED_DAYS),
    v.integer(AGREED_DAYS),
    v.minValue(1, AGREED_DAYS),
    v.maxValue(365, AGREED_DAYS),
  ),
);

const PAN = "A PAN looks like AAACB1234C";

export const pan = v.pipe(
  optionalCode("PAN"),
  v.check((pan) => pan === "" || /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), PAN),
);

const toPan = (gstin: string) => {
  const pan = gstin.slice(2, 12);
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? pan : "";
};

/** Returns the vendor with its kind, state and PAN derived from the other fields if missing. */
export function completeVendor<
  Fields extends Parameters<typeof completeClient>[0] & {
    kind?: VendorKind | undefined;
    pan: string;
  },
>(vendor: Fields) {
  const pan = vendor.pan || toPan(vendor.gstin);
  return { ...completeClient(vendor), kind: completeClient(vendor).kind as VendorKind, pan };
}

/** The fields of a client, and those that bills need. */
export const vendorFields = {
  ...partyFields,
  /** Derived from the GSTIN if left out. */
  kind: field(v.optional(oneOf("Kind", VENDOR_KINDS)), {
    help: "GST registration type; sets the tax on their bills",
    names: CLIENT_KIND_NAMES,
  }),
  pan: field(pan, { help: "Taken from the GSTIN; without a PAN, TDS is 20%" }),
  /** Default for the vendor's bills; "" for none. */
  tdsRule: field(v.optional(tdsRule, ""), {
    label: "TDS",
    help: "Deducted from their bills",
    names: { "": "None", ...TDS_NAMES },
  }),
  /** "" to use the category's. */
  itc: field(v.optional(oneOf("Input credit", ["", ...ITC_TREATMENTS]), ""), {
    names: { "": "Same as category", ...ITC_NAMES },
  }),
  isSmallEnterprise: field(v.optional(v.boolean("Small enterprise must be true or false"), false), {
    label: "Micro or small enterprise: pay within 15 days, or up to 45 if agreed in writing",
  }),
  /** Days to pay by written agreement; null without one. */
  agreedDays: field(v.optional(agreedDays, null), {
    label: "Agreed days",
    help: "Days in the written agreement, at most 45. Leave blank if there is none: 15 days.",
  }),
  /** An associated enterprise abroad. Reverse charge is due when its bill is entered. */
  isAssociated: field(v.optional(v.boolean("Associated enterprise must be true or false"), false), {
    label: "Associated enterprise: reverse charge falls due when the bill is entered",
  }),
};

/** PAN defaults to the one in the GSTIN. */
export const NewVendor = v.pipe(
  strictObject(vendorFields),
  v.transform((vendor) => completeVendor(vendor)),
);
export type NewVendor = v.InferOutput<typeof NewVendor>;

export interface Vendor extends NewVendor {
  _id: string;
}

/** A vendor's total billed, amount to pay, and unused credit notes. */
export interface VendorDues {
  bills: number;
  billed: RupeeSum;
  /** Less the TDS to deduct. */
  toPay: RupeeSum;
  /** The part that was due before today. */
  overdue: RupeeSum;
  credit: RupeeSum;
}

export interface VendorList {
  /** Sorted by display name, each with the amount to pay. */
  vendors: (Vendor & { toPay: RupeeSum })[];
}
