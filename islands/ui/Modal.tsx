import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "./Button.tsx";

interface Props {
  title: string;
  onClose(): void;
  /** Whether to confirm before Esc, the backdrop, the close button or Cancel discards input. */
  isDirty?: boolean;
  wide?: boolean;
  /**
   * `send` has room for a preview next to the form, `match` and `map` for a table. `notes` is below the
   * bell.
   */
  size?: "map" | "match" | "notes" | "send";
  /** A function receives the callback that closes the dialog. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog over the page. Focus moves into it, stays in it, and returns to the element that opened it. */
export function Modal({ title, onClose, isDirty, wide, size, children }: Props) {
  const id = useId();
  const dialog = useOpenDialog();
  const [asks, setAsks] = useState(false);
  const close = () => (isDirty ? setAsks(true) : onClose());
  return (
    <>
      <dialog
        ref={dialog}
        className={`modal ${wide ? "modal-wide" : ""} ${size ? `modal-${size}` : ""}`}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onMouseDown={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className="modal-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="x" label="Close" className="spring" onClick={close} />
        </div>
        {typeof children === "function" ? children(close) : children}
      </dialog>
      {asks && (
        <Confirm
          title="Close without saving?"
          keep="Keep editing"
          verb="Discard"
          isBusy={false}
          onConfirm={onClose}
          onClose={() => setAsks(false)}
        >
          <p>You will lose what you typed.</p>
        </Confirm>
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  /** The specification's question, and the record's name. */
  children: ReactNode;
  /** The label of the button that cancels. */
  keep?: string | undefined;
  verb: string;
  /** Whether the action is harmless. */
  isSafe?: boolean | undefined;
  isBusy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Confirms a destructive action. The focus starts on the safe button. */
export function Confirm(props: ConfirmProps) {
  const { title, children, keep = "Keep", verb, isSafe, isBusy, onConfirm, onClose } = props;
  const id = useId();
  const dialog = useOpenDialog();
  return (
    <dialog
      ref={dialog}
      className="modal modal-small"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="modal-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="modal-body soft" id={`${id}-text`}>
        {children}
      </div>
      <div className="modal-foot">
        <Button label={keep} onClick={onClose} data-autofocus />
        <Button
          look={isSafe ? "primary" : "danger"}
          label={verb}
          isBusy={isBusy}
          onClick={() => isBusy || onConfirm()}
        />
      </div>
    </dialog>
  );
}

function useOpenDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    const fields = ".modal-body :is(input, select, textarea):enabled:not([hidden], .paper-drop *)";
    (["[data-autofocus]", fields] as const)
      .map((what) => dialog?.querySelector<HTMLElement>(what))
      .find(Boolean)
      ?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
