import type { KeyboardEvent, ReactNode } from "react";
import { showToast } from "../browser/toasts.ts";
import { Button } from "./Button.tsx";
import { FormNotices, SubmitButton } from "./Form.tsx";
import { Modal } from "./Modal.tsx";
import type { AppForm } from "./useAppForm.ts";

interface Props {
  title: string;
  form: AppForm;
  /** The label of the save button. */
  verb?: string;
  wide?: boolean;
  /** Deletes the record, if it exists and may be deleted. */
  onDelete?: (() => void) | undefined;
  onClose(): void;
  /** A second save button. */
  other?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog, with Cancel and Save. Enter saves. */
export function FormDialog(props: Props) {
  const { title, form, verb = "Save", wide = false, onDelete, onClose, other, children } = props;
  return (
    <Modal
      title={title}
      wide={wide}
      isDirty={form.isUnsaved || form.draft !== undefined}
      onClose={() => {
        form.discard();
        onClose();
      }}
    >
      {(close) => (
        <form {...form.props} onKeyDown={saveOnEnter}>
          <div className="modal-body">
            <FormNotices form={form} />
            {children}
          </div>
          <div className="modal-foot">
            {onDelete && (
              <Button
                needs={form.needs}
                look="quiet"
                label="Delete"
                className="is-danger"
                onClick={onDelete}
              />
            )}
            <Button label="Cancel" className="spring" onClick={close} />
            {other}
            <SubmitButton form={form} label={verb} keyName="↵" aria-keyshortcuts="Control+Enter" />
          </div>
        </form>
      )}
    </Modal>
  );
}

/** Saves on Enter in a closed select too, where browsers do nothing or open it. */
function saveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, currentTarget } = event;
  const isPlain = key === "Enter" && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || !(target instanceof HTMLSelectElement)) return;
  if (CSS.supports("selector(:open)") && target.matches(":open")) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}

/** Returns what a dialog does after saving: reload the page's data, show a message and close. */
export const afterSave =
  <Answer,>(
    text: string,
    { onSaved, onClose }: { onSaved(answer: Answer): void; onClose(): void },
  ) =>
  (answer: Answer) => {
    onSaved(answer);
    showToast("success", text);
    onClose();
  };
