/** What a document supplies, and to whom (IGST Act ss. 7 and 16): its tax and its endorsement follow. */
export const SUPPLIES = [
  "REGULAR",
  "EXPORT_WITH_TAX",
  "EXPORT_WITHOUT_TAX",
  "SEZ_WITH_TAX",
  "SEZ_WITHOUT_TAX",
] as const;
export type Supply = (typeof SUPPLIES)[number];

/** Why a line's rate is 0: of the tariff, by a notification, or because the Act does not reach it. */
export const TREATMENTS = ["NIL", "EXEMPT", "NON_GST"] as const;
export type Treatment = (typeof TREATMENTS)[number];
