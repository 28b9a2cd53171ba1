import { formatDate } from "../../domain/dates.ts";
import type { Receipt } from "../../domain/receipts.ts";
import { can } from "../browser/session.ts";
import { Icon } from "../parts/Icon.tsx";
import { Money } from "../parts/Money.tsx";
import { savePdf } from "../parts/savePdf.ts";
import { columnsOf } from "../ui/useDataTable.tsx";
import { pdfOf } from "./pdfOf.ts";

const column = columnsOf<Receipt>();

/** What a table of receipts is made of; by a column's id the API sorts. */
export const receiptColumns = (onDelete: (receipt: Receipt) => void) =>
  column.columns([
    column.accessor("receiptNumber", {
      id: "number",
      header: "Receipt No.",
      enableHiding: false,
      meta: { cell: "r-number", head: "r-number" },
      cell: ({ getValue, row }) => (
        <a className="doc" href={`/receipts/${row.original._id}`}>
          {getValue()}
        </a>
      ),
    }),
    column.accessor("date", {
      header: "Date",
      sortDescFirst: true,
      meta: { cell: "t-date num", head: "t-date" },
      cell: ({ getValue }) => formatDate(getValue()),
    }),
    column.accessor(({ client }) => client.name, {
      id: "client",
      header: "Client",
      meta: { cell: "r-client" },
      cell: ({ row: { original } }) => (
        <>
          <span className="cell-main truncate" title={original.client.name}>
            {original.client.name}
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
    column.accessor("amount", {
      header: "Amount",
      sortDescFirst: true,
      meta: { cell: "r t-amt strong", head: "r t-amt" },
      cell: ({ getValue }) => <Money amount={getValue()} />,
    }),
    column.accessor("mode", {
      header: "Mode",
      meta: { cell: "soft drop r-mode truncate", head: "drop r-mode" },
    }),
    column.accessor(({ accountId }) => accountId.name, {
      id: "account",
      header: "Account",
      meta: { cell: "soft drop r-account truncate", head: "drop r-account" },
    }),
    column.display({
      id: "actions",
      enableHiding: false,
      header: () => <span className="sr-only">Actions</span>,
      meta: { cell: "drop t-acts", head: "drop t-acts" },
      cell: ({ row: { original } }) => (
        <div className="row-acts">
          <button
            className="icon-btn"
            type="button"
            aria-label={`Download PDF of ${original.receiptNumber}`}
            onClick={() => void savePdf(pdfOf(original))}
          >
            <Icon name="download" />
          </button>
          {can("delete receipts") && (
            <button
              className="icon-btn"
              type="button"
              aria-label={`Delete ${original.receiptNumber}`}
              onClick={() => onDelete(original)}
            >
              <Icon name="trash-2" />
            </button>
          )}
        </div>
      ),
    }),
  ]);
