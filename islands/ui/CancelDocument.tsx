import type { ReactNode } from "react";
import { send } from "../browser/api.ts";
import type { Toast } from "../browser/toasts.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";

/** Returns the label of the button that opens the dialog. */
export const cancelLabel = (isDraft: boolean): string => (isDraft ? "Discard draft" : "Cancel");

interface Props {
  /** First part of the address, in the app and the API: "notes". */
  folder: string;
  id: string;
  isDraft: boolean;
  /** "Invoice": the dialog's title. */
  title: string;
  /** "credit note" */
  name: string;
  /** Replaces the usual question. */
  question?: string;
  /** Its number, party and sum. */
  about: string;
  /** Further effects. */
  children?: ReactNode;
  /** What is sent with it, such as a date. */
  body?: object;
  /** Whether its number is the vendor's, and not one of ours. */
  hasVendorNumber?: boolean;
  success: string;
  otherwise: string;
  /** What is offered in place of what was refused. */
  instead?(failure: unknown): Toast["action"];
  onChanged(): void;
  onClose(): void;
}

/**
 * Cancels a document, or discards a draft. A draft whose number goes back to its series is removed, and the
 * screen goes to the list. A refusal means that what is shown is out of date.
 */
export function CancelDocument(props: Props) {
  const { folder, id, isDraft, title, name, question, about, children, success } = props;
  const { body = {}, instead } = props;
  const { hasVendorNumber, otherwise, onChanged, onClose } = props;
  const verb = isDraft ? "discard this draft" : `cancel this ${name}`;
  return (
    <ConfirmDelete
      {...{ otherwise, success, onChanged, onClose }}
      {...(instead && { instead })}
      onRefused={onChanged}
      title={isDraft ? "Discard Draft" : `Cancel ${title}`}
      verb={isDraft ? "Discard draft" : `Cancel ${name}`}
      run={() => send("POST", `/api/${folder}/${id}/cancel`, body)}
      leaves={(answer) =>
        (answer as { removed?: boolean }).removed === true && {
          to: `/${folder}`,
          success: "Draft discarded",
        }
      }
    >
      <p>{question ?? `Are you sure you want to ${verb}?`}</p>
      <p className="strong">{about}</p>
      {children}
      <p>{`${describeNumber(isDraft, hasVendorNumber)} You can undo this.`}</p>
    </ConfirmDelete>
  );
}

function describeNumber(isDraft: boolean, hasVendorNumber = false): string {
  if (hasVendorNumber) return "The number can be entered again.";
  if (!isDraft) return "The number won't be reused.";
  return (
    "If no one has seen it and it has the newest number, it is deleted and the number is reused. " +
    "Otherwise it stays as cancelled, with its number."
  );
}
