import type { ReactNode } from "react";
import { failureText } from "../browser/api.ts";
import { showToast, showToastAfterNavigation, type Toast } from "../browser/toasts.ts";
import { Confirm } from "./Modal.tsx";
import { useBusy } from "./useBusy.ts";

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
  /** Said when it fails and the server gave no message. */
  otherwise: string;
  /** What is offered in place of what was refused. */
  instead?(failure: unknown): Toast["action"];
  /** Returns the page to go to if the record is gone, with the message to show there. */
  leaves?(answer: unknown): { to: string; success: string } | false;
  /** Called when it is deleted. */
  onChanged(): void;
  /** Called when the server refused: what is shown may be out of date. */
  onRefused?(): void;
  onClose(): void;
}

/** Asks before something is lost, does it, and says how it went; that message offers Undo. */
export function ConfirmDelete(props: Props) {
  const { title, verb = "Delete", keep, isSafe, children, run, success, otherwise } = props;
  const { instead, leaves, onChanged, onRefused, onClose } = props;
  const [isBusy, start] = useBusy(async () => {
    try {
      const answer = await run();
      const left = leaves?.(answer);
      if (left) {
        showToastAfterNavigation("success", left.success);
        location.assign(left.to);
        return;
      }
      onChanged();
      showToast("success", success);
    } catch (failure) {
      showToast("error", failureText(failure, otherwise), instead?.(failure));
      onRefused?.();
    }
    onClose();
  });
  return (
    <Confirm {...{ title, verb, keep, isSafe, isBusy, onClose }} onConfirm={start}>
      {children}
    </Confirm>
  );
}
