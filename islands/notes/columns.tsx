import type { NoteRow } from "../../domain/documents/notes.ts";
import { documentColumns } from "../ui/documentColumns.tsx";
import { NotePill, saveNote } from "./status.tsx";

export const NOTE_COLUMNS = documentColumns<NoteRow>({
  number: "Note No.",
  folder: "notes",
  about: {
    id: "original",
    header: "Against",
    draw: ({ original }) => <Against original={original} />,
  },
  pill: (note) => <NotePill note={note} />,
  total: { id: "total", header: "Total", amount: ({ grandTotal }) => grandTotal },
  rest: {
    id: "held",
    header: "Held",
    className: "strong",
    amount: ({ held }) => held > 0 && held,
  },
  save: saveNote,
});

/** The invoice that a note corrects. It may be from before bahi. */
export const Against = ({ original }: Pick<NoteRow, "original">) =>
  original.invoiceId ? (
    <a className="doc" href={`/invoices/${original.invoiceId}`}>
      {original.number}
    </a>
  ) : (
    <span className="doc">{original.number}</span>
  );
