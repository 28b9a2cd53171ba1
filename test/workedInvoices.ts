import worked from "./data/worked-invoices.json" with { type: "json" };

/** Invoices worked out by hand and by two other programs: input and every amount of the output. */
export const WORKED = worked as Worked[];

interface Worked {
  id: string;
  about: string;
  mode: "INTRA" | "IGST";
  roundOff: number;
  lines: (WireLine & { figures: Record<LineFigure, string> })[];
  invoice: Record<InvoiceFigure, string>;
}
interface WireLine {
  qty: number;
  rate: number;
  discountPct: number;
  taxPct: number;
}
type LineFigure = "gross" | "discount" | "taxable" | "cgst" | "sgst" | "igst" | "total";
type InvoiceFigure =
  | "subTotal"
  | "discountTotal"
  | "taxableValue"
  | "cgst"
  | "sgst"
  | "igst"
  | "grandTotal";
