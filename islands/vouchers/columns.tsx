import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { IconButton } from "../ui/Button.tsx";
import {
  actionsColumn,
  clientColumn,
  dateColumn,
  moneyColumn,
  numberColumn,
} from "../ui/columns.tsx";
import { Money } from "../ui/Money.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { saveVoucher, VoucherPill } from "./status.tsx";

const column = columnHelper<VoucherRow>();
// The API gives them newest first.
const enableSorting = false;

/** What a table of vouchers is made of; it is laid out as that of invoices. */
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
    header: "Status",
    enableSorting,
    meta: { cell: "i-status", head: "i-status" },
    cell: ({ row }) => <VoucherPill voucher={row.original} />,
  }),
  column.accessor("amount", {
    ...moneyColumn("Amount", { cell: "r t-amt", head: "r t-amt" }),
    enableSorting,
  }),
  column.accessor("held", {
    ...moneyColumn("Held", { cell: "r drop strong i-balance", head: "r drop i-balance" }),
    enableSorting,
    cell: ({ getValue }) =>
      getValue() > 0 ? <Money amount={getValue()} /> : <span className="muted">–</span>,
  }),
  column.display(
    actionsColumn<VoucherRow>({ cell: "drop t-acts", head: "drop t-acts" }, (voucher) => (
      <IconButton
        icon="download"
        label={`Download PDF of ${voucher.number}`}
        onClick={() => void saveVoucher(voucher)}
      />
    )),
  ),
]);
