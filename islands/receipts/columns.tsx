import type { Receipt } from "../../domain/documents/receipts.ts";
import { can } from "../browser/session.ts";
import { IconButton } from "../ui/Button.tsx";
import {
  actionsColumn,
  dateColumn,
  moneyColumn,
  numberColumn,
  RowButtons,
} from "../ui/columns.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { saveReceipt } from "./actions.tsx";

const column = columnHelper<Receipt>();

/** The columns of a receipt table. Their ids are the API's `sort` values. */
export const receiptColumns = (onDelete: (receipt: Receipt) => void) =>
  column.columns([
    column.accessor("receiptNumber", numberColumn("Receipt No.", "w-10", "/receipts")),
    column.accessor("date", {
      ...dateColumn,
      meta: { cell: "t-date num w-6-75 card-4", head: "t-date w-6-75" },
    }),
    column.accessor(({ client }) => client.name, {
      id: "client",
      header: "Client",
      meta: { cell: "card-1" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className="cell-main truncate" title={getValue()}>
            {getValue()}
          </span>
          {original.client.phone && (
            <span className="cell-sub truncate drop">{original.client.phone}</span>
          )}
        </>
      ),
    }),
    column.accessor("purpose", {
      header: "Purpose",
      meta: { cell: "soft drop r-purpose truncate", head: "drop r-purpose" },
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor(
      "amount",
      moneyColumn("Amount", { cell: "r t-amt strong card-2", head: "r t-amt" }),
    ),
    column.accessor("mode", {
      header: "Mode",
      meta: { cell: "soft truncate w-6-75 from-56", head: "w-6-75 from-56" },
    }),
    column.accessor(({ accountId }) => accountId.name, {
      id: "account",
      header: "Account",
      meta: { cell: "soft truncate from-56", head: "from-56" },
    }),
    column.display(
      actionsColumn<Receipt>(
        { cell: "t-acts w-6 from-56", head: "t-acts w-6 from-56" },
        (receipt) => (
          <>
            <IconButton
              icon="download"
              label={`Download PDF of ${receipt.receiptNumber}`}
              onClick={() => void saveReceipt(receipt)}
            />
            <RowButtons
              name={receipt.receiptNumber}
              onDelete={can("delete receipts") && (() => onDelete(receipt))}
            />
          </>
        ),
      ),
    ),
  ]);
