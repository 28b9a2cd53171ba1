import { Failure, sentenceOf } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { showToast } from "../ui/toasts.ts";
import type { DialogProps } from "./dialogs.ts";
import { FileDrop } from "./FileDrop.tsx";
import { BadRows, ImportPreview } from "./ImportPreview.tsx";
import { RecentImports, undoImport } from "./RecentImports.tsx";
import { type Sending, useImport } from "./useImport.ts";

/** A CSV is looked at first, without a change to the books, and imported when the result is agreed to. */
export function ImportDialog({ onSaved, onClose }: DialogProps) {
  const { step, look, bringIn, startOver } = useImport((done) => {
    onSaved();
    const mayUndo = done._id !== null && can("undo imports");
    const undo = { label: "Undo", run: () => void undoImport(done._id, onSaved) };
    showToast("success", `${transactions(done.added)} imported`, mayUndo ? undo : undefined);
    onClose();
  });
  // What the server has in hand, it finishes.
  const isAtWork = step.name === "importing" && step.sent === 1;
  const close = () => isAtWork || onClose();
  return (
    <Modal title="Import transactions" wide onClose={close}>
      <div className="modal-body" aria-live="polite">
        {step.name === "choose" && (
          <>
            <FileDrop onFile={look} />
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
              {sentenceOf(step.failure, "Could not reach the server. Nothing has been changed.")}
            </p>
            <BadRows errors={step.failure instanceof Failure ? step.failure.errors : []} />
          </>
        )}
      </div>
      <div className="modal-foot">
        {step.name === "refused" || step.name === "checked" ? (
          <button className="btn" type="button" onClick={startOver}>
            Choose another file
          </button>
        ) : (
          <button className="btn" type="button" aria-disabled={isAtWork} onClick={close}>
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

/** How far the file has gone; then what the server does with it. The share is a progress bar's to tell. */
function Progress({ step: { file, sent }, then }: { step: Sending; then: string }) {
  return (
    <div className="busy">
      <p>
        <span className="spinner" aria-hidden="true" />
        {sent < 1 ? `Sending ${file.name}...` : then}
        {sent < 1 && (
          <span className="num spring-l" aria-hidden="true">{`${Math.floor(sent * 100)}%`}</span>
        )}
      </p>
      <progress value={sent} aria-label={`Sending ${file.name}`} />
    </div>
  );
}
