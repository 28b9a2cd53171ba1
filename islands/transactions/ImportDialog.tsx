import { useEffect, useId, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import { Failure, failureText } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { upload } from "../browser/upload.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useDrop } from "../ui/useDrop.ts";
import type { DialogProps } from "./dialogs.ts";
import { NO_FILTERS } from "./Filters.tsx";
import { BadRows, ImportPreview } from "./ImportPreview.tsx";
import { RecentImports, undoImport } from "./RecentImports.tsx";

/** Previews a CSV without a change to the books, and imports it on confirmation. */
export function ImportDialog({ onSaved, onClose }: DialogProps) {
  const { step, check, importFile, startOver } = useImport((done) => {
    onSaved();
    const mayUndo = done._id !== null && can("undo imports");
    const run = () => void undoImport(done._id, onSaved);
    const undo = { label: "Undo", run, undoes: done._id ? [done._id] : [] };
    showToast("success", `${transactions(done.added)} imported`, mayUndo ? undo : undefined);
    onClose();
    // Shows the imported months, because the list may show another.
    const { dateFrom, dateTo } = done;
    changeUrlQuery({ ...NO_FILTERS, dateFrom, dateTo, preset: "custom" });
  });
  // Once the whole file is sent, the server finishes the import.
  const isAtWork = step.name === "importing" && step.sent === 1;
  const close = () => isAtWork || onClose();
  return (
    <Modal title="Import transactions" wide onClose={close}>
      <div className="modal-body" aria-live="polite">
        {step.name === "choose" && (
          <>
            <FileDrop onFile={check} />
            <RecentImports onChanged={onSaved} />
          </>
        )}
        {step.name === "checking" && <Progress step={step} then={`Reading ${step.file.name}...`} />}
        {step.name === "importing" && (
          <Progress step={step} then={`Importing ${transactions(step.report.added)}...`} />
        )}
        {step.name === "checked" && <ImportPreview report={step.report} />}
        {step.name === "refused" && (
          <>
            <p className="error">
              <Icon name="circle-alert" />
              {failureText(step.failure, "Could not reach the server. Nothing has been changed.")}
            </p>
            <BadRows errors={step.failure instanceof Failure ? step.failure.errors : []} />
          </>
        )}
      </div>
      <div className="modal-foot">
        {step.name === "refused" || step.name === "checked" ? (
          <Button label="Choose another file" onClick={startOver} />
        ) : (
          <Button label="Cancel" aria-disabled={isAtWork} onClick={close} />
        )}
        {step.name === "checked" && step.report.added > 0 && (
          <Button
            look="primary"
            label={`Import ${transactions(step.report.added)}`}
            onClick={() => importFile(step.file, step.report)}
          />
        )}
      </div>
    </Modal>
  );
}

const transactions = (count: number) => pluralize(count, "transaction");

/** The progress of the upload, then of the server's work. The progress bar announces the share. */
function Progress({ step: { file, sent }, then }: { step: Sending; then: string }) {
  return (
    <div className="busy">
      <p>
        <span className="spinner" aria-hidden="true" />
        {sent < 1 ? `Sending ${file.name}...` : then}
        {sent < 1 && (
          <span className="num spring" aria-hidden="true">{`${Math.floor(sent * 100)}%`}</span>
        )}
      </p>
      <progress value={sent} aria-label={`Sending ${file.name}`} />
    </div>
  );
}

/** A place to drop or choose a CSV. */
function FileDrop({ onFile }: { onFile(file: File): void }) {
  const id = useId();
  return (
    <label {...useDrop("", onFile)} htmlFor={id}>
      <Icon name="file-spreadsheet" />
      <span>
        <span className="strong">Drop a CSV file or choose one</span>
        <br />
        <span className="help">
          Columns Date, Description, Account, Category, Type, Amount and Notes, in any order.
          Nothing is saved until you confirm.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
    </label>
  );
}

/** A file being uploaded. When `sent` (0 to 1) is 1, the server is processing it. */
export interface Sending {
  file: File;
  sent: number;
}

type Step =
  | { name: "choose" }
  | ({ name: "checking" } & Sending)
  | { name: "checked"; file: File; report: ImportReport }
  | { name: "refused"; file: File; failure: unknown }
  | ({ name: "importing"; report: ImportReport } & Sending);

const SPREADSHEET =
  "This is a spreadsheet. Save it as CSV in your spreadsheet program, then choose the CSV file.";

/** Detects a spreadsheet by the file extension, or by the first bytes of a zip or an older Excel file. */
async function isSpreadsheet(file: File): Promise<boolean> {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(file.name)) return true;
  const [a, b] = await file.slice(0, 2).bytes();
  return (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf);
}

/** The steps of an import: choose a file, preview, confirm, import. */
function useImport(onImported: (done: ImportReport) => void) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const call = useRef(new AbortController());
  // A partial upload changes nothing.
  useEffect(() => () => call.current.abort(), []);

  async function check(file: File) {
    const checking = { name: "checking", file } as const;
    try {
      if (await isSpreadsheet(file)) throw new Failure(415, SPREADSHEET);
      const report = await sendFile(file, true, (sent) => setStep({ ...checking, sent }));
      setStep({ name: "checked", file, report });
    } catch (failure) {
      if (!call.current.signal.aborted) setStep({ name: "refused", file, failure });
    }
  }

  async function importFile(file: File, report: ImportReport) {
    const importing = { name: "importing", file, report } as const;
    try {
      onImported(await sendFile(file, false, (sent) => setStep({ ...importing, sent })));
    } catch (failure) {
      if (call.current.signal.aborted) return;
      setStep({ name: "refused", file, failure });
      showToast("error", failureText(failure, "Operation failed"));
    }
  }

  async function sendFile(file: File, dryRun: boolean, onSent: (share: number) => void) {
    onSent(0);
    const query = new URLSearchParams({
      dryRun: String(dryRun),
      createMissing: "true",
      file: file.name.slice(0, 200),
    });
    const url = `/api/transactions/import?${query}`;
    const { signal } = call.current;
    return (await upload<{ import: ImportReport }>(url, file, signal, onSent)).import;
  }

  return { step, check, importFile, startOver: () => setStep({ name: "choose" }) };
}
