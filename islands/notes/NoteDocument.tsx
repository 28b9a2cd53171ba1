import { formatDate } from "../../domain/dates.ts";
import {
  type Note,
  REASON_NAMES,
  REVERSE_CREDIT,
  reversesCredit,
} from "../../domain/documents/notes.ts";
import { Items } from "../invoices/DocumentItems.tsx";
import { Fact, Paper, Sums } from "../invoices/InvoiceDocument.tsx";
import { Against } from "./columns.tsx";

/** The note as the client sees it. */
export function NoteDocument({ note }: { note: Note }) {
  const { date, dueDate, original, reason, notes, grandTotal } = note;
  return (
    <Paper
      document={note}
      to="To"
      facts={
        <>
          <Fact label="Date">{formatDate(date)}</Fact>
          {dueDate && <Fact label="Due date">{formatDate(dueDate)}</Fact>}
          {original.number && (
            <Fact label="Against invoice" className="">
              <Against original={original} />
              <span className="small muted">{formatDate(original.date)}</span>
            </Fact>
          )}
        </>
      }
      items={<Items invoice={note} />}
      remarks={[
        ["Reason", reason !== "OTHER" && REASON_NAMES[reason]],
        ["To the client’s accountant", reversesCredit(note) && REVERSE_CREDIT],
        ["Notes", notes],
      ]}
      sums={<Sums invoice={note} />}
      total={grandTotal}
    />
  );
}
