import { formatDate, today } from "../../domain/dates.ts";
import { type InvoiceRow, isOverdue } from "../../domain/documents/invoices.ts";
import {
  clientColumn,
  dateColumn,
  moneyColumn,
  numberColumn,
  pdfColumn,
  statusColumn,
} from "../ui/columns.tsx";
import { Money } from "../ui/Money.tsx";
import { SeriesMark } from "../ui/SeriesMark.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { dueText, StatusPill, saveInvoice } from "./status.tsx";

const column = columnHelper<InvoiceRow>();

/** The columns of an invoice table. Their ids are the API's `sort` values. */
export const INVOICE_COLUMNS = column.columns([
  column.accessor("invoiceNumber", {
    ...numberColumn("Invoice No.", "i-number", "/invoices"),
    cell: ({ getValue, row: { original } }) => (
      <>
        <a className="doc" href={`/invoices/${original._id}`}>
          {getValue()}
        </a>
        {original.seriesId && <SeriesMark />}
      </>
    ),
  }),
  column.accessor("date", dateColumn),
  column.accessor(({ clientId }) => clientId.displayName, clientColumn),
  column.accessor("dueDate", {
    header: "Due Date",
    meta: { cell: "drop soft num i-due", head: "drop i-due" },
    cell: ({ getValue, row: { original } }) => {
      const due = dueText(original);
      const isLate = isOverdue(original, today());
      return (
        <>
          {getValue() && formatDate(getValue())}
          {due && <span className={`cell-sub ${isLate ? "is-late" : ""}`}>{due}</span>}
        </>
      );
    },
  }),
  column.accessor("status", {
    ...statusColumn,
    cell: ({ row }) => <StatusPill invoice={row.original} />,
  }),
  column.accessor("grandTotal", {
    id: "total",
    ...moneyColumn("Total", { cell: "r t-amt", head: "r t-amt" }),
  }),
  column.accessor("balance", {
    ...moneyColumn("Balance", { cell: "r drop strong i-balance", head: "r drop i-balance" }),
    cell: ({ getValue, row }) =>
      row.original.status === "CANCELLED" ? (
        <span className="muted">–</span>
      ) : (
        <Money amount={getValue()} />
      ),
  }),
  column.display(pdfColumn(saveInvoice)),
]);
