import * as v from "valibot";
import { date, longText, name, optionalLine, requiredLine, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import { CONSTITUTIONS, type Constitution } from "./constitution.ts";

/** GST returns are monthly, or of a quarter with payments in between (QRMP). */
export const FILINGS = ["MONTHLY", "QUARTERLY"] as const;
export type Filing = (typeof FILINGS)[number];

/** A letter of undertaking: exports without tax for one financial year (Rule 96A of the CGST Rules). */
export interface Lut {
  number: string;
  from: string;
  to: string;
}

/** What the agency says of itself, on its header and its papers. */
export interface Metadata {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstNumber: string;
  /** As registered; "" where it is the agency's name. */
  legalName: string;
  city: string;
  pin: string;
  lut: Lut[];
  /** Turnover of all its GSTINs of a financial year, by `2025-26`. */
  aato: Record<string, Rupees>;
  filing: Filing;
  /** Under section 10 of the CGST Act: it charges no tax. */
  isComposition: boolean;
  /** The legal form: as set, or as the PAN in the GSTIN implies. */
  constitution: Constitution;
  /** Members without a second factor can only set one up. */
  requireSecondFactor: boolean;
  /** Relative to the server; "" where there is none. */
  logoUrl: string;
}

const TURNOVER = "Turnover must be rupees, at least 0";

/** In a form each field is a text: what is no text else is JSON there. */
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

/** Specification, section 5. The logo is a file beside it. */
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
  /** Left out, it stays as it is. */
  constitution: v.optional(
    v.picklist(CONSTITUTIONS, `Constitution must be one of ${CONSTITUTIONS.join(", ")}`),
  ),
  requireSecondFactor: fromForm(
    v.optional(v.boolean("The second factor must be true or false"), false),
  ),
});
export type MetadataChange = v.InferOutput<typeof MetadataChange>;

export const LOGO_BYTES_MAX = 5 << 20;
export const LOGO_SIDE_MAX = 4096;
