import { TITLES } from "../../domain/documents/kinds.ts";
import type { NoteRow } from "../../domain/documents/notes.ts";
import { STATUSES } from "../invoices/status.tsx";
import { saveDocument } from "../ui/downloads.ts";

const OPEN = { label: "Open", className: "pill-info dot" };
const APPLIED = { label: "Applied", className: "pill-pos dot" };
const REFUNDED = { label: "Refunded", className: "pill-pos dot" };

/** The status: the use of a credit note, or the payment of a debit note. */
export function NotePill({ note }: { note: NoteRow }) {
  const { label, className } = toPill(note);
  return <span className={`pill ${className}`}>{label}</span>;
}

function toPill({ kind, status, held, applied }: NoteRow) {
  if (kind === "DEBIT_NOTE" || status === "DRAFT" || status === "CANCELLED") {
    return STATUSES[status];
  }
  if (held > 0) return OPEN;
  return applied > 0 ? APPLIED : REFUNDED;
}

export const saveNote = (note: NoteRow): Promise<void> =>
  saveDocument("notes", TITLES[note.kind], note);
