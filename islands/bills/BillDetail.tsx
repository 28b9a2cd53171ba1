import { type ReactNode, useState } from "react";
import type { Bill, BillWithCredit } from "../../domain/purchases/bills.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { Payments } from "../invoices/Payments.tsx";
import { useRefunding } from "../notes/dialogs.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DocumentDetail } from "../ui/DocumentDetail.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { saveDocument } from "../ui/downloads.ts";
import { useBusy } from "../ui/useBusy.ts";
import { SupplierForm } from "../vendors/SupplierForm.tsx";
import { BillDocument } from "./BillDocument.tsx";
import { CancelBill } from "./CancelBill.tsx";
import { CreditForm } from "./CreditForm.tsx";
import { Credits, useCrediting } from "./Credits.tsx";
import { InputTax } from "./InputTax.tsx";
import { Owed } from "./Owed.tsx";
import { usePayingBills } from "./Paying.tsx";
import { BillPill, isAdvance, mayBePaidNow } from "./status.tsx";

const ABOUT = { folder: "bills", list: "Bills" } as const;

export default function BillDetail() {
  return (
    <DocumentPage<BillWithCredit>
      {...ABOUT}
      name="Bill"
      icon="file-input"
      title={({ number }) => number}
    >
      {(bill, onChanged) => <Loaded bill={bill} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  bill: BillWithCredit;
  onChanged(): void;
}

/**
 * Returns the refundable amount. TDS on an advance is with the government, so only the money can come back.
 */
const refundable = (bill: Bill) =>
  isAdvance(bill) ? Math.min(bill.balance, bill.paid) : bill.balance;

const isOpen = ({ status }: Bill) => status === "OPEN" || status === "PARTIALLY_PAID";

function Loaded({ bill, onChanged }: Props) {
  const { kind, status } = bill;
  const pay = usePayingBills(onChanged);
  const holder = {
    ...bill,
    folder: "bills",
    held: refundable(bill),
    clientId: bill.vendorId,
  } as const;
  const refunding = useRefunding(holder, onChanged);
  const crediting = useCrediting(bill, onChanged);
  const onPay = mayBePaidNow(bill) ? () => pay.open([bill]) : undefined;
  const isEditable = status !== "PAID" && status !== "CANCELLED";
  return (
    <DocumentDetail
      {...ABOUT}
      document={bill}
      date={bill.date}
      pill={<BillPill bill={bill} />}
      cancelled={[CANCELLED, ...(isHeld(bill) ? [ADVANCE] : [])]}
      warnings={bill.warnings.map(({ message }) => message)}
      cancel={
        mayBeCancelled(bill) &&
        can("cancel bills") &&
        ((common) => <CancelBill bill={bill} {...common} />)
      }
      mayBeEdited={isEditable}
      save={kind === "SELF_INVOICE" && status !== "DRAFT" && (() => saveSelfInvoice(bill))}
      onPay={onPay}
      actions={<Actions bill={bill} onChanged={onChanged} onRefund={refunding.open} />}
      next={
        onPay
          ? { icon: "indian-rupee", label: "Pay", keyName: "P", onClick: onPay }
          : isHeld(bill) && {
              label: isAdvance(bill) ? "Use Advance" : "Apply Credit",
              onClick: crediting.open,
            }
      }
      step={{ label: onPay ? "To pay" : "Held", amount: onPay ? bill.toPay : bill.balance }}
      paper={<BillDocument bill={bill} />}
      side={<Side bill={bill} onPay={onPay} onChanged={onChanged} />}
      dialogs={
        <>
          {pay.dialog}
          {crediting.dialog}
          {refunding.dialog}
        </>
      }
      onChanged={onChanged}
    />
  );
}

function Side({ bill, onPay, onChanged }: Props & { onPay: (() => void) | undefined }) {
  const [dialog, setDialog] = useState<"credit" | "filing">();
  const isCredit = bill.kind === "CREDIT_NOTE";
  const onClose = () => setDialog(undefined);
  return (
    <>
      <InputTax
        bill={bill}
        onPay={onPay}
        onVendorFiled={() => setDialog("filing")}
        onChange={mayChangeCredit(bill) ? () => setDialog("credit") : undefined}
      />
      <Owed bill={bill} />
      {!isCredit && bill.status !== "DRAFT" && (
        <Payments
          onPay={onPay}
          onChanged={onChanged}
          payments={bill.payments}
          number={bill.number}
          booked="expense"
          paper={bill.reverseCharge ? "Payment Voucher" : undefined}
          none={bill.onHold ? "On hold: do not pay yet." : "No payments yet."}
        />
      )}
      {(isCredit || bill.credits.length > 0) && <Credits bill={bill} onChanged={onChanged} />}
      <Attachments record={{ entity: "bill", id: bill._id }} />
      {dialog === "credit" && <CreditForm bill={bill} onChanged={onChanged} onClose={onClose} />}
      {dialog === "filing" && (
        <SupplierForm
          onChanged={onChanged}
          vendor={bill.vendorId}
          period={bill.date.slice(0, 7)}
          isFiled
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Returns whether the bill has tax whose treatment can still change. */
const mayChangeCredit = ({ inputTax }: BillWithCredit) =>
  inputTax.state !== "" &&
  inputTax.state !== "TOO_LATE" &&
  Object.values(inputTax.onBill).some((amount) => amount !== 0);

const CANCELLED =
  "This bill is cancelled. It is left out of all totals, and its number can be entered again.";

const ADVANCE =
  "Its payments are now an advance to the vendor. Use it for other bills, or record a refund.";

/** A credit note that settled bills or was refunded cannot be cancelled. */
const mayBeCancelled = ({ status, kind, credits, payments }: Bill) =>
  status !== "CANCELLED" && (kind !== "CREDIT_NOTE" || credits.length + payments.length === 0);

function Actions({ bill, onRefund, onChanged }: Props & { onRefund(): void }): ReactNode {
  const { _id, kind, status, vendorId } = bill;
  const isNote = kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
  const credit = new URLSearchParams({ kind: "CREDIT_NOTE", vendor: vendorId._id, bill: _id });
  return (
    <>
      {isOpen(bill) && kind !== "CREDIT_NOTE" && <Hold bill={bill} onChanged={onChanged} />}
      {!isNote && status !== "DRAFT" && status !== "CANCELLED" && (
        <LinkButton
          needs="enter books"
          label="Vendor’s credit note"
          href={`/bills/new?${credit}`}
        />
      )}
      {isHeld(bill) && <Button needs="enter books" label="Refund" onClick={onRefund} />}
    </>
  );
}

/** Saves the agency's own document, for a vendor without a GSTIN. */
const saveSelfInvoice = (bill: Bill) => saveDocument("bills", "Self-Invoice", bill);

/** Whether the vendor holds money: a credit note, or a cancelled bill that was paid. */
const isHeld = ({ kind, status, balance }: Bill) =>
  balance > 0 && (kind === "CREDIT_NOTE" ? status === "OPEN" : isAdvance({ kind, status }));

function Hold({ bill: { _id, onHold }, onChanged }: { bill: Bill; onChanged(): void }) {
  const [isBusy, change] = useBusy(() =>
    send("PUT", `/api/bills/${_id}`, { onHold: !onHold }).then(() => {
      showToast("success", onHold ? "Hold removed" : "On hold");
      onChanged();
    }, toastError("Error changing bill")),
  );
  return (
    <Button
      needs="enter books"
      label={onHold ? "Remove hold" : "Hold"}
      isBusy={isBusy}
      onClick={change}
    />
  );
}
