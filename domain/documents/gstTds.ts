import * as v from "valibot";
import { amountOrNone, strictObject } from "../fields.ts";
import { type Paise, type Rupees, toRupees } from "../money.ts";

// GST that the Government, local authorities and notified bodies deduct from a payment (CGST Act, s.
// 51). It is not income tax: once accepted on the portal, it is money in the agency's cash ledger there.

export const GST_TDS_HEADS = ["igst", "cgst", "sgst"] as const;
export type GstTdsHead = (typeof GST_TDS_HEADS)[number];
export type GstTds = Record<GstTdsHead, Paise>;

/** In rupees, by tax head. */
export type GstTdsView = Record<GstTdsHead, Rupees>;

const head = (name: string) => v.optional(amountOrNone(name), 0);

export const gstTdsField = v.optional(
  v.pipe(
    strictObject({ igst: head("IGST"), cgst: head("CGST"), sgst: head("SGST") }),
    v.transform((heads) => heads as GstTds),
  ),
);

export const sumGstTds = (gstTds: GstTds | undefined): Paise =>
  GST_TDS_HEADS.reduce((sum, name) => sum + (gstTds?.[name] ?? 0), 0) as Paise;

export const showGstTds = ({ igst, cgst, sgst }: GstTds): GstTdsView => ({
  igst: toRupees(igst),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
});
