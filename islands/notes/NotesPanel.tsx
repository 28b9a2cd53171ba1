import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { NoteRow } from "../../domain/documents/notes.ts";
import { loadAllPages } from "../browser/allPages.ts";
import { failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { NotePill } from "./status.tsx";

export function NotesPanel({ invoice: { _id, status } }: { invoice: Invoice }) {
  const address = `/notes/new?invoice=${_id}`;
  const url = `/api/notes?invoiceId=${_id}`;
  const { data, failure } = useFetch<NoteRow[]>(url, undefined, loadAllPages);
  return (
    <section className="panel" aria-labelledby="notes">
      <div className="panel-head">
        <h2 id="notes">Notes</h2>
        {status !== "CANCELLED" && (
          <span className="note-acts flex gap-12 spring">
            <LinkButton
              needs="enter books"
              look="link"
              icon="plus"
              label="Credit note"
              href={address}
            />
            <LinkButton
              needs="enter books"
              look="link"
              icon="plus"
              label="Debit note"
              href={`${address}&kind=DEBIT_NOTE`}
            />
          </span>
        )}
      </div>
      {failure !== undefined && !data ? (
        <p className="entry-none">{failureText(failure, "Failed to load notes")}</p>
      ) : (
        data?.length !== 0 || <p className="entry-none">No notes yet.</p>
      )}
      <ul>
        {data?.map((note) => (
          <li className="entry pad" key={note._id}>
            <div>
              <a className="doc" href={`/notes/${note._id}`}>
                {note.number}
              </a>
              <div className="cell-sub num">{formatDate(note.date)}</div>
            </div>
            <div className="amt">
              <Money amount={note.grandTotal} />
              <div>
                <NotePill note={note} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
