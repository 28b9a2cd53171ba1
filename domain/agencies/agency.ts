import type * as v from "valibot";
import { longText, name, optionalLine, strictObject } from "../fields.ts";

/** What the agency says of itself, on its header and its papers. */
export interface Metadata {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstNumber: string;
  /** Relative to the server; "" where there is none. */
  logoUrl: string;
}

/** Specification, section 5. The logo is a file beside it. */
export const MetadataChange = strictObject({
  agencyName: name("Agency name"),
  location: longText("Location"),
  contactNumber: optionalLine("Contact number"),
  gstNumber: optionalLine("GST number"),
});
export type MetadataChange = v.InferOutput<typeof MetadataChange>;

export const LOGO_BYTES_MAX = 5 << 20;
export const LOGO_SIDE_MAX = 4096;
