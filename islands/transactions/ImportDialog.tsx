import { useEffect, useId, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { CsvTable, SavedMapping } from "../../domain/csv/mapping.ts";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";
import { Failure, failureText, get } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { upload as uploadFile } from "../browser/upload.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { useDrop } from "../ui/useDrop.ts";
import type { DialogProps } from "./dialogs.ts";
import { NO_FILTERS } from "./Filters.tsx";
import { BadRows, ImportPreview } from "./ImportPreview.tsx";
import { MapImport, type MapImportProps } from "./MapImport.tsx";
import { RecentImports, undoImport } from "./RecentImports.tsx";

/** Previews a file without a change to the books, and imports it on confirmation. */
export function ImportDialog({ accounts, categories, onSaved, onClose }: DialogProps) {
  const onImported = (done: ImportReport) => {
    onSaved();
    const mayUndo = done._id !== null && can("undo imports");
    const run = () => void undoImport(done._id, onSaved);
    const undo = { label: "Undo", run, undoes: done._id ? [done._id] : [] };
    showToast("success", `${transactions(done.added)} imported`, mayUndo ? undo : undefined);
    onClose();
    // Shows the imported months, because the list may show another.
    const { dateFrom, dateTo } = done;
    changeUrlQuery({ ...NO_FILTERS, dateFrom, dateTo, preset: "custom" });
  };
  const { step, choose, mapRows, importFile, startOver } = useImport(onImported);
  const upload = useLazyDialog((_: File) =>
    import("../banking/UploadDialog.tsx").then((module) => module.UploadDialog),
  );
  // Once the whole file is sent, the server finishes the import.
  const isAtWork = step.name === "importing" && step.sent === 1;
  const close = () => isAtWork || onClose();
  if (upload.isOpen) {
    return upload.draw((UploadDialog, file) => (
      <UploadDialog
        files={[file]}
        onKept={({ _id }) => location.assign(`/banking/${_id}`)}
        onSeveralKept={onClose}
        onClose={onClose}
      />
    ));
  }
  if (step.name === "mapping") {
    return (
      <Modal title="Import transactions" size="map" isDirty onClose={onClose}>
        <MapImport
          {...step}
          accounts={accounts}
          categories={categories}
          onImported={onImported}
          onOtherFile={startOver}
        />
      </Modal>
    );
  }
  return (
    <Modal title="Import transactions" wide onClose={close}>
      <div className="modal-body" aria-live="polite">
        {step.name === "choose" && (
          <>
            <FileDrop onFile={choose} />
            <RecentImports onChanged={onSaved} />
          </>
        )}
        {step.name === "reading" && (
          <p className="soft" role="status">
            <span className="spinner" aria-hidden="true" /> {`Reading ${step.file.name}...`}
          </p>
        )}
        {step.name === "statement" && <StatementNotice {...step} />}
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
        {["refused", "checked", "statement"].includes(step.name) ? (
          <Button label="Choose another file" onClick={startOver} />
        ) : (
          <Button label="Cancel" aria-disabled={isAtWork} onClick={close} />
        )}
        {step.name === "statement" && step.table && (
          <Button label="Import here anyway" onClick={() => void mapRows(step.file, step.table)} />
        )}
        {step.name === "statement" && (
          <Button
            look="primary"
            label="Open in Banking"
            data-autofocus
            onClick={() => upload.open(step.file)}
          />
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

function StatementNotice({ file, about }: { file: File; about: string }) {
  return (
    <>
      <p>
        <span className="strong">{`This is a bank statement: ${about}`}</span>
        <span className="muted">{` · ${file.name}`}</span>
      </p>
      <p className="help">
        Banking checks its balances, finds the invoices and bills that it pays, and imports each
        line once.
      </p>
    </>
  );
}

const transactions = (count: number) => pluralize(count, "transaction");

/** The progress of the upload, then of the server's work. The progress bar announces the share. */
function Progress({ step: { file, sent }, then }: { step: Sending; then: string }) {
  return (
    <div className="busy grid gap-12 soft">
      <p className="row gap-12">
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
      <Icon className="size-24" name="file-spreadsheet" />
      <span>
        <span className="strong">Drop a CSV file or choose one</span>
        <br />
        <span className="help">
          CSV or XLSX with any columns: a cash book, an app’s export. You choose what each column
          becomes. Nothing is saved until you confirm.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
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

type Mapping = Pick<MapImportProps, "errors" | "file" | "saved" | "table">;

type Step =
  | { name: "choose" }
  | { name: "reading"; file: File }
  | { name: "statement"; file: File; about: string; table: CsvTable | undefined }
  | ({ name: "mapping" } & Mapping)
  | ({ name: "checking" } & Sending)
  | { name: "checked"; file: File; report: ImportReport }
  | { name: "refused"; file: File; failure: unknown }
  | ({ name: "importing"; report: ImportReport } & Sending);

/** The steps of an import: choose a file, map its columns if needed, preview, confirm, import. */
function useImport(onImported: (done: ImportReport) => void) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const call = useRef(new AbortController());
  // A partial upload changes nothing.
  useEffect(() => () => call.current.abort(), []);

  async function choose(file: File) {
    setStep({ name: "reading", file });
    try {
      const { recogniseFile } = await import("./recogniseFile.ts");
      const found = await recogniseFile(file);
      if (found.kind === "import") await check(file);
      else if (found.kind === "table") await mapRows(file, found.table);
      else setStep({ name: "statement", file, about: found.about, table: found.table });
    } catch (failure) {
      refuse(file, failure);
    }
  }

  function refuse(file: File, failure: unknown) {
    if (call.current.signal.aborted) return;
    const shown = failure instanceof Refusal ? new Failure(400, failure.message) : failure;
    setStep({ name: "refused", file, failure: shown });
  }

  async function mapRows(file: File, table: CsvTable | undefined, errors: FieldError[] = []) {
    if (!table) return;
    try {
      const { mappings } = await get<{ mappings: SavedMapping[] }>("/api/import-mappings");
      setStep({ name: "mapping", file, table, saved: mappings, errors });
    } catch (failure) {
      refuse(file, failure);
    }
  }

  async function check(file: File) {
    const checking = { name: "checking", file } as const;
    try {
      const report = await sendFile(file, true, (sent) => setStep({ ...checking, sent }));
      setStep({ name: "checked", file, report });
    } catch (failure) {
      const errors = failure instanceof Failure ? failure.errors : [];
      const table = errors.length > 0 ? await readRows(file) : undefined;
      if (table) await mapRows(file, table, errors);
      else refuse(file, failure);
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
    return (await uploadFile<{ import: ImportReport }>(url, file, signal, onSent)).import;
  }

  return {
    step,
    choose,
    mapRows,
    importFile,
    startOver: () => setStep({ name: "choose" }),
  };
}

/** Returns the rows of a rejected file, so that they can be corrected; undefined if it cannot be read. */
async function readRows(file: File): Promise<CsvTable | undefined> {
  const { readTable } = await import("./recogniseFile.ts");
  return readTable(file).catch(() => undefined);
}
