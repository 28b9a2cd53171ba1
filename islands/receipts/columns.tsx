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
    column.accessor("receiptNumber", numberColumn("Receipt No.", "r-number", "/receipts")),
    column.accessor("date", dateColumn),
    column.accessor(({ client }) => client.name, {
      id: "client",
      header: "Client",
      meta: { cell: "r-client" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className="cell-main truncate" title={getValue()}>
            {getValue()}
          </span>
          {original.client.phone && (
            <span className="cell-sub truncate">{original.client.phone}</span>
          )}
        </>
      ),
    }),
    column.accessor("purpose", {
      header: "Purpose",
      meta: { cell: "soft drop r-purpose truncate", head: "drop r-purpose" },
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor("amount", moneyColumn("Amount", { cell: "r t-amt strong", head: "r t-amt" })),
    column.accessor("mode", {
      header: "Mode",
      meta: { cell: "soft drop r-mode truncate", head: "drop r-mode" },
    }),
    column.accessor(({ accountId }) => accountId.name, {
      id: "account",
      header: "Account",
      meta: { cell: "soft drop r-account truncate", head: "drop r-account" },
    }),
    column.display(
      actionsColumn<Receipt>({ cell: "drop t-acts", head: "drop t-acts" }, (receipt) => (
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
      )),
    ),
  ]);
