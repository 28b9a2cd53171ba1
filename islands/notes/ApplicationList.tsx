import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Application } from "../../domain/documents/notes.ts";
import { can } from "../browser/session.ts";
import { IconButton } from "../ui/Button.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { DeleteApplication } from "./dialogs.tsx";

interface Props {
  title: string;
  applications: Application[];
  onChanged(): void;
}

/** The invoices settled with a note or an advance. Owners can undo a settlement. */
export function ApplicationList({ title, applications, onChanged }: Props) {
  const [toDelete, setToDelete] = useState<Application>();
  return (
    <section className="panel" aria-labelledby="applied">
      <div className="panel-head">
        <h2 id="applied">{title}</h2>
      </div>
      {applications.length === 0 && <p className="entry-none">No invoice yet.</p>}
      <ul>
        {applications.map((application) => (
          <li className="entry" key={application._id}>
            <div>
              <a className="doc" href={`/invoices/${application.invoiceId}`}>
                {application.invoiceNumber}
              </a>
              <div className="cell-sub num">{formatDate(application.date)}</div>
            </div>
            <div className="amt">
              <Money amount={application.amount} />
            </div>
            {can("cancel notes") && (
              <IconButton
                icon="trash-2"
                label={`Unapply ${moneyText(application.amount)} from ${application.invoiceNumber}`}
                onClick={() => setToDelete(application)}
              />
            )}
          </li>
        ))}
      </ul>
      {toDelete && (
        <DeleteApplication
          application={toDelete}
          onChanged={onChanged}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </section>
  );
}
