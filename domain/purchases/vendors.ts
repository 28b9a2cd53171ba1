import * as v from "valibot";
import { clientFields, completeClient } from "../documents/clients.ts";
import { optionalLine, strictObject } from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import { TDS_RULES } from "../tds/law.ts";
import { ITC_TREATMENTS } from "./credit.ts";

/** What GST makes of a vendor. */
export const VENDOR_KINDS = ["REGULAR", "COMPOSITION", "UNREGISTERED", "OVERSEAS", "SEZ"] as const;
export type VendorKind = (typeof VENDOR_KINDS)[number];

/** What a bill is of from abroad; "" for what is bought in India. */
export const IMPORTS = ["", "SERVICE"] as const;
export type Import = (typeof IMPORTS)[number];

export const tdsRule = v.picklist(
  ["", ...TDS_RULES],
  `TDS rule must be one of ${TDS_RULES.join(", ")}`,
);

const AGREED_DAYS = "Agreed days must be a whole number from 1 to 365";
const agreedDays = v.nullable(
  v.pipe(
    v.number(AGREED_DAYS),
    v.integer(AGREED_DAYS),
    v.minValue(1, AGREED_DAYS),
    v.maxValue(365, AGREED_DAYS),
  ),
);

const PAN = "A PAN is written like AAACB1234C";

export const pan = v.pipe(
  optionalLine("PAN"),
  v.toUpperCase(),
  v.check((pan) => pan === "" || /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), PAN),
);

/** A GSTIN holds its owner's PAN. */
const toPan = (gstin: string) => {
  const pan = gstin.slice(2, 12);
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? pan : "";
};

/** A vendor with what follows from the rest of what is known of them. */
export function completeVendor<
  Fields extends Parameters<typeof completeClient>[0] & {
    kind?: VendorKind | undefined;
    pan: string;
  },
>(vendor: Fields) {
  const pan = vendor.pan || toPan(vendor.gstin);
  return { ...completeClient(vendor), kind: completeClient(vendor).kind as VendorKind, pan };
}

/** As a client; and the PAN, left out, follows from the GSTIN. */
export const NewVendor = v.pipe(
  strictObject({
    ...clientFields,
    /** Left out, it follows from the GSTIN. */
    kind: v.optional(v.picklist(VENDOR_KINDS, `Kind must be one of ${VENDOR_KINDS.join(", ")}`)),
    pan,
    /** What their bills begin with; "" for none. */
    tdsRule: v.optional(tdsRule, ""),
    /** "" for what the category says. */
    itc: v.optional(
      v.picklist(
        ["", ...ITC_TREATMENTS],
        `Input credit must be one of ${ITC_TREATMENTS.join(", ")}`,
      ),
      "",
    ),
    isSmallEnterprise: v.optional(v.boolean("Small enterprise must be true or false"), false),
    /** Days in which a written agreement says that they are paid; left out or null without one. */
    agreedDays: v.optional(agreedDays, null),
    /** An associated enterprise abroad: reverse charge falls due when its bill is entered. */
    isAssociated: v.optional(v.boolean("Associated enterprise must be true or false"), false),
  }),
  v.transform((vendor) => completeVendor(vendor)),
);
export type NewVendor = v.InferOutput<typeof NewVendor>;

export interface Vendor extends NewVendor {
  _id: string;
}

/** What a vendor has billed, what of it is to be paid, and what their credit notes hold. */
export interface VendorDues {
  bills: number;
  billed: RupeeSum;
  /** Less the tax that is to be kept back. */
  toPay: RupeeSum;
  /** Of that, what was due before today. */
  overdue: RupeeSum;
  credit: RupeeSum;
}

export interface VendorList {
  /** By display name; each with what is to be paid to them. */
  vendors: (Vendor & { toPay: RupeeSum })[];
}
