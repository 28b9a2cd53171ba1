import { formatDaysTo, today } from "../../domain/dates.ts";
import {
  INVOICE_STATUS_NAMES,
  type InvoiceRow,
  type InvoiceStatus,
  isOverdue,
} from "../../domain/documents/invoices.ts";
import { saveDocument } from "../ui/downloads.ts";

export const STATUSES: Record<InvoiceStatus, { label: string; className: string }> = {
  DRAFT: { label: INVOICE_STATUS_NAMES.DRAFT, className: "dot" },
  SENT: { label: INVOICE_STATUS_NAMES.SENT, className: "pill-info dot" },
  PARTIALLY_PAID: { label: INVOICE_STATUS_NAMES.PARTIALLY_PAID, className: "pill-warn dot" },
  PAID: { label: INVOICE_STATUS_NAMES.PAID, className: "pill-pos dot" },
  CANCELLED: { label: INVOICE_STATUS_NAMES.CANCELLED, className: "pill-line dot" },
};

/** The options of the status filter. The last two are not stored as a status. */
export const STATUS_CHOICES: [value: string, label: string][] = [
  ...Object.entries(STATUSES).map(([value, { label }]): [string, string] => [value, label]),
  ["UNPAID", "Unpaid"],
  ["OVERDUE", "Overdue"],
];

/** The status, or that the invoice is overdue. Overdue is computed, never stored. */
export function StatusPill({ invoice }: { invoice: InvoiceRow }) {
  const { label, className } = isCredited(invoice) ? CREDITED : STATUSES[invoice.status];
  const isLate = isOverdue(invoice, today());
  return (
    <span className={`pill ${isLate ? "pill-neg dot" : className}`}>
      {isLate ? `${label}, overdue` : label}
    </span>
  );
}

const CREDITED = { label: "Credited", className: "pill-line dot" };

/** Returns whether credit notes alone settled it, without money. */
const isCredited = ({ status, creditApplied, grandTotal }: InvoiceRow) =>
  status === "PAID" && creditApplied === grandTotal && grandTotal > 0;

/** Returns `in 7 days` or `18 days late`, or "" if nothing is due. */
export function dueText({ status, dueDate }: InvoiceRow): string {
  const isWaited = status === "SENT" || status === "PARTIALLY_PAID";
  return isWaited && dueDate ? formatDaysTo(dueDate) : "";
}

export const saveInvoice = (invoice: InvoiceRow): Promise<void> =>
  saveDocument("invoices", "Invoice", invoice);
