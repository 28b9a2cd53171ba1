import { type ComponentType, useState } from "react";
import { upperFirst } from "../../domain/names.ts";
import { Failure, send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";
import type { RecordFormProps } from "./RecordForm.tsx";
import { useLazyDialog } from "./useBusy.ts";

interface Options<Rec> {
  noun: string;
  plural?: string;
  getName(record: Rec): string;
  loadForm(): Promise<ComponentType<RecordFormProps<Rec>>>;
  /** Reloads the list. */
  onChanged(): void;
  onDeleted?(record: Rec): void;
  /** Shown if deleting fails without a message from the server. */
  otherwise?: string;
}

/**
 * The dialogs of a list that add, edit and delete a record. `drawn` is the open one. `onEdit` and
 * `onDelete` are stable, as a table's columns must be.
 */
export function useRecordDialogs<Rec extends { _id: string }>(options: Options<Rec>) {
  const { noun, plural = `${noun}s`, getName, loadForm, onChanged, onDeleted } = options;
  const [toDelete, setToDelete] = useState<Rec>();
  const form = useLazyDialog((_: Rec | undefined) => loadForm());
  const title = upperFirst(noun);
  const makeInactive = (url: string) =>
    void send("PUT", url, { isActive: false }).then(() => {
      onChanged();
      showToast("success", `${title} updated successfully`);
    }, toastError("Operation failed"));
  const confirm = (record: Rec, url: string) => (
    <ConfirmDelete
      title={`Delete ${noun}`}
      run={() => send("DELETE", url)}
      success={`${title} deleted successfully`}
      otherwise={options.otherwise ?? `Failed to delete ${noun}`}
      instead={(failure) => {
        const isActive = "isActive" in record && record.isActive;
        const isInUse = failure instanceof Failure && failure.status === 409 && isActive;
        return isInUse ? { label: "Make inactive", run: () => makeInactive(url) } : undefined;
      }}
      onChanged={() => {
        onChanged();
        onDeleted?.(record);
      }}
      onClose={() => {
        setToDelete(undefined);
        form.close();
      }}
    >
      <p>{`Are you sure you want to delete this ${noun}?`}</p>
      <p className="strong">{getName(record)}</p>
    </ConfirmDelete>
  );
  return {
    actions: {
      onAdd: () => form.open(undefined),
      onEdit: form.open,
      onDelete: setToDelete,
    },
    isOpen: form.isOpen || toDelete !== undefined,
    drawn: (
      <>
        {form.draw((Form, record) => (
          <Form
            record={record}
            onSaved={onChanged}
            onDelete={record && (() => setToDelete(record))}
            onClose={form.close}
          />
        ))}
        {toDelete && confirm(toDelete, `/api/${plural}/${toDelete._id}`)}
      </>
    ),
  };
}
