import {
  type InvoiceDetail as Detail,
  type Invoice,
  invoiceFileName,
  mayBeCancelled,
  mayBeEdited,
  mayBePaid,
  mayBeSent,
} from "../../domain/documents/invoices.ts";
import { yearWarning } from "../../domain/documents/numbering.ts";
import { toInvoiceMail } from "../../domain/mail/about.ts";
import { Failure } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useMailing } from "../mail/useMailing.tsx";
import { useSendWays } from "../mail/useSendWays.tsx";
import { type Action, DocumentDetail, MainAction, usePosting } from "../ui/DocumentDetail.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { moneyText } from "../ui/Money.tsx";
import { InvoiceDocument } from "./InvoiceDocument.tsx";
import { usePaying } from "./Payments.tsx";
import { Duplicate, PaymentsPanel, toShareable } from "./PaymentsPanel.tsx";
import { StatusPill, saveInvoice } from "./status.tsx";
import { explainUnknownPlace } from "./supply.ts";

const ABOUT = { folder: "invoices", list: "Invoices" } as const;

export default function InvoiceDetail() {
  return (
    <DocumentPage<Detail> {...ABOUT} name="Invoice" icon="file-text" title={toTitle}>
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
  const { _id, date, status, irn, balance } = invoice;
  const isDraft = mayBeSent(invoice);
  const paying = usePaying({ ...invoice, folder: "invoices" }, onChanged);
  const onPay = mayBePaid(invoice) && paying.open;
  const pay: Action | false = onPay && {
    icon: "indian-rupee",
    label: "Add Payment",
    keyName: "P",
    onClick: onPay,
  };
  const texts = { success: "Invoice marked as sent", otherwise: "Error sending invoice" };
  const mailing = useMailing({
    noun: "invoice",
    _id,
    about: toInvoiceMail(invoice, findLastDay(detail.payments)),
    onChanged,
    fileName: invoiceFileName(invoice.invoiceNumber),
    shareable: toShareable(invoice),
    paper: <InvoiceDocument invoice={invoice} />,
    onOpen: () => void saveInvoice(invoice),
  });
  const ways = useSendWays(invoice, mailing);
  const [isBusy, onClick] = usePosting(`/api/invoices/${_id}/send`, texts, onChanged, ways.open);
  return (
    <DocumentDetail
      {...ABOUT}
      document={invoice}
      date={date}
      pill={<StatusPill invoice={invoice} />}
      warnings={status === "DRAFT" ? listCautions(invoice) : []}
      // Registered at the portal, it cannot be changed either.
      cancel={!irn && mayBeCancelled(invoice) && toCancelling(invoice)}
      mayBeEdited={!irn && mayBeEdited(invoice) && can("edit invoices")}
      save={() => saveInvoice(invoice)}
      mailing={mailing}
      onPay={onPay}
      actions={isDraft && pay && <MainAction {...pay} isQuiet />}
      next={isDraft ? { icon: "send", label: "Send Invoice", isBusy, onClick } : pay}
      step={{ label: "Balance due", amount: balance }}
      paper={<InvoiceDocument invoice={invoice} />}
      side={
        <PaymentsPanel
          detail={detail}
          onPay={onPay || undefined}
          onChanged={onChanged}
          mailing={mailing}
        />
      }
      sideEnd={<Duplicate invoice={invoice} />}
      dialogs={
        <>
          {paying.dialog}
          {ways.dialog}
        </>
      }
      onChanged={onChanged}
    />
  );
}

const findLastDay = (payments: Detail["payments"]) =>
  payments
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? "";

function toCancelling({ _id, invoiceNumber, clientId, grandTotal }: Invoice) {
  return {
    title: "Invoice",
    name: "invoice",
    // Specification, section 8: the same for a draft.
    question: "Are you sure you want to cancel this invoice?",
    about: `${invoiceNumber}, ${clientId.displayName}, ${moneyText(grandTotal)}`,
    success: "Invoice cancelled",
    otherwise: "Error cancelling invoice",
    instead: (failure: unknown) =>
      failure instanceof Failure && failure.about.code === "filed_return"
        ? { label: "Credit note", run: () => location.assign(`/notes/new?invoice=${_id}`) }
        : undefined,
  };
}

/** Returns what to fix before sending. It never blocks sending. */
function listCautions({ invoiceNumber, date, supply, supplyPlace, warnings }: Invoice) {
  const cautions: string[] = [];
  if (!supplyPlace.stateCode && supply === "REGULAR") {
    cautions.push(explainUnknownPlace(supplyPlace.text, "the tax within the agency's state"));
  }
  const moved = yearWarning(invoiceNumber, date);
  if (moved) cautions.push(`${moved}.`);
  return [...cautions, ...warnings.map(({ message }) => message)];
}
