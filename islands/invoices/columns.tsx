import { formatDate, today } from "../../domain/dates.ts";
import { type InvoiceRow, isOverdue } from "../../domain/documents/invoices.ts";
import { documentColumns } from "../ui/documentColumns.tsx";
import { SeriesMark } from "../ui/SeriesMark.tsx";
import { dueText, StatusPill, saveInvoice } from "./status.tsx";

export const INVOICE_COLUMNS = documentColumns<InvoiceRow>({
  number: "Invoice No.",
  folder: "invoices",
  mark: ({ seriesId }) => seriesId && <SeriesMark />,
  about: {
    id: "dueDate",
    header: "Due Date",
    width: "w-8",
    draw: (invoice) => <Due invoice={invoice} />,
  },
  pill: (invoice) => <StatusPill invoice={invoice} />,
  total: { id: "total", header: "Total", amount: ({ grandTotal }) => grandTotal },
  rest: {
    id: "balance",
    header: "Balance",
    className: "strong",
    amount: ({ status, balance }) => status !== "CANCELLED" && balance,
  },
  save: saveInvoice,
  isSorted: true,
});

function Due({ invoice }: { invoice: InvoiceRow }) {
  const due = dueText(invoice);
  const isLate = isOverdue(invoice, today());
  return (
    <>
      {invoice.dueDate && formatDate(invoice.dueDate)}
      {due && <span className={`cell-sub ${isLate ? "is-late" : ""}`}>{due}</span>}
    </>
  );
}
