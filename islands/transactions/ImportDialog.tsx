import { useState } from "react";
import type { ImportReport } from "../../domain/imports.ts";
import { Failure, send, sentenceOf } from "../browser/api.ts";
import { mayI } from "../browser/session.ts";
import { Icon } from "../parts/Icon.tsx";
import { Modal } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useUniqueId } from "../parts/useUniqueId.ts";
import type { DialogProps } from "./dialogs.ts";
import { BadRows, ImportPreview } from "./ImportPreview.tsx";
import { RecentImports, undoImport } from "./RecentImports.tsx";

type Step =
  | { name: "choose" }
  | { name: "checking"; file: File }
  | { name: "checked"; file: File; report: ImportReport }
  | { name: "refused"; file: File; failure: unknown }
  | { name: "importing"; file: File; report: ImportReport };

/** A CSV is looked at first, without a change to the books, and imported when the result is agreed to. */
export function ImportDialog({ onSaved, onClose }: DialogProps) {
  const [step, setStep] = useState<Step>({ name: "choose" });

  async function look(file: File) {
    setStep({ name: "checking", file });
    try {
      const { import: report } = await importFile(file, true);
      setStep({ name: "checked", file, report });
    } catch (failure) {
      setStep({ name: "refused", file, failure });
    }
  }

  async function bringIn(file: File, report: ImportReport) {
    setStep({ name: "importing", file, report });
    try {
      const { import: done } = await importFile(file, false);
      onSaved();
      const text = `${transactions(done.added)} imported`;
      const mayUndo = done._id !== null && mayI("undo imports");
      const undo = { label: "Undo", run: () => void undoImport(done._id, onSaved) };
      showToast("success", text, mayUndo ? undo : undefined);
      onClose();
    } catch (failure) {
      setStep({ name: "refused", file, failure });
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  }

  const isBusy = step.name === "checking" || step.name === "importing";
  return (
    <Modal title="Import transactions" wide onClose={() => isBusy || onClose()}>
      <div className="modal-body" aria-busy={isBusy} aria-live="polite">
        {step.name === "choose" && (
          <>
            <FileDrop onFile={look} />
            <RecentImports onChanged={onSaved} />
          </>
        )}
        {step.name === "checking" && <Busy text={`Reading ${step.file.name}...`} />}
        {step.name === "importing" && (
          <Busy text={`Importing ${transactions(step.report.added)}...`} />
        )}
        {step.name === "checked" && <ImportPreview report={step.report} />}
        {step.name === "refused" && (
          <>
            <p className="error">
              <Icon name="circle-alert" />
              {sentenceOf(step.failure, "Could not reach the server. Nothing has been changed.")}
            </p>
            <BadRows errors={step.failure instanceof Failure ? step.failure.errors : []} />
          </>
        )}
      </div>
      <div className="modal-foot">
        {step.name === "refused" || step.name === "checked" ? (
          <button className="btn" type="button" onClick={() => setStep({ name: "choose" })}>
            Choose another file
          </button>
        ) : (
          <button className="btn" type="button" onClick={() => isBusy || onClose()}>
            Cancel
          </button>
        )}
        {step.name === "checked" && step.report.added > 0 && (
          <button
            className="btn btn-primary"
            type="button"
            onClick={() => bringIn(step.file, step.report)}
          >
            {`Import ${transactions(step.report.added)}`}
          </button>
        )}
      </div>
    </Modal>
  );
}

const transactions = (count: number) =>
  `${count.toLocaleString("en-IN")} ${count === 1 ? "transaction" : "transactions"}`;

function importFile(file: File, dryRun: boolean) {
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    createMissing: "true",
    file: file.name.slice(0, 200),
  });
  return send<{ import: ImportReport }>("POST", `/api/transactions/import?${query}`, file);
}

function FileDrop({ onFile }: { onFile(file: File): void }) {
  const id = useUniqueId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={`drop-zone ${isOver ? "is-over" : ""}`}
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="file-spreadsheet" />
      <span>
        <span className="strong">Drop a CSV file or choose one</span>
        <br />
        <span className="help">
          Columns Date, Description, Account, Category, Type, Amount and Notes, in any order. You
          will see what it would do before anything is changed.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => take(event.target.files)}
      />
    </label>
  );
}

function Busy({ text }: { text: string }) {
  return (
    <p className="busy" role="status">
      <span className="spinner" aria-hidden="true" />
      {text}
    </p>
  );
}
