import type { ReactNode } from "react";
import { send } from "../browser/api.ts";
import type { Toast } from "../browser/toasts.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";

export const cancelLabel = (isDraft: boolean): string => (isDraft ? "Discard draft" : "Cancel");

/** The document that is cancelled. */
export interface ToCancel {
  /** First part of the path, in the app and the API: "notes". */
  folder: string;
  id: string;
  isDraft: boolean;
  onChanged(): void;
  onClose(): void;
}

export interface CancelTexts {
  /** The dialog's title, such as "Invoice". */
  title: string;
  /** The document type in a sentence, such as "credit note". */
  name: string;
  question?: string;
  /** Its number, party and total. */
  about: string;
  children?: ReactNode;
  /** Sent with the request, such as a date. */
  body?: object;
  /** Whether its number is the vendor's, not the agency's. */
  hasVendorNumber?: boolean;
  success: string;
  otherwise: string;
  /** Returns an alternative to offer if the server refuses. */
  instead?(failure: unknown): Toast["action"];
}

/**
 * Cancels a document or discards a draft. If that deletes the draft and frees its number, the screen goes
 * to the list. If the server refuses, the page reloads its outdated data.
 */
export function CancelDocument(props: CancelTexts & ToCancel) {
  const { folder, id, isDraft, title, name, question, about, children, success } = props;
  const { body = {}, instead } = props;
  const { hasVendorNumber, otherwise, onChanged, onClose } = props;
  const verb = isDraft ? "discard this draft" : `cancel this ${name}`;
  return (
    <ConfirmDelete
      otherwise={otherwise}
      success={success}
      onChanged={onChanged}
      onClose={onClose}
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
