import * as v from "valibot";
import { amountOrNone, field, name, optionalLine, percent, q, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";

// Items: services that the agency bills often. A line of an invoice copies one, so a later change of the item
// does not change invoices.

export const itemFields = {
  name: name("Name"),
  /** Service or goods code (CGST Rules, Rule 46(g)); "" if unknown. */
  hsnSac: optionalLine("HSN/SAC"),
  unit: field(optionalLine("Unit"), { help: "Such as month, hour or page" }),
  /** Null if it is entered on each invoice. Parses rupees to paise. */
  rate: field(v.optional(v.nullable(amountOrNone("Rate")), null), {
    help: "Leave blank to enter it on each invoice",
  }),
  /** Percent of GST. Null for the rate in the invoice settings. Parses percent to hundredths. */
  taxPct: field(v.optional(v.nullable(percent("Tax")), null), {
    label: "Tax % (GST)",
    help: "Leave blank for the rate in the invoice settings",
  }),
};

export const NewItem = strictObject(itemFields);
export type NewItem = v.InferOutput<typeof NewItem>;

export interface Item {
  _id: string;
  name: string;
  hsnSac: string;
  unit: string;
  rate: Rupees | null;
  taxPct: number | null;
}

export const ItemQuery = strictObject({ q });
export type ItemQuery = v.InferOutput<typeof ItemQuery>;
