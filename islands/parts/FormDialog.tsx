import type { ReactNode, RefObject } from "react";
import { Key } from "./Key.tsx";
import { Modal } from "./Modal.tsx";

/** What a dialog needs of TanStack's form. */
interface Form {
  state: { isSubmitting: boolean };
  handleSubmit(): unknown;
  Subscribe(props: {
    selector: (state: { isDirty: boolean; isSubmitting: boolean }) => readonly [boolean, boolean];
    children: (state: readonly [boolean, boolean]) => ReactNode;
  }): ReactNode | Promise<ReactNode>;
}

interface Props {
  title: string;
  form: Form;
  element: RefObject<HTMLFormElement | null>;
  /** The word on the button that saves. */
  verb?: string;
  wide?: boolean;
  /** Of a present thing that may be deleted. */
  onDelete?: (() => void) | undefined;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog, with Cancel and Save. Enter saves. */
export function FormDialog({
  title,
  form,
  element,
  verb = "Save",
  wide = false,
  onDelete,
  onClose,
  children,
}: Props) {
  return (
    <form.Subscribe selector={(state) => [state.isDirty, state.isSubmitting] as const}>
      {([isDirty, isBusy]) => (
        <Modal title={title} wide={wide} isDirty={isDirty && !isBusy} onClose={onClose}>
          <form
            ref={element}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!form.state.isSubmitting) form.handleSubmit();
            }}
          >
            <div className="modal-body">{children}</div>
            <div className="modal-foot">
              {onDelete && (
                <button className="btn btn-quiet is-danger" type="button" onClick={onDelete}>
                  Delete
                </button>
              )}
              <button className="btn spring-l" type="button" onClick={onClose}>
                Cancel
              </button>
              <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
                {isBusy ? "Saving..." : verb}
                <Key name="↵" />
              </button>
            </div>
          </form>
        </Modal>
      )}
    </form.Subscribe>
  );
}
