import type { ReactNode } from "react";
import { failureText } from "../browser/api.ts";
import { showToast, showToastAfterNavigation, type Toast } from "../browser/toasts.ts";
import { Confirm } from "./Modal.tsx";
import { useBusy } from "./useBusy.ts";

interface Props {
  title: string;
  verb?: string;
  /** The label of the button that cancels. */
  keep?: string;
  /** Whether the action is harmless, so its button is not red. */
  isSafe?: boolean;
  /** The specification's question, and the record's name. */
  children: ReactNode;
  run(): Promise<unknown>;
  success: string;
  /** Shown if the request fails without a message from the server. */
  otherwise: string;
  /** Returns an alternative to offer if the server refuses. */
  instead?(failure: unknown): Toast["action"];
  leaves?(answer: unknown): { to: string; success: string } | false;
  onChanged(): void;
  /** Called if the server refused, because the data shown may be out of date. */
  onRefused?(): void;
  onClose(): void;
}

/** Confirms a deletion, sends it and reports the result in a message with an Undo button. */
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
    <Confirm
      title={title}
      verb={verb}
      keep={keep}
      isSafe={isSafe}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={start}
    >
      {children}
    </Confirm>
  );
}
