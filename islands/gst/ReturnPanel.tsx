import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { DocumentReturn } from "../../domain/gst/returns/amendments.ts";
import { monthName } from "../../domain/months.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  id: string;
  number: string;
  /** The page that creates a credit note for it, if that is possible. */
  creditAt?: string;
  onChanged(): void;
}

/** The filed return that contains a document, and the ways to change it: credit it, or amend the return. */
export function ReturnPanel({ id, number, creditAt, onChanged }: Props) {
  const { data, reload } = useFetch<DocumentReturn>(`/api/gst/documents/${id}`);
  const [isAmending, setAmending] = useState(false);
  const changed = () => {
    reload();
    onChanged();
  };
  const [isBusy, takeOut] = useBusy(() =>
    send("DELETE", `/api/gst/${data?.amendedIn}/amendments?documentId=${id}`).then(() => {
      showToast("success", "Amendment removed");
      changed();
    }, toastError("Error removing the amendment")),
  );
  if (!data?.filed) return null;
  const { filed, table, amendedIn, isAmendmentFiled, amendIn } = data;
  return (
    <section className="card" aria-labelledby="gst-return">
      <h2 className="card-title" id="gst-return">
        GST return
      </h2>
      <p className="small soft">
        {`In GSTR-1 for ${monthName(filed.period)}, filed ${formatDate(filed.date)}. `}
        It can no longer be cancelled.
      </p>
      {amendedIn ? (
        <p className="small soft mt-16">
          {`GSTR-1 for ${monthName(amendedIn)} restates it in table ${table}.`}
        </p>
      ) : (
        <p className="small muted mt-16">
          {creditAt
            ? "Credit it if the invoice was wrong. Amend the return if only the return was wrong."
            : "Amend the return if the note is right and the return was wrong."}
        </p>
      )}
      <div className="note-acts mt-16 flex gap-12">
        {creditAt && !amendedIn && (
          <LinkButton needs="enter books" label="Credit it" href={creditAt} />
        )}
        {amendIn && (
          <Button
            needs="edit invoices"
            label="Amend the return…"
            onClick={() => setAmending(true)}
          />
        )}
        {amendedIn && !isAmendmentFiled && (
          <Button
            needs="edit invoices"
            label="Remove the amendment"
            isBusy={isBusy}
            onClick={takeOut}
          />
        )}
      </div>
      {isAmending && (
        <ConfirmDelete
          title="Amend the Return"
          verb={`Amend in ${monthName(amendIn)}`}
          isSafe
          run={() => send("POST", `/api/gst/${amendIn}/amendments`, { documentId: id })}
          success={`${number} is amended in GSTR-1 for ${monthName(amendIn)}`}
          otherwise="Error amending the return"
          onChanged={changed}
          onClose={() => setAmending(false)}
        >
          <p>{`GSTR-1 for ${monthName(amendIn)} restates ${number} as it is now, in table ${table}.`}</p>
          <p>
            Only the difference from the filed tax counts. Interest runs from the document’s own
            month.
          </p>
        </ConfirmDelete>
      )}
    </section>
  );
}
