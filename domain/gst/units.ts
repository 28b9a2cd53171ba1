/** GST unit quantity codes that agencies use, as suggestions. */
export const UNITS: { code: string; name: string }[] = [
  { code: "NOS", name: "Numbers" },
  { code: "PCS", name: "Pieces" },
  { code: "UNT", name: "Units" },
  { code: "SET", name: "Sets" },
  { code: "BOX", name: "Boxes" },
  { code: "PAC", name: "Packs" },
  { code: "DOZ", name: "Dozens" },
  { code: "ROL", name: "Rolls" },
  { code: "SQF", name: "Square feet" },
  { code: "SQM", name: "Square metres" },
  { code: "MTR", name: "Metres" },
  { code: "KGS", name: "Kilograms" },
  { code: "LTR", name: "Litres" },
  { code: "OTH", name: "Others" },
];
