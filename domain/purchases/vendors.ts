/** What GST makes of a vendor. */
export const VENDOR_KINDS = ["REGULAR", "COMPOSITION", "UNREGISTERED", "OVERSEAS", "SEZ"] as const;
export type VendorKind = (typeof VENDOR_KINDS)[number];

/** What a bill is of from abroad; "" for what is bought in India. */
export const IMPORTS = ["", "SERVICE"] as const;
export type Import = (typeof IMPORTS)[number];
