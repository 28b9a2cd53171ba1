import { type CalendarDate, formatDate } from "../dates.ts";
import { dueDay, invoiceDays } from "../gst/lateInvoice.ts";
import { missingParticulars, placeWarning, UNREGISTERED } from "../gst/rule46.ts";
import { ABROAD, findState } from "../gst/states.ts";
import { isWithoutTax } from "../gst/supply.ts";
import { type Paise, toPaise } from "../money.ts";
import {
  type Invoice,
  type InvoiceItem,
  isExempt,
  type Recipient,
  type Supplier,
  type Warning,
} from "./invoices.ts";

// Warnings about documents by the rules of GST. They never block saving: the law has exceptions, and the
// agency may know better.

/** Fields of a saved or unsaved invoice that the warnings depend on. */
export type Judged = Pick<Invoice, "date" | "supply" | "supplyPlace" | "tax" | "taxableValue"> & {
  serviceDate?: string;
  reverseCharge?: boolean;
  kind: Invoice["kind"] | "ESTIMATE";
  supplier: Pick<Supplier, "gstin" | "isComposition" | "lut">;
  recipient: Pick<Recipient, "address" | "gstin" | "stateCode"> & Partial<Pick<Recipient, "kind">>;
  items: Pick<InvoiceItem, "description" | "hsnSac" | "taxPct" | "treatment">[];
};

/**
 * Returns the warnings about an invoice, a bill of supply or an estimate. An estimate may be incomplete.
 */
export function invoiceWarnings(invoice: Judged): Warning[] {
  const { supplier, recipient, items, tax, supply, supplyPlace, kind } = invoice;
  const late = dueDay({ date: invoice.date, serviceDate: invoice.serviceDate ?? "" });
  const isTaxed = tax.cgst + tax.sgst + tax.igst > 0;
  const isRegistered = supplier.gstin !== "";
  const place = placeWarning(recipient.gstin, findState(supplyPlace.stateCode));
  const warnings: (Warning | false | undefined)[] = [
    isTaxed && !isRegistered && { code: "NOT_REGISTERED", message: UNREGISTERED },
    supply === "REGULAR" && place !== undefined && { code: "PLACE_NOT_OF_GSTIN", message: place },
    supply === "REGULAR" &&
      supplyPlace.stateCode === ABROAD && {
        code: "EXPORT_NOT_CHOSEN",
        message:
          "The place of supply is abroad: choose whether it is an export, with IGST or under a LUT.",
      },
    supply === "REGULAR" &&
      recipient.kind === "OVERSEAS" &&
      supplyPlace.stateCode !== ABROAD &&
      isTaxed &&
      tax.igst === 0 && {
        code: "PLACE_OF_CLIENT_ABROAD",
        message:
          "The client is abroad, but the invoice has CGST and SGST: choose the place of supply. A supply " +
          "to a place outside India has IGST (IGST Act, s. 7(5)).",
      },
    invoice.reverseCharge === true &&
      supply !== "REGULAR" && {
        code: "REVERSE_CHARGE_NOT_DUE",
        message:
          "Reverse charge does not apply to exports and supplies to an SEZ; the recipient owes no tax.",
      },
    late !== invoice.date && {
      code: "LATE_INVOICE",
      message:
        `The invoice is dated more than ${invoiceDays(late)} days after the service, so its tax fell due ` +
        `on ${formatDate(late)} (CGST Act, s. 13(2)(b)).`,
    },
    isWithoutTax(supply) &&
      isRegistered &&
      !findLut(supplier, invoice.date) && {
        code: "LUT_MISSING",
        message: "No LUT covers this date: without one, exports and supplies to an SEZ carry IGST.",
      },
  ];
  if (isRegistered && kind === "INVOICE" && supply === "REGULAR" && !supplier.isComposition) {
    const untold = items.flatMap(({ description, taxPct, treatment }, n) =>
      description.trim() && taxPct === 0 && !treatment ? [n + 1] : [],
    );
    warnings.push(
      untold.length > 0 && {
        code: "TREATMENT_MISSING",
        message: `Choose why item ${untold.join(", ")} has no tax: nil rated, exempt or outside GST.`,
      },
      items.every(isExempt) && {
        code: "BILL_OF_SUPPLY",
        message: "All items are exempt: issue a bill of supply, not a tax invoice.",
      },
    );
  }
  const supplied = items.filter(({ treatment }) => treatment !== "NOT_A_SUPPLY");
  const taxable = toPaise(invoice.taxableValue) as Paise;
  const isChecked = isRegistered && kind !== "ESTIMATE";
  const missing = isChecked
    ? missingParticulars({ date: invoice.date, taxablePaise: taxable, recipient, items: supplied })
    : [];
  return [
    ...warnings.filter((warning) => warning !== false && warning !== undefined),
    ...missing.map((message) => ({ code: "PARTICULARS_MISSING", message })),
  ];
}

/** Returns the letter of undertaking that covers a day, if any. */
export const findLut = ({ lut }: Pick<Supplier, "lut">, on: CalendarDate) =>
  lut.find(({ from, to }) => from <= on && on <= to);
