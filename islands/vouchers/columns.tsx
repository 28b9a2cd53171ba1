import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
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
import { saveVoucher, VoucherPill } from "./status.tsx";

const column = columnHelper<VoucherRow>();
// The API returns them newest first.
const enableSorting = false;

/** The columns of a voucher table, with the layout of invoices. */
export const VOUCHER_COLUMNS = column.columns([
  column.accessor("number", {
    ...numberColumn("Voucher No.", "i-number", "/vouchers"),
    enableSorting,
  }),
  column.accessor("date", { ...dateColumn, enableSorting }),
  column.accessor(({ clientId }) => clientId.displayName, {
    ...clientColumn,
    enableSorting,
  }),
  column.accessor("kind", {
    header: "Kind",
    enableSorting,
    meta: { cell: "drop soft i-against", head: "drop i-against" },
    cell: ({ getValue }) => KIND_NAMES[getValue()],
  }),
  column.accessor("status", {
    ...statusColumn,
    cell: ({ row }) => <VoucherPill voucher={row.original} />,
  }),
  column.accessor("amount", {
    ...moneyColumn("Amount", { cell: "r t-amt", head: "r t-amt" }),
    enableSorting,
  }),
  column.accessor("held", {
    ...moneyIfAnyColumn("Held", { cell: "r drop strong i-balance", head: "r drop i-balance" }),
    enableSorting,
  }),
  column.display(pdfColumn(saveVoucher)),
]);
