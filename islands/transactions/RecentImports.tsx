import { useMemo, useState } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import type { ImportBatch } from "../../domain/ledger/imports.ts";
import { groupIndian } from "../../domain/money.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast, withdrawOffers } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Confirm } from "../ui/Modal.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

const column = columnHelper<ImportBatch>();
const getId = ({ _id }: ImportBatch) => _id;
const getName = ({ file }: ImportBatch) => file || "Untitled";
const addedTo = ({ added }: ImportBatch) => `${groupIndian(added)} added`;
const importDay = ({ at }: ImportBatch) => formatDate(today(new Date(at)));

const batchColumns = (onUndo: (batch: ImportBatch) => void) =>
  column.columns([
    column.accessor(getName, { id: "file", header: "File", meta: { cell: "truncate" } }),
    column.accessor(addedTo, { id: "added", header: "Added", enableSorting: false }),
    column.accessor("at", { header: "Date", cell: ({ row }) => importDay(row.original) }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { cell: "r" },
      cell: ({ row: { original } }) => {
        if (original.state !== "done") return <span className="pill">{original.state}</span>;
        if (!can("undo imports")) return null;
        return (
          <Button look="quiet" onClick={() => onUndo(original)}>
            Undo<span className="sr-only">{` the import of ${original.file}`}</span>
          </Button>
        );
      },
    }),
  ]);

/** The latest imports. An owner can undo each as a whole. */
export function RecentImports({ onChanged }: { onChanged(): void }) {
  const batches = useFetch<{ items: ImportBatch[] }>("/api/imports?limit=5");
  const [toUndo, setToUndo] = useState<ImportBatch>();
  const columns = useMemo(() => batchColumns(setToUndo), []);
  const rows = batches.data?.items;
  const table = useDataTable({ name: "imports", rows, columns, getId });
  const [isBusy, undo] = useBusy(async () => {
    if (!toUndo) return;
    await undoImport(toUndo._id, () => {
      batches.reload();
      onChanged();
    });
    setToUndo(undefined);
  });
  if (!rows?.length) return null;
  return (
    <section className="measured" aria-labelledby="recent-imports">
      <h3 id="recent-imports">Earlier imports</h3>
      <DataTable
        table={table}
        caption="Earlier imports"
        className="tbl to-list batches full"
        isLoaded
      />
      {toUndo && (
        <Confirm
          title="Undo import"
          verb="Undo"
          isBusy={isBusy}
          onConfirm={undo}
          onClose={() => setToUndo(undefined)}
        >
          <p>Everything this import added will be removed from the books.</p>
          <p className="strong">{`${getName(toUndo)}, ${addedTo(toUndo)}, ${importDay(toUndo)}`}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Undoes a whole import. If a row was changed since, nothing is undone and the row is named. */
export async function undoImport(id: string | null, onUndone: () => void): Promise<void> {
  await send<{ message: string }>("DELETE", `/api/imports/${id}`).then(({ message }) => {
    onUndone();
    if (id) withdrawOffers([id]);
    showToast("success", message);
  }, toastError("Operation failed"));
}
