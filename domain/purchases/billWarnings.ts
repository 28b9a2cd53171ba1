import { addDays, type CalendarDate, formatDate } from "../dates.ts";
import type { Warning } from "../documents/invoices.ts";
import { gstinWarning } from "../gst/gstin.ts";
import type { Bill } from "./bills.ts";

// Warnings about bills. They never block saving.

/** For services under reverse charge, tax is due on the 61st day (CGST Act, s. 13(3)). */
const DAYS_UNPAID = 60;
/** Days to issue a self-invoice after receipt (Rule 47A). */
const DAYS_TO_ISSUE = 30;

type Judged = Pick<
  Bill,
  | "balance"
  | "cess"
  | "date"
  | "import"
  | "kind"
  | "receivedDate"
  | "recipient"
  | "reverseCharge"
  | "tax"
> & { status: string };

export function billWarnings(bill: Judged, today: CalendarDate): Warning[] {
  const { recipient, tax, reverseCharge, status } = bill;
  const isTaxed = tax.cgst + tax.sgst + tax.igst > 0;
  const gstin = gstinWarning(recipient.gstin);
  const isOpen = status === "OPEN" || status === "PARTIALLY_PAID";
  const lastToIssue = addDays(bill.receivedDate || bill.date, DAYS_TO_ISSUE);
  const warnings: (Warning | false | undefined)[] = [
    gstin !== undefined && { code: "GSTIN", message: gstin },
    isTaxed &&
      recipient.kind !== "COMPOSITION" &&
      !recipient.gstin && {
        code: "TAX_WITHOUT_GSTIN",
        message: "GST is charged, but the vendor has no GSTIN",
      },
    isTaxed &&
      recipient.kind === "COMPOSITION" && {
        code: "COMPOSITION_TAXED",
        message: "A composition dealer charges no GST",
      },
    recipient.kind === "OVERSEAS" &&
      bill.import === "" && {
        code: "IMPORT_NOT_CHOSEN",
        message:
          "The vendor is abroad: choose import of services, on which the agency pays IGST itself",
      },
    reverseCharge &&
      isOpen &&
      bill.kind !== "CREDIT_NOTE" &&
      addDays(bill.date, DAYS_UNPAID) < today && {
        code: "REVERSE_CHARGE_UNPAID",
        message: `Unpaid for more than ${DAYS_UNPAID} days: its tax under reverse charge is due`,
      },
    bill.kind === "SELF_INVOICE" &&
      bill.receivedDate !== "" &&
      bill.date > lastToIssue && {
        code: "SELF_INVOICE_LATE",
        message: `A self-invoice must be issued within ${DAYS_TO_ISSUE} days, by ${formatDate(lastToIssue)}`,
      },
  ];
  return warnings.filter((warning) => typeof warning === "object");
}
