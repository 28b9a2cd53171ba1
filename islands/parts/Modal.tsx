import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "./Icon.tsx";

interface Props {
  title: string;
  onClose(): void;
  /** Asked before Esc, the scrim or the cross throw away what was typed. */
  isDirty?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog over the page. Focus goes in, stays in, and returns to what opened it. */
export function Modal({ title, onClose, isDirty, wide, children }: Props) {
  const id = useId();
  const dialog = useOpenDialog();
  const [asks, setAsks] = useState(false);
  const close = () => (isDirty ? setAsks(true) : onClose());
  return (
    <>
      <dialog
        ref={dialog}
        className={`modal ${wide ? "modal-wide" : ""}`}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onMouseDown={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className="modal-head">
          <h2 id={id}>{title}</h2>
          <button className="icon-btn spring-l" type="button" aria-label="Close" onClick={close}>
            <Icon name="x" />
          </button>
        </div>
        {children}
      </dialog>
      {asks && (
        <Confirm
          title="Close without saving?"
          verb="Discard"
          isBusy={false}
          onConfirm={onClose}
          onClose={() => setAsks(false)}
        >
          <p>What you have typed will be lost.</p>
        </Confirm>
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  /** The specification's question, and what it is about. */
  children: ReactNode;
  verb: string;
  isBusy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is lost. The focus is on the safe answer. */
export function Confirm({ title, children, verb, isBusy, onConfirm, onClose }: ConfirmProps) {
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
        <button className="btn" type="button" onClick={onClose} data-autofocus>
          Keep
        </button>
        <button
          className="btn btn-danger"
          type="button"
          aria-busy={isBusy}
          onClick={() => isBusy || onConfirm()}
        >
          {verb}
        </button>
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
    dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
