import type { NoteRow } from "../../domain/documents/notes.ts";
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
import { NotePill, saveNote } from "./status.tsx";

const column = columnHelper<NoteRow>();
// The API returns them newest first.
const enableSorting = false;

/** The columns of a note table, with the layout of invoices. */
export const NOTE_COLUMNS = column.columns([
  column.accessor("number", {
    ...numberColumn("Note No.", "i-number", "/notes"),
    enableSorting,
  }),
  column.accessor("date", { ...dateColumn, enableSorting }),
  column.accessor(({ clientId }) => clientId.displayName, {
    ...clientColumn,
    enableSorting,
  }),
  column.accessor("original", {
    header: "Against",
    enableSorting,
    meta: { cell: "drop soft i-against", head: "drop i-against" },
    cell: ({ getValue }) => <Against original={getValue()} />,
  }),
  column.accessor("status", {
    ...statusColumn,
    cell: ({ row }) => <NotePill note={row.original} />,
  }),
  column.accessor("grandTotal", {
    id: "total",
    ...moneyColumn("Total", { cell: "r t-amt", head: "r t-amt" }),
    enableSorting,
  }),
  column.accessor("held", {
    ...moneyIfAnyColumn("Held", { cell: "r drop strong i-balance", head: "r drop i-balance" }),
    enableSorting,
  }),
  column.display(pdfColumn(saveNote)),
]);

/** The invoice that a note corrects. It may be from before bahi. */
export const Against = ({ original }: Pick<NoteRow, "original">) =>
  original.invoiceId ? (
    <a className="doc" href={`/invoices/${original.invoiceId}`}>
      {original.number}
    </a>
  ) : (
    <span className="doc">{original.number}</span>
  );
