import * as v from "valibot";
import {
  date,
  longText,
  name,
  oneOf,
  optionalLine,
  requiredLine,
  strictObject,
} from "../fields.ts";
import type { Rupees } from "../money.ts";
import { CONSTITUTIONS, type Constitution } from "./constitution.ts";

/** GST returns are monthly, or quarterly with monthly payments (QRMP). */
export const FILINGS = ["MONTHLY", "QUARTERLY"] as const;
export type Filing = (typeof FILINGS)[number];

/** A letter of undertaking: exports without tax in a financial year (Rule 96A of the CGST Rules). */
export interface Lut {
  number: string;
  from: string;
  to: string;
}

/** The agency's details, for the page header and its documents. */
export interface Metadata {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstNumber: string;
  /** Registered name; "" if it is the agency's name. */
  legalName: string;
  city: string;
  pin: string;
  lut: Lut[];
  /** Turnover under all its GSTINs by financial year, such as `2025-26`. */
  aato: Record<string, Rupees>;
  filing: Filing;
  /** Composition dealer (CGST Act, s. 10): charges no tax. */
  isComposition: boolean;
  /** The legal form: as set, or as the PAN in the GSTIN implies. */
  constitution: Constitution;
  /** Whether members without a second factor can do nothing but set one up. */
  requireSecondFactor: boolean;
  /** Whether accountants may close months. */
  accountantMayClose: boolean;
  /** Path on the server, or "". */
  logoUrl: string;
}

const TURNOVER = "Turnover must be an amount in rupees, at least 0";

/** Accepts form data too, where every field is text and other types are JSON. */
function fromForm<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => {
      if (typeof value !== "string") return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return value;
      }
    }),
    schema,
  );
}

/** Specification, section 5. The logo is a separate file. */
export const MetadataChange = strictObject({
  agencyName: name("Agency name"),
  location: longText("Location"),
  contactNumber: optionalLine("Contact number"),
  gstNumber: optionalLine("GST number"),
  legalName: optionalLine("Legal name"),
  city: optionalLine("City"),
  pin: optionalLine("PIN Code"),
  lut: fromForm(
    v.optional(
      v.array(
        v.pipe(
          strictObject({ number: requiredLine("LUT number"), from: date, to: date }),
          v.forward(
            v.partialCheck(
              [["from"], ["to"]],
              ({ from, to }) => from <= to,
              "A LUT must not end before it begins",
            ),
            ["to"],
          ),
        ),
        "LUTs must be a list",
      ),
      [],
    ),
  ),
  aato: fromForm(
    v.optional(
      v.record(
        v.pipe(
          v.string(),
          v.regex(/^\d{4}-\d\d$/, "Turnover is by financial year, such as 2025-26"),
        ),
        v.pipe(v.number(TURNOVER), v.minValue(0, TURNOVER)),
        "Turnover must be by financial year",
      ),
      {},
    ),
  ),
  filing: v.optional(v.picklist(FILINGS, "Filing must be MONTHLY or QUARTERLY"), "MONTHLY"),
  isComposition: fromForm(v.optional(v.boolean("Composition must be true or false"), false)),
  /** Unchanged if left out. */
  constitution: v.optional(oneOf("Constitution", CONSTITUTIONS)),
  requireSecondFactor: fromForm(
    v.optional(v.boolean("The second factor must be true or false"), false),
  ),
  accountantMayClose: fromForm(
    v.optional(v.boolean("Closing by accountants must be true or false"), false),
  ),
});
export type MetadataChange = v.InferOutput<typeof MetadataChange>;

export const LOGO_BYTES_MAX = 5 << 20;
export const LOGO_SIDE_MAX = 4096;
