import type { ReactNode } from "react";
import { sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { showToast, type Toast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  title: string;
  verb?: string;
  /** The safe answer. */
  keep?: string;
  /** What is safe to do is no red button. */
  isSafe?: boolean;
  /** The specification's question, and what it is about. */
  children: ReactNode;
  run(): Promise<unknown>;
  success: string;
  /** Said when it fails without a sentence of the server's. */
  otherwise: string;
  /** Brings it back; the toast offers it. */
  onUndo?: (() => Promise<unknown>) | undefined;
  /** Said when it is back. */
  undone?: string;
  /** What is offered in place of what was refused. */
  instead?(failure: unknown): Toast["action"];
  /** It is gone, or back. */
  onChanged(): void;
  onClose(): void;
}

/** Asks, does what cannot be undone by itself, says so, and offers to bring back what can be. */
export function ConfirmDelete(props: Props) {
  const { title, verb = "Delete", keep, isSafe, children, run, success, otherwise } = props;
  const { onUndo, undone = "", instead, onChanged, onClose } = props;
  const undo = async () => {
    try {
      await onUndo?.();
      onChanged();
      showToast("success", undone);
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  };
  const [isBusy, start] = useBusy(async () => {
    try {
      await run();
      onChanged();
      showToast("success", success, onUndo && { label: "Undo", run: () => void undo() });
    } catch (failure) {
      showToast("error", sentenceOf(failure, otherwise), instead?.(failure));
    }
    onClose();
  });
  return (
    <Confirm {...{ title, verb, keep, isSafe, isBusy, onClose }} onConfirm={start}>
      {children}
    </Confirm>
  );
}
