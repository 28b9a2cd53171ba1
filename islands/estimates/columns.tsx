import { formatDate } from "../../domain/dates.ts";
import type { EstimateRow } from "../../domain/documents/estimates.ts";
import {
  clientColumn,
  dateColumn,
  moneyColumn,
  moneyIfAnyColumn,
  numberColumn,
  pdfColumn,
  statusColumn,
} from "../ui/columns.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { EstimatePill, saveEstimate } from "./status.tsx";

const column = columnHelper<EstimateRow>();
// The API returns them newest first.
const enableSorting = false;

/** The columns of an estimate table, with the layout of invoices. */
export const ESTIMATE_COLUMNS = column.columns([
  column.accessor("number", {
    ...numberColumn("Estimate No.", "i-number", "/estimates"),
    enableSorting,
  }),
  column.accessor("date", { ...dateColumn, enableSorting }),
  column.accessor(({ clientId }) => clientId.displayName, { ...clientColumn, enableSorting }),
  column.accessor("dueDate", {
    header: "Valid Until",
    enableSorting,
    meta: { cell: "drop soft num i-due", head: "drop i-due" },
    cell: ({ getValue }) => getValue() && formatDate(getValue()),
  }),
  column.accessor("status", {
    ...statusColumn,
    cell: ({ row }) => <EstimatePill estimate={row.original} />,
  }),
  column.accessor("grandTotal", {
    id: "total",
    ...moneyColumn("Total", { cell: "r t-amt", head: "r t-amt" }),
    enableSorting,
  }),
  column.accessor("billed", {
    ...moneyIfAnyColumn("Billed", { cell: "r drop i-balance", head: "r drop i-balance" }),
    enableSorting,
  }),
  column.display(pdfColumn(saveEstimate)),
]);
