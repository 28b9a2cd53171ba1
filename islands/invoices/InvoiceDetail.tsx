import { useState } from "react";
import {
  type InvoiceDetail as Detail,
  type Invoice,
  invoiceFileName,
  mayBePaid,
} from "../../domain/documents/invoices.ts";
import { yearWarning } from "../../domain/documents/numbering.ts";
import { toInvoiceMail } from "../../domain/mail/about.ts";
import { Failure, send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useMailing } from "../mail/useMailing.tsx";
import { CancelDocument } from "../ui/CancelDocument.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { moneyText } from "../ui/Money.tsx";
import { StatusNote } from "../ui/StatusNote.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { Actions, PhoneBar } from "./Actions.tsx";
import { InvoiceDocument } from "./InvoiceDocument.tsx";
import { usePaying } from "./Payments.tsx";
import { PaymentsPanel, toShareable } from "./PaymentsPanel.tsx";
import { saveInvoice } from "./status.tsx";
import { explainUnknownPlace } from "./supply.ts";

export default function InvoiceDetail() {
  const about = {
    name: "Invoice",
    folder: "invoices",
    list: "Invoices",
    icon: "file-text",
  } as const;
  return (
    <DocumentPage<Detail> {...about} title={toTitle}>
      {(detail, onChanged) => <Loaded detail={detail} onChanged={onChanged} />}
    </DocumentPage>
  );
}

/** The window title shows the amount due. */
function toTitle({ invoice }: Detail): string {
  const { invoiceNumber, balance } = invoice;
  return `${mayBePaid(invoice) ? `${moneyText(balance)} due, ` : ""}${invoiceNumber}`;
}

function Loaded({ detail, onChanged }: { detail: Detail; onChanged(): void }) {
  const { invoice } = detail;
  const [isToCancel, setToCancel] = useState(false);
  const owed = { ...invoice, folder: "invoices" } as const;
  const paying = usePaying(owed, onChanged);
  const [isSending, onSend] = useBusy(() => sendInvoice(invoice).then(onChanged));
  const mailing = useMailing({
    noun: "invoice",
    _id: invoice._id,
    about: toInvoiceMail(invoice),
    onChanged,
    fileName: invoiceFileName(invoice.invoiceNumber),
    shareable: toShareable(invoice),
    paper: <InvoiceDocument invoice={invoice} />,
    onOpen: () => void saveInvoice(invoice),
  });
  const acts = {
    invoice,
    mailing,
    isSending,
    onSend,
    onPay: paying.open,
    onCancel: () => setToCancel(true),
  };
  return (
    <>
      <Actions {...acts} />
      <InvoiceWarnings invoice={invoice} />
      {mailing.callout}
      <div className="form-cols">
        <InvoiceDocument invoice={invoice} />
        <PaymentsPanel
          detail={detail}
          onPay={mayBePaid(invoice) ? acts.onPay : undefined}
          onChanged={onChanged}
          mailing={mailing}
        />
      </div>
      <PhoneBar {...acts} />
      {paying.dialog}
      {mailing.dialog}
      {isToCancel && (
        <CancelInvoice invoice={invoice} onChanged={onChanged} onClose={() => setToCancel(false)} />
      )}
    </>
  );
}

/** If the server refuses, another user was quicker, so the page reloads its data either way. */
async function sendInvoice({ _id }: Invoice): Promise<void> {
  try {
    await send("POST", `/api/invoices/${_id}/send`, {});
    showToast("success", "Invoice marked as sent");
  } catch (failure) {
    toastError("Error sending invoice")(failure);
  }
}

interface Props {
  onChanged(): void;
  onClose(): void;
}

function CancelInvoice({ invoice, ...props }: Props & { invoice: Invoice }) {
  const { _id, invoiceNumber, clientId, grandTotal } = invoice;
  return (
    <CancelDocument
      {...props}
      folder="invoices"
      id={_id}
      isDraft={invoice.status === "DRAFT"}
      title="Invoice"
      name="invoice"
      // Specification, section 8: the same for a draft.
      question="Are you sure you want to cancel this invoice?"
      about={`${invoiceNumber}, ${clientId.displayName}, ${moneyText(grandTotal)}`}
      success="Invoice cancelled"
      otherwise="Error cancelling invoice"
      instead={(failure) =>
        failure instanceof Failure && failure.about.code === "filed_return"
          ? {
              label: "Credit note",
              run: () => location.assign(`/notes/new?invoice=${invoice._id}`),
            }
          : undefined
      }
    />
  );
}

/** Warnings about what a reader could misunderstand, and about what to fix before sending. */
function InvoiceWarnings({ invoice }: { invoice: Invoice }) {
  const { status } = invoice;
  if (status === "CANCELLED") return <StatusNote icon="info" sentences={[CANCELLED]} />;
  const cautions = status === "DRAFT" ? findCautions(invoice) : [];
  return cautions.length > 0 && <StatusNote icon="triangle-alert" sentences={cautions} />;
}

const CANCELLED =
  "This invoice is cancelled. It is left out of all totals, and its number is not reused.";

/** Warnings that never block sending. */
function findCautions({ invoiceNumber, date, supply, supplyPlace, warnings }: Invoice) {
  const cautions: string[] = [];
  if (!supplyPlace.stateCode && supply === "REGULAR") {
    cautions.push(explainUnknownPlace(supplyPlace.text, "the tax within the agency's state"));
  }
  const moved = yearWarning(invoiceNumber, date);
  if (moved) cautions.push(`${moved}.`);
  return [...cautions, ...warnings.map(({ message }) => message)];
}
