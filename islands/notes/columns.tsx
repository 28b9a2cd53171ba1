import type { NoteRow } from "../../domain/documents/notes.ts";
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
import { NotePill, saveNote } from "./status.tsx";

const column = columnHelper<NoteRow>();
// The API gives them newest first.
const enableSorting = false;

/** What a table of notes is made of; it is laid out as that of invoices. */
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
    header: "Status",
    enableSorting,
    meta: { cell: "i-status", head: "i-status" },
    cell: ({ row }) => <NotePill note={row.original} />,
  }),
  column.accessor("grandTotal", {
    id: "total",
    ...moneyColumn("Total", { cell: "r t-amt", head: "r t-amt" }),
    enableSorting,
  }),
  column.accessor("held", {
    ...moneyColumn("Held", { cell: "r drop strong i-balance", head: "r drop i-balance" }),
    enableSorting,
    cell: ({ getValue }) =>
      getValue() > 0 ? <Money amount={getValue()} /> : <span className="muted">–</span>,
  }),
  column.display(
    actionsColumn<NoteRow>({ cell: "drop t-acts", head: "drop t-acts" }, (note) => (
      <IconButton
        icon="download"
        label={`Download PDF of ${note.number}`}
        onClick={() => void saveNote(note)}
      />
    )),
  ),
]);

/** The invoice that a note corrects, which may be from before bahi. */
export const Against = ({ original }: Pick<NoteRow, "original">) =>
  original.invoiceId ? (
    <a className="doc" href={`/invoices/${original.invoiceId}`}>
      {original.number}
    </a>
  ) : (
    <span className="doc">{original.number}</span>
  );
