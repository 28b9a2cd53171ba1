import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import {
  type Note,
  REASON_NAMES,
  REVERSE_CREDIT,
  reversesCredit,
} from "../../domain/documents/notes.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { Items } from "../invoices/DocumentItems.tsx";
import { Head, Place, Remark, Sums, Who } from "../invoices/InvoiceDocument.tsx";
import { Against } from "./columns.tsx";

/** The note as the client sees it. */
export function NoteDocument({ note }: { note: Note }) {
  const { title, date, dueDate, original, reason, notes, grandTotal } = note;
  return (
    <article className="paper" aria-label={title}>
      <Head invoice={note} />
      <dl className="paper-meta">
        <Who label="To" invoice={note} />
        <div>
          <dt>Date</dt>
          <dd className="num">{formatDate(date)}</dd>
        </div>
        {dueDate && (
          <div>
            <dt>Due date</dt>
            <dd className="num">{formatDate(dueDate)}</dd>
          </div>
        )}
        {original.number && (
          <div>
            <dt>Against invoice</dt>
            <dd>
              <Against original={original} />
              <span className="small muted">{formatDate(original.date)}</span>
            </dd>
          </div>
        )}
        <Place invoice={note} />
      </dl>
      <Items invoice={note} />
      <div className="paper-end">
        <div className="paper-notes">
          {reason !== "OTHER" && <Remark title="Reason">{REASON_NAMES[reason]}</Remark>}
          {reversesCredit(note) && (
            <Remark title="To the client’s accountant">{REVERSE_CREDIT}</Remark>
          )}
          {notes && <Remark title="Notes">{notes}</Remark>}
        </div>
        <div className="paper-sums grid packed gap-8">
          <Sums invoice={note} />
          <p className="small soft">{amountInWords(toPaise(grandTotal) as Paise)}</p>
        </div>
      </div>
    </article>
  );
}
