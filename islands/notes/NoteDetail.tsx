import { useState } from "react";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { type Application, mayBePaid, type Note } from "../../domain/documents/notes.ts";
import { toNoteMail } from "../../domain/mail/about.ts";
import { send, toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { useIsClosed } from "../browser/lock.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { ReturnPanel } from "../gst/ReturnPanel.tsx";
import { EinvoicePanel } from "../invoices/EinvoicePanel.tsx";
import { Payments, usePaying } from "../invoices/Payments.tsx";
import { type Mailing, useMailing } from "../mail/useMailing.tsx";
import { LinkPanel } from "../sharing/LinkPanel.tsx";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { CancelDocument, cancelLabel } from "../ui/CancelDocument.tsx";
import { DocumentHead, DocumentPage, MadeBy, NextStep } from "../ui/DocumentPage.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { StatusNote } from "../ui/StatusNote.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { ApplicationList } from "./ApplicationList.tsx";
import { DeleteApplication, useApplying, useRefunding } from "./dialogs.tsx";
import { NoteDocument } from "./NoteDocument.tsx";
import { NotePill, saveNote } from "./status.tsx";

export default function NoteDetail() {
  const about = { name: "Note", folder: "notes", list: "Credit notes", icon: "file-text" } as const;
  return (
    <DocumentPage<Note> {...about} title={({ number }) => number}>
      {(note, onChanged) => <Loaded note={note} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  note: Note;
  onChanged(): void;
}

function Loaded({ note, onChanged }: Props) {
  const [isToCancel, setToCancel] = useState(false);
  const [toTakeBack, setToTakeBack] = useState<Application>();
  const holder = { ...note, folder: "notes" } as const;
  const applying = useApplying(holder, onChanged);
  const refunding = useRefunding(holder, onChanged);
  const owed = { ...note, creditApplied: 0, folder: "notes" } as const;
  const paying = usePaying(owed, onChanged);
  const [isSending, onSend] = useBusy(() => sendNote(note).then(onChanged));
  const mailing = useMailing({
    noun: "note",
    _id: note._id,
    about: toNoteMail(note),
    onChanged,
    fileName: documentFileName(note.title, note.number),
    shareable: toShareable(note),
    paper: <NoteDocument note={note} />,
    onOpen: () => void saveNote(note),
  });
  const acts = { note, mailing, isSending, onSend, onApply: applying.open, onPay: paying.open };
  const isCancelled = note.status === "CANCELLED";
  return (
    <>
      <Actions {...acts} onCancel={() => setToCancel(true)} onRefund={refunding.open} />
      {isCancelled ? (
        <StatusNote icon="info" sentences={[CANCELLED]} />
      ) : (
        note.warnings.length > 0 && (
          <StatusNote
            icon="triangle-alert"
            sentences={note.warnings.map(({ message }) => message)}
          />
        )
      )}
      {mailing.callout}
      <div className="form-cols">
        <NoteDocument note={note} />
        <div className="side-col">
          <Sums note={note} />
          {mailing.panel}
          {!isCancelled && <LinkPanel thing={toShareable(note)} onSent={onChanged} />}
          {note.kind === "CREDIT_NOTE" && !isCancelled && (
            <ApplicationList
              title="Applied to"
              applications={note.applications}
              onTakeBack={setToTakeBack}
            />
          )}
          {note.kind === "DEBIT_NOTE" && note.status !== "DRAFT" && !isCancelled && (
            <Payments
              onChanged={onChanged}
              payments={note.payments}
              number={note.number}
              none="No payments yet."
              onPay={mayBePaid(note) ? paying.open : undefined}
            />
          )}
          {note.status !== "DRAFT" && (
            <ReturnPanel onChanged={onChanged} id={note._id} number={note.number} />
          )}
          {note.status !== "DRAFT" && (
            <EinvoicePanel address={`/api/notes/${note._id}`} onChanged={onChanged} />
          )}
          <Attachments record={{ entity: "note", id: note._id }} />
          <MadeBy {...note} />
        </div>
      </div>
      <PhoneBar {...acts} />
      {mailing.dialog}
      {applying.dialog}
      {refunding.dialog}
      {paying.dialog}
      {isToCancel && (
        <CancelNote note={note} onChanged={onChanged} onClose={() => setToCancel(false)} />
      )}
      {toTakeBack && (
        <DeleteApplication
          application={toTakeBack}
          onChanged={onChanged}
          onClose={() => setToTakeBack(undefined)}
        />
      )}
    </>
  );
}

const toShareable = (note: Note): Shareable => ({
  ...note,
  entity: "note",
  title: KIND_NAMES[note.kind],
  amount: mayBePaid(note) ? note.balance : note.grandTotal,
});

const CANCELLED =
  "This note is cancelled. It is left out of all totals, and its number is not reused.";

/** If the server refuses, another user was quicker, so the page reloads its data either way. */
async function sendNote({ _id, kind }: Note): Promise<void> {
  try {
    await send("POST", `/api/notes/${_id}/send`, {});
    showToast("success", `${KIND_NAMES[kind]} marked as sent`);
  } catch (failure) {
    toastError("Error sending note")(failure);
  }
}

interface ActProps {
  note: Note;
  mailing: Mailing;
  isSending: boolean;
  onSend(): void;
  onApply(): void;
  onPay(): void;
}

/** Returns whether it can be cancelled. A note that was settled, refunded or paid cannot. */
const mayBeCancelled = ({ status, irn, applications, original, ...note }: Note) =>
  status !== "CANCELLED" &&
  !irn &&
  note.refunded + note.received + note.tds === 0 &&
  applications.every(({ invoiceId }) => invoiceId === original.invoiceId);

function Actions(props: ActProps & { onCancel(): void; onRefund(): void }) {
  const { note, onCancel, onRefund, onPay } = props;
  const isEditable = note.status === "DRAFT" && note.original.invoiceId && can("edit invoices");
  const edit = isEditable && `/notes/${note._id}/edit`;
  useKeys({ ...(mayBePaid(note) && { p: onPay }), ...(edit && { e: goTo(edit) }) }, "enter books");
  const isLocked = useIsClosed(note.date);
  const [isSaving, save] = useBusy(() => saveNote(note));
  return (
    <DocumentHead
      back={{ href: "/notes", label: "Back to credit notes" }}
      number={note.number}
      date={note.date}
      pill={<NotePill note={note} />}
    >
      {!isLocked && mayBeCancelled(note) && can("cancel notes") && (
        <Button
          look="quiet"
          label={cancelLabel(note.status === "DRAFT")}
          className="is-danger"
          onClick={onCancel}
        />
      )}
      {edit && <LinkButton icon="pencil" label="Edit" href={edit} aria-keyshortcuts="e" />}
      <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={save} />
      {note.held > 0 && can("refund notes") && <Button label="Refund" onClick={onRefund} />}
      {note.status !== "DRAFT" && props.mailing.button(false)}
      <Next {...props} />
      {note.status === "DRAFT" && props.mailing.button(true)}
    </DocumentHead>
  );
}

/** The primary action: send a draft, apply a credit, or pay a balance. */
function Next({ note, mailing, isSending, onSend, onApply, onPay }: ActProps) {
  if (note.status === "DRAFT") {
    const label = `Send ${note.title}`;
    return (
      <Button
        needs="enter books"
        look={!mailing.isReady && "primary"}
        icon="send"
        label={label}
        isBusy={isSending}
        onClick={onSend}
      />
    );
  }
  if (mayBePaid(note)) {
    const press = { "aria-keyshortcuts": "p", onClick: onPay };
    return (
      <Button
        needs="enter books"
        look="primary"
        icon="indian-rupee"
        label="Add Payment"
        keyName="P"
        {...press}
      />
    );
  }
  return (
    note.held > 0 && (
      <Button needs="enter books" look="primary" label="Apply Credit" onClick={onApply} />
    )
  );
}

function PhoneBar(props: ActProps) {
  const { status, held, balance, grandTotal } = props.note;
  const isDraft = status === "DRAFT";
  if (!isDraft && held <= 0 && !mayBePaid(props.note)) return null;
  const [label, amount] = isDraft
    ? ["Total", grandTotal]
    : held > 0
      ? ["Held", held]
      : ["Balance due", balance];
  return (
    <NextStep label={label as string} amount={amount as number}>
      {props.mailing.next(isDraft) || <Next {...props} />}
    </NextStep>
  );
}

/** The total and its use; for a debit note, the balance. */
function Sums({ note }: { note: Note }) {
  const { kind, status, grandTotal, applied, refunded, held, balance, received, tds } = note;
  const isCredit = kind === "CREDIT_NOTE";
  const acts = status !== "DRAFT" && status !== "CANCELLED";
  const isOwed = !isCredit && acts;
  return (
    <section className="card" aria-labelledby="credited">
      <h2 className="soft small" id="credited">
        {isCredit ? "Credited" : isOwed ? "Balance due" : "Debited"}
      </h2>
      <div className="due">
        <Money amount={status === "CANCELLED" ? 0 : isOwed ? balance : grandTotal} big />
      </div>
      {status === "DRAFT" && (
        <p className="small muted">
          {isCredit
            ? "When sent, it reduces the invoice balance; anything left is held as client credit."
            : "This is a draft. Once you send it, the client owes the amount."}
        </p>
      )}
      {isCredit && acts && (
        <dl className="sums gap-top">
          <Sum name="Applied" amount={applied} />
          {refunded > 0 && <Sum name="Refunded" amount={refunded} />}
          <Sum name="Client credit" amount={held} className="rule" />
        </dl>
      )}
      {isOwed && (
        <dl className="sums gap-top">
          <Sum name="Total Paid" amount={received} />
          {tds > 0 && <Sum name="TDS deducted" amount={tds} />}
          <Sum name="Grand Total" amount={grandTotal} className="rule" />
        </dl>
      )}
    </section>
  );
}

function CancelNote({ note, ...props }: Props & { onClose(): void }) {
  const { _id, kind, number, clientId, grandTotal, applied } = note;
  return (
    <CancelDocument
      {...props}
      folder="notes"
      id={_id}
      isDraft={note.status === "DRAFT"}
      title={note.title}
      name={KIND_NAMES[kind].toLowerCase()}
      about={`${number}, ${clientId.displayName}, ${moneyText(grandTotal)}`}
      success={`${KIND_NAMES[kind]} cancelled`}
      otherwise="Error cancelling note"
    >
      {applied > 0 && <p>{`${moneyText(applied)} becomes due on its invoice again.`}</p>}
    </CancelDocument>
  );
}
