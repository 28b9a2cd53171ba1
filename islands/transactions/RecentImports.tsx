import { useState } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import type { ImportBatch } from "../../domain/imports.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { mayI } from "../browser/session.ts";
import { useLoaded } from "../browser/useLoaded.ts";
import { Confirm } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

/** The last imports; an owner can undo each as a whole. */
export function RecentImports({ onChanged }: { onChanged(): void }) {
  const batches = useLoaded<{ items: ImportBatch[] }>("/api/imports?limit=5");
  const items = batches.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <h3 id="recent-imports">Imported before</h3>
      <ul className="batches">
        {items.map((batch) => (
          <Batch
            key={batch._id}
            batch={batch}
            onUndone={() => {
              batches.reload();
              onChanged();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function Batch({ batch, onUndone }: { batch: ImportBatch; onUndone(): void }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, undo] = useBusy(async () => {
    await undoImport(batch._id, onUndone);
    setAsking(false);
  });
  const day = formatDate(today(new Date(batch.at)));
  const added = batch.added.toLocaleString("en-IN");
  return (
    <li>
      <span className="truncate">{batch.file || "Without a name"}</span>
      <span className="muted">{`${added} added, ${day}`}</span>
      {batch.state === "done" && mayI("undo imports") && (
        <button className="btn btn-quiet" type="button" onClick={() => setAsking(true)}>
          Undo<span className="sr-only">{` the import of ${batch.file}`}</span>
        </button>
      )}
      {batch.state !== "done" && <span className="pill">{batch.state}</span>}
      {isAsking && (
        <Confirm
          title="Undo import"
          verb="Undo"
          isBusy={isBusy}
          onConfirm={undo}
          onClose={() => setAsking(false)}
        >
          <p>All that this import added is taken out of the books.</p>
          <p className="strong">{`${batch.file || "Without a name"}, ${added} added, ${day}`}</p>
        </Confirm>
      )}
    </li>
  );
}

/** Takes the whole batch out of the books; a row that was changed since keeps it there, and is named. */
export async function undoImport(id: string | null, onUndone: () => void): Promise<void> {
  try {
    const { message } = await send<{ message: string }>("DELETE", `/api/imports/${id}`);
    onUndone();
    showToast("success", message);
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Operation failed"));
  }
}
