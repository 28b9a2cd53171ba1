import {
  type Invoice,
  mayBeCancelled,
  mayBeEdited,
  mayBePaid,
  mayBeSent,
} from "../../domain/documents/invoices.ts";
import { useKeys } from "../browser/keys.ts";
import { useIsClosed } from "../browser/lock.ts";
import { can } from "../browser/session.ts";
import { goTo } from "../browser/urlQuery.ts";
import type { Mailing } from "../mail/useMailing.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { cancelLabel } from "../ui/CancelDocument.tsx";
import { DocumentHead, NextStep } from "../ui/DocumentPage.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { StatusPill, saveInvoice } from "./status.tsx";

interface Props {
  invoice: Invoice;
  mailing: Mailing;
  isSending: boolean;
  onSend(): void;
  onPay(): void;
  onCancel(): void;
}

/**
 * The invoice's number and status, and the actions that status and role allow (specification, section 4).
 */
export function Actions(props: Props) {
  const { invoice, onCancel, onPay } = props;
  const [isSaving, save] = useBusy(() => saveInvoice(invoice));
  const isLocked = useIsClosed(invoice.date);
  // Registered at the portal, it cannot be changed either.
  const isFree = !invoice.irn && !(isLocked && invoice.status !== "DRAFT");
  const edit =
    isFree && mayBeEdited(invoice) && can("edit invoices") && `/invoices/${invoice._id}/edit`;
  const keys = { ...(mayBePaid(invoice) && { p: onPay }), ...(edit && { e: goTo(edit) }) };
  useKeys(keys, "enter books");
  return (
    <DocumentHead
      back={{ href: "/invoices", label: "Back to invoices" }}
      number={invoice.invoiceNumber}
      date={invoice.date}
      pill={<StatusPill invoice={invoice} />}
    >
      {isFree && !isLocked && mayBeCancelled(invoice) && (
        <Button
          needs="enter books"
          look="quiet"
          label={cancelLabel(mayBeSent(invoice))}
          className="is-danger"
          onClick={onCancel}
        />
      )}
      {edit && <LinkButton icon="pencil" label="Edit" href={edit} aria-keyshortcuts="e" />}
      <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={save} />
      {!mayBeSent(invoice) && props.mailing.button(false)}
      {mayBePaid(invoice) && <Pay {...props} />}
      {mayBeSent(invoice) && <Send {...props} />}
      {mayBeSent(invoice) && props.mailing.button(true)}
    </DocumentHead>
  );
}

/** The primary action of a sent invoice. */
function Pay({ invoice, onPay }: Props) {
  return (
    <Button
      needs="enter books"
      look={!mayBeSent(invoice) && "primary"}
      icon="indian-rupee"
      label="Add Payment"
      keyName="P"
      aria-keyshortcuts="p"
      onClick={onPay}
    />
  );
}

function Send({ isSending, onSend, mailing }: Props) {
  return (
    <Button
      needs="enter books"
      look={!mailing.isReady && "primary"}
      icon="send"
      label="Send Invoice"
      isBusy={isSending}
      onClick={onSend}
    />
  );
}

export function PhoneBar(props: Props) {
  const { invoice } = props;
  if (!mayBePaid(invoice) && !mayBeSent(invoice)) return null;
  return (
    <NextStep label="Balance due" amount={invoice.balance}>
      {props.mailing.next(mayBeSent(invoice)) ||
        (mayBeSent(invoice) ? <Send {...props} /> : <Pay {...props} />)}
    </NextStep>
  );
}
