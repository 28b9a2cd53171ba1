import type { Invoice, InvoiceStatus } from "../../../domain/invoices.ts";
import { stateOfGstin, stateTaxOf } from "../../../domain/states.ts";
import { INK } from "../sheet.ts";

/** Only a registered supplier issues a tax invoice (CGST Act, ss. 31 and 32). */
export const titleOf = ({ supplier }: Invoice): string =>
  supplier.gstin ? "Tax Invoice" : "Invoice";

/** The parts of its tax that an invoice shows: none where nobody is registered and nothing is taxed. */
export function taxesOf(invoice: Invoice): { name: string; part: "cgst" | "igst" | "sgst" }[] {
  const { supplier, tax, gstMode } = invoice;
  if (!supplier.gstin && tax.cgst + tax.sgst + tax.igst === 0) return [];
  if (gstMode === "IGST") return [{ name: "IGST", part: "igst" }];
  return [
    { name: "CGST", part: "cgst" },
    { name: stateTaxName(invoice), part: "sgst" },
  ];
}

/** The state's half of a tax within it, as this invoice calls it. */
const stateTaxName = ({ supplyPlace, supplier }: Invoice): "SGST" | "UTGST" =>
  stateTaxOf(supplyPlace.stateCode || stateOfGstin(supplier.gstin)?.code);

/** Of the states that a paper is marked with. */
export function inkOfStatus(status: InvoiceStatus): string | undefined {
  if (status === "PAID") return INK.income;
  if (status === "CANCELLED") return INK.negative;
  return status === "DRAFT" ? INK.quiet : undefined;
}
