import { useEffect, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { InvoiceDetail as Detail, Invoice } from "../../domain/invoices.ts";
import { mayBePaid } from "../../domain/invoices.ts";
import type { Payment } from "../../domain/payments.ts";
import { Failure, send, sentenceOf } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { FailedToLoad } from "../ui/FailedToLoad.tsx";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { showToast } from "../ui/toasts.ts";
import { useBusy } from "../ui/useBusy.ts";
import { useLazy } from "../ui/useLazy.ts";
import { Actions, PhoneBar } from "./Actions.tsx";
import { CancelInvoice, DeletePayment } from "./Confirmations.tsx";
import { InvoiceDocument } from "./InvoiceDocument.tsx";
import { InvoiceWarnings } from "./InvoiceWarnings.tsx";
import { PaymentsPanel } from "./PaymentsPanel.tsx";

/** One invoice, by the id that its address ends with: the document, and what came of it. */
export default function InvoiceDetail() {
  const id = typeof location === "undefined" ? "" : location.pathname.split("/").at(-1);
  const detail = useFetch<Detail>(`/api/invoices/${id}`);
  const { data, failure, reload } = detail;
  useTitle(data?.invoice);
  if (failure instanceof Failure && failure.status === 404) return <Missing />;
  if (failure && !data) {
    const said = { label: "Invoice", otherwise: "Failed to load invoice" };
    return <FailedToLoad {...said} failure={failure} onRetry={reload} />;
  }
  if (data) return <Loaded detail={data} onChanged={reload} />;
  return (
    <section className="panel empty" aria-label="Invoice" aria-busy="true">
      <h1 className="sr-only">Invoice</h1>
      <p role="status">Loading invoice...</p>
    </section>
  );
}

function Loaded({ detail, onChanged }: { detail: Detail; onChanged(): void }) {
  const { invoice } = detail;
  const [isDoomed, setDoomed] = useState(false);
  const [payment, setPayment] = useState<Payment>();
  const paying = usePaying();
  const [isSending, onSend] = useBusy(() => sendInvoice(invoice).then(onChanged));
  const acts = {
    invoice,
    isSending,
    onSend,
    onPay: paying.open,
    onCancel: () => setDoomed(true),
  };
  return (
    <>
      <Actions {...acts} />
      <InvoiceWarnings invoice={invoice} />
      <div className="form-cols">
        <InvoiceDocument invoice={invoice} />
        <PaymentsPanel
          detail={detail}
          onPay={mayBePaid(invoice) ? paying.open : undefined}
          onDelete={setPayment}
        />
      </div>
      <PhoneBar {...acts} />
      {paying.Form && paying.isOpen && (
        <paying.Form
          invoice={invoice}
          accounts={paying.accounts}
          onChanged={onChanged}
          onClose={paying.close}
        />
      )}
      {isDoomed && (
        <CancelInvoice invoice={invoice} onDone={onChanged} onClose={() => setDoomed(false)} />
      )}
      {payment && (
        <DeletePayment payment={payment} onDone={onChanged} onClose={() => setPayment(undefined)} />
      )}
    </>
  );
}

/** The dialog for a payment: its code and the accounts come when it is first wanted. */
function usePaying() {
  const [isOpen, setOpen] = useState(false);
  const accounts = useFetch<{ accounts: Account[] }>(isOpen ? "/api/accounts" : null, (failure) => {
    setOpen(false);
    showToast("error", sentenceOf(failure, "Failed to load accounts"));
  });
  const [Form, fetchForm] = useLazy(() =>
    import("./PaymentForm.tsx").then((module) => module.PaymentForm),
  );
  return {
    Form: accounts.data && Form,
    accounts: accounts.data?.accounts ?? [],
    isOpen,
    open: () =>
      void fetchForm().then(
        () => setOpen(true),
        () => {}, // It has been said that the form could not be fetched.
      ),
    close: () => setOpen(false),
  };
}

/** A refusal means that somebody else was quicker: either way what is shown is asked for anew. */
async function sendInvoice({ _id }: Invoice): Promise<void> {
  try {
    await send("POST", `/api/invoices/${_id}/send`, {});
    showToast("success", "Invoice marked as sent");
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Error sending invoice"));
  }
}

/** The window is named after what is owed. */
function useTitle(invoice: Invoice | undefined): void {
  useEffect(() => {
    if (!invoice) return;
    const { invoiceNumber, balance } = invoice;
    const due = mayBePaid(invoice) ? `${moneyText(balance)} due, ` : "";
    document.title = `${due}${invoiceNumber} · bahi`;
  }, [invoice]);
}

function Missing() {
  return (
    <section className="panel empty" aria-labelledby="missing">
      <Icon name="file-text" />
      <h1 id="missing">Invoice not found</h1>
      <a className="btn" href="/invoices">
        Go to Invoices
      </a>
    </section>
  );
}
