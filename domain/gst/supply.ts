/** GST categories of clients. They decide where a document goes in a return. */
export const CLIENT_KINDS = [
  "REGULAR",
  "COMPOSITION",
  "SEZ",
  "UIN",
  "OVERSEAS",
  "UNREGISTERED",
] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** Types of supply (IGST Act, ss. 7 and 16), which decide tax and endorsement. */
export const SUPPLIES = [
  "REGULAR",
  "EXPORT_WITH_TAX",
  "EXPORT_WITHOUT_TAX",
  "SEZ_WITH_TAX",
  "SEZ_WITHOUT_TAX",
] as const;
export type Supply = (typeof SUPPLIES)[number];

export const SUPPLY_NAMES: Record<Supply, string> = {
  REGULAR: "Within India",
  EXPORT_WITH_TAX: "Export with IGST",
  EXPORT_WITHOUT_TAX: "Export under LUT",
  SEZ_WITH_TAX: "SEZ with IGST",
  SEZ_WITHOUT_TAX: "SEZ under LUT",
};

/** Reasons for a rate of 0: nil by the tariff, exempt by notification, or outside the Act. */
export const TREATMENTS = ["NIL", "EXEMPT", "NON_GST"] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** NOT_A_SUPPLY: bought for the client as a pure agent (Rule 33), or credited without GST. */
export const LINE_TREATMENTS = [...TREATMENTS, "NOT_A_SUPPLY"] as const;
export type LineTreatment = (typeof LINE_TREATMENTS)[number];

/** Returns the usual supply for a client. Most supplies abroad and to an SEZ are under a LUT. */
export function defaultSupply(kind: ClientKind): Supply {
  if (kind === "OVERSEAS") return "EXPORT_WITHOUT_TAX";
  return kind === "SEZ" ? "SEZ_WITHOUT_TAX" : "REGULAR";
}

export const isExport = (supply: Supply): boolean => supply.startsWith("EXPORT");

/** Under a bond or LUT no tax is charged, though the lines have a rate. */
export const isWithoutTax = (supply: Supply): boolean => supply.endsWith("_WITHOUT_TAX");

export const TREATMENT_NAMES: Record<LineTreatment, string> = {
  NIL: "Nil rated",
  EXEMPT: "Exempt",
  NON_GST: "Outside GST",
  NOT_A_SUPPLY: "Not a supply",
};

export const CLIENT_KIND_NAMES: Record<ClientKind, string> = {
  REGULAR: "Registered",
  COMPOSITION: "Composition dealer",
  SEZ: "SEZ unit or developer",
  UIN: "UIN holder",
  OVERSEAS: "Overseas",
  UNREGISTERED: "Unregistered",
};

const ZERO_RATED =
  "SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS";

/** Returns the endorsement that Rule 46 of the CGST Rules requires on the document, or "". */
export function findEndorsement(supply: Supply): string {
  if (supply === "REGULAR") return "";
  return isWithoutTax(supply)
    ? `${ZERO_RATED} UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX`
    : `${ZERO_RATED} ON PAYMENT OF INTEGRATED TAX`;
}
