import { documentFileName } from "../../domain/documents/invoices.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { mayBePaid, type Note } from "../../domain/documents/notes.ts";
import { toNoteMail } from "../../domain/mail/about.ts";
import { can } from "../browser/session.ts";
import { ReturnPanel } from "../gst/ReturnPanel.tsx";
import { EinvoicePanel } from "../invoices/EinvoicePanel.tsx";
import { Payments, usePaying } from "../invoices/Payments.tsx";
import { type Mailing, useMailing } from "../mail/useMailing.tsx";
import { LinkPanel } from "../sharing/LinkPanel.tsx";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button } from "../ui/Button.tsx";
import { DocumentDetail, usePosting } from "../ui/DocumentDetail.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { ApplicationList } from "./ApplicationList.tsx";
import { useApplying, useRefunding } from "./dialogs.tsx";
import { NoteDocument } from "./NoteDocument.tsx";
import { NotePill, saveNote } from "./status.tsx";

const ABOUT = { folder: "notes", list: "Credit notes" } as const;

export default function NoteDetail() {
  return (
    <DocumentPage<Note> {...ABOUT} name="Note" icon="file-text" title={({ number }) => number}>
      {(note, onChanged) => <Loaded note={note} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  note: Note;
  onChanged(): void;
}

function Loaded({ note, onChanged }: Props) {
  const { _id, date, status, title, held } = note;
  const isDraft = status === "DRAFT";
  const holder = { ...note, folder: "notes" } as const;
  const applying = useApplying(holder, onChanged);
  const refunding = useRefunding(holder, onChanged);
  const paying = usePaying({ ...note, creditApplied: 0, folder: "notes" }, onChanged);
  const onPay = mayBePaid(note) && paying.open;
  const texts = {
    success: `${KIND_NAMES[note.kind]} marked as sent`,
    otherwise: "Error sending note",
  };
  const [isBusy, onSend] = usePosting(`/api/notes/${_id}/send`, texts, onChanged);
  const mailing = useMailing({
    noun: "note",
    _id,
    about: toNoteMail(note),
    onChanged,
    fileName: documentFileName(title, note.number),
    shareable: toShareable(note),
    paper: <NoteDocument note={note} />,
    onOpen: () => void saveNote(note),
  });
  return (
    <DocumentDetail
      {...ABOUT}
      document={note}
      date={date}
      pill={<NotePill note={note} />}
      warnings={note.warnings.map(({ message }) => message)}
      cancel={mayBeCancelled(note) && can("cancel notes") && toCancelling(note)}
      mayBeEdited={isDraft && note.original.invoiceId !== "" && can("edit invoices")}
      save={() => saveNote(note)}
      mailing={mailing}
      onPay={onPay}
      actions={
        held > 0 && can("refund notes") && <Button label="Refund" onClick={refunding.open} />
      }
      next={
        isDraft
          ? { icon: "send", label: `Send ${title}`, isBusy, onClick: onSend }
          : onPay
            ? { icon: "indian-rupee", label: "Add Payment", keyName: "P", onClick: onPay }
            : held > 0 && { label: "Apply Credit", onClick: applying.open }
      }
      step={
        isDraft
          ? { label: "Total", amount: note.grandTotal }
          : held > 0
            ? { label: "Held", amount: held }
            : { label: "Balance due", amount: note.balance }
      }
      paper={<NoteDocument note={note} />}
      side={<Side note={note} mailing={mailing} onPay={onPay} onChanged={onChanged} />}
      dialogs={
        <>
          {applying.dialog}
          {refunding.dialog}
          {paying.dialog}
        </>
      }
      onChanged={onChanged}
    />
  );
}

function Side({
  note,
  mailing,
  onPay,
  onChanged,
}: Props & { mailing: Mailing; onPay: (() => void) | false }) {
  const { _id, kind, status, number } = note;
  const isCancelled = status === "CANCELLED";
  const isIssued = status !== "DRAFT";
  return (
    <>
      <Sums note={note} />
      {mailing.panel}
      {!isCancelled && <LinkPanel thing={toShareable(note)} onSent={onChanged} />}
      {kind === "CREDIT_NOTE" && !isCancelled && (
        <ApplicationList
          title="Applied to"
          applications={note.applications}
          onChanged={onChanged}
        />
      )}
      {kind === "DEBIT_NOTE" && isIssued && !isCancelled && (
        <Payments
          onChanged={onChanged}
          payments={note.payments}
          number={number}
          none="No payments yet."
          onPay={onPay || undefined}
        />
      )}
      {isIssued && <ReturnPanel onChanged={onChanged} id={_id} number={number} />}
      {isIssued && <EinvoicePanel address={`/api/notes/${_id}`} onChanged={onChanged} />}
      <Attachments record={{ entity: "note", id: _id }} />
    </>
  );
}

const toShareable = (note: Note): Shareable => ({
  ...note,
  entity: "note",
  title: KIND_NAMES[note.kind],
  amount: mayBePaid(note) ? note.balance : note.grandTotal,
});

/** Returns whether it can be cancelled. A note that was settled, refunded or paid cannot. */
const mayBeCancelled = ({ status, irn, applications, original, ...note }: Note) =>
  status !== "CANCELLED" &&
  !irn &&
  note.refunded + note.received + note.tds === 0 &&
  applications.every(({ invoiceId }) => invoiceId === original.invoiceId);

const toCancelling = ({ kind, title, number, clientId, grandTotal, applied }: Note) => ({
  title,
  name: KIND_NAMES[kind].toLowerCase(),
  about: `${number}, ${clientId.displayName}, ${moneyText(grandTotal)}`,
  success: `${KIND_NAMES[kind]} cancelled`,
  otherwise: "Error cancelling note",
  children: applied > 0 && <p>{`${moneyText(applied)} becomes due on its invoice again.`}</p>,
});

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
        <dl className="sums mt-16">
          <Sum name="Applied" amount={applied} />
          {refunded > 0 && <Sum name="Refunded" amount={refunded} />}
          <Sum name="Client credit" amount={held} className="rule" />
        </dl>
      )}
      {isOwed && (
        <dl className="sums mt-16">
          <Sum name="Total Paid" amount={received} />
          {tds > 0 && <Sum name="TDS deducted" amount={tds} />}
          <Sum name="Grand Total" amount={grandTotal} className="rule" />
        </dl>
      )}
    </section>
  );
}
