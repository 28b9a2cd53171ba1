import { type ReactNode, useState } from "react";
import { send, toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { useIsClosed } from "../browser/lock.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import type { Mailing } from "../mail/useMailing.tsx";
import { Button, LinkButton } from "./Button.tsx";
import { CancelDocument, type CancelTexts, cancelLabel, type ToCancel } from "./CancelDocument.tsx";
import { DocumentHead, MadeBy, NextStep } from "./DocumentPage.tsx";
import type { IconName } from "./Icon.tsx";
import { StatusNote } from "./StatusNote.tsx";
import { useBusy } from "./useBusy.ts";

interface Document {
  _id: string;
  number: string;
  status: string;
  createdBy: { fullName: string };
  createdAt: string;
}

/** The main action, such as to send a draft or to add a payment. */
export interface Action {
  label: string;
  icon?: IconName;
  /** Its key, if it pays. */
  keyName?: "P";
  isBusy?: boolean;
  onClick(): void;
}

interface Props {
  /** The path segment of its page and API call: "notes". */
  folder: string;
  /** The name of its list: "Credit notes". */
  list: string;
  document: Document;
  /** The date of an entry in the books, which can be locked. */
  date?: string;
  pill: ReactNode;
  /** Shown above a cancelled document. */
  cancelled?: string[];
  /** Shown above any other. */
  warnings?: string[];
  /** False if it cannot be cancelled. */
  cancel?: false | CancelTexts | ((toCancel: ToCancel) => ReactNode);
  mayBeEdited: boolean;
  /** Saves its PDF. */
  save?: (() => Promise<void>) | false;
  mailing?: Mailing;
  /** Other actions. */
  actions?: ReactNode;
  next?: Action | false;
  /** Runs on the key P. */
  onPay?: (() => void) | false | undefined;
  /** The amount next to the main action on a phone. */
  step: { label: string; amount: number };
  paper: ReactNode;
  side: ReactNode;
  /** Shown below the author. */
  sideEnd?: ReactNode;
  dialogs?: ReactNode;
  onChanged(): void;
}

/** A document with its number, status and actions, and the panels beside it. */
export function DocumentDetail(props: Props) {
  const { folder, document, cancelled, warnings = [], cancel, mailing, next, onChanged } = props;
  const { _id, status } = document;
  const isDraft = status === "DRAFT";
  const [isToCancel, setToCancel] = useState(false);
  const onClose = () => setToCancel(false);
  const toCancel = { folder, id: _id, isDraft, onChanged, onClose };
  const sentences = status === "CANCELLED" ? (cancelled ?? [toCancelled(folder)]) : warnings;
  const main = next && <MainAction {...next} isQuiet={isDraft && mailing?.isReady === true} />;
  return (
    <>
      <Head {...props} main={main} onCancel={() => setToCancel(true)} />
      {sentences.length > 0 && (
        <StatusNote
          icon={status === "CANCELLED" ? "info" : "triangle-alert"}
          sentences={sentences}
        />
      )}
      {mailing?.callout}
      <div className="form-cols">
        {props.paper}
        <div className="side-col">
          {props.side}
          <MadeBy {...document} />
          {props.sideEnd}
        </div>
      </div>
      {main && <NextStep {...props.step}>{mailing?.next(isDraft) || main}</NextStep>}
      {mailing?.dialog}
      {props.dialogs}
      {isToCancel &&
        cancel &&
        (typeof cancel === "function" ? (
          cancel(toCancel)
        ) : (
          <CancelDocument {...cancel} {...toCancel} />
        ))}
    </>
  );
}

const toCancelled = (folder: string) =>
  `This ${folder.slice(0, -1)} is cancelled. It is left out of all totals, and its number is not reused.`;

/** The number, the status, and the actions that status and role allow (specification, section 4). */
function Head(props: Props & { main: ReactNode; onCancel(): void }) {
  const { folder, list, document, date, pill, cancel, mayBeEdited, save, mailing, onPay } = props;
  const { _id, number, status } = document;
  const isDraft = status === "DRAFT";
  const isLocked = useIsClosed(date ?? "");
  const edit = mayBeEdited && (!isLocked || isDraft) && `/${folder}/${_id}/edit`;
  useKeys({ ...(onPay && { p: onPay }), ...(edit && { e: goTo(edit) }) }, "enter books");
  return (
    <DocumentHead
      back={{ href: `/${folder}`, label: `Back to ${list.toLowerCase()}` }}
      number={number}
      date={date}
      pill={pill}
    >
      {!isLocked && cancel && (
        <Button
          needs="enter books"
          look="quiet"
          label={cancelLabel(isDraft)}
          className="is-danger"
          onClick={props.onCancel}
        />
      )}
      {edit && (
        <LinkButton
          needs="enter books"
          icon="pencil"
          label="Edit"
          href={edit}
          aria-keyshortcuts="e"
        />
      )}
      {save && <SaveButton save={save} />}
      {props.actions}
      {!isDraft && mailing?.button(false)}
      {props.main}
      {isDraft && mailing?.button(true)}
    </DocumentHead>
  );
}

function SaveButton({ save }: { save(): Promise<void> }) {
  const [isSaving, start] = useBusy(save);
  return <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={start} />;
}

export function MainAction({ keyName, isQuiet, ...action }: Action & { isQuiet: boolean }) {
  return (
    <Button
      needs="enter books"
      look={!isQuiet && "primary"}
      {...(keyName && { keyName, "aria-keyshortcuts": "p" })}
      {...action}
    />
  );
}

/**
 * Posts an action such as sending. If the server refuses, another user was quicker, so the page reloads its
 * data either way.
 */
export const usePosting = (
  address: string,
  texts: { success: string; otherwise: string },
  onChanged: () => void,
  onDone?: () => void,
) =>
  useBusy(() =>
    send("POST", address, {})
      .then(() => {
        showToast("success", texts.success);
        onDone?.();
      }, toastError(texts.otherwise))
      .then(onChanged),
  );
