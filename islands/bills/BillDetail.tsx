import { useState } from "react";
import { documentFileName } from "../../domain/documents/invoices.ts";
import type { Bill, BillRow, BillWithCredit, CreditUse } from "../../domain/purchases/bills.ts";
import { send, toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { useIsClosed } from "../browser/lock.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { Payments } from "../invoices/Payments.tsx";
import { DeleteApplication, useRefunding } from "../notes/dialogs.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { cancelLabel } from "../ui/CancelDocument.tsx";
import { DocumentHead, DocumentPage, MadeBy, NextStep } from "../ui/DocumentPage.tsx";
import { savePdf } from "../ui/downloads.ts";
import { StatusNote } from "../ui/StatusNote.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { SupplierForm } from "../vendors/SupplierForm.tsx";
import { BillDocument } from "./BillDocument.tsx";
import { CancelBill } from "./CancelBill.tsx";
import { CreditForm } from "./CreditForm.tsx";
import { Credits, useCrediting } from "./Credits.tsx";
import { InputTax } from "./InputTax.tsx";
import { Owed } from "./Owed.tsx";
import { Paying } from "./Paying.tsx";
import { BillPill, isAdvance, mayBePaidNow } from "./status.tsx";

export default function BillDetail() {
  const about = { name: "Bill", folder: "bills", list: "Bills", icon: "file-input" } as const;
  return (
    <DocumentPage<BillWithCredit> {...about} title={({ number }) => number}>
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
  const [isToCancel, setToCancel] = useState(false);
  const [isChangingCredit, setChangingCredit] = useState(false);
  const [isFiling, setFiling] = useState(false);
  const [toTakeBack, setToTakeBack] = useState<CreditUse>();
  const pay = useLazyDialog((_: BillRow[]) => import("./PayForm.tsx").then((m) => m.PayForm));
  const holder = {
    ...bill,
    folder: "bills",
    held: refundable(bill),
    clientId: bill.vendorId,
  } as const;
  const refunding = useRefunding(holder, onChanged);
  const crediting = useCrediting(bill, onChanged);
  const onPay = mayBePaidNow(bill) ? () => pay.open([bill]) : undefined;
  const acts = { bill, onPay, onApply: crediting.open };
  const isCredit = bill.kind === "CREDIT_NOTE";
  return (
    <>
      <Actions
        {...acts}
        onChanged={onChanged}
        onCancel={() => setToCancel(true)}
        onRefund={refunding.open}
      />
      {bill.status === "CANCELLED" ? (
        <StatusNote icon="info" sentences={[CANCELLED, ...(isHeld(bill) ? [ADVANCE] : [])]} />
      ) : (
        bill.warnings.length > 0 && (
          <StatusNote
            icon="triangle-alert"
            sentences={bill.warnings.map(({ message }) => message)}
          />
        )
      )}
      <div className="form-cols">
        <BillDocument bill={bill} />
        <div className="side-col">
          <InputTax
            bill={bill}
            onPay={onPay}
            onVendorFiled={() => setFiling(true)}
            onChange={mayChangeCredit(bill) ? () => setChangingCredit(true) : undefined}
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
          {(isCredit || bill.credits.length > 0) && (
            <Credits bill={bill} onTakeBack={setToTakeBack} />
          )}
          <Attachments record={{ entity: "bill", id: bill._id }} />
          <MadeBy {...bill} />
        </div>
      </div>
      <PhoneBar {...acts} />
      <Paying pay={pay} onChanged={onChanged} />
      {crediting.dialog}
      {refunding.dialog}
      {isToCancel && (
        <CancelBill bill={bill} onChanged={onChanged} onClose={() => setToCancel(false)} />
      )}
      {isChangingCredit && (
        <CreditForm bill={bill} onChanged={onChanged} onClose={() => setChangingCredit(false)} />
      )}
      {isFiling && (
        <SupplierForm
          onChanged={onChanged}
          vendor={bill.vendorId}
          period={bill.date.slice(0, 7)}
          isFiled
          onClose={() => setFiling(false)}
        />
      )}
      {toTakeBack && (
        <DeleteApplication
          application={{ ...toTakeBack, invoiceNumber: toTakeBack.billNumber }}
          onChanged={onChanged}
          onClose={() => setToTakeBack(undefined)}
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

interface ActProps {
  bill: Bill;
  onPay: (() => void) | undefined;
  onApply(): void;
}

/** A credit note that settled bills or was refunded cannot be cancelled. */
const mayBeCancelled = ({ status, kind, credits, payments }: Bill) =>
  status !== "CANCELLED" && (kind !== "CREDIT_NOTE" || credits.length + payments.length === 0);

function Actions(props: ActProps & { onCancel(): void; onRefund(): void; onChanged(): void }) {
  const { bill, onPay, onCancel, onRefund, onChanged } = props;
  const { _id, kind, status, vendorId } = bill;
  const isLocked = useIsClosed(bill.date);
  const isFree = !isLocked || status === "DRAFT";
  const edit = isFree && status !== "PAID" && status !== "CANCELLED" && `/bills/${_id}/edit`;
  useKeys({ ...(onPay && { p: onPay }), ...(edit && { e: goTo(edit) }) }, "enter books");
  const isNote = kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
  const credit = new URLSearchParams({ kind: "CREDIT_NOTE", vendor: vendorId._id, bill: _id });
  return (
    <DocumentHead
      back={{ href: "/bills", label: "Back to bills" }}
      number={bill.number}
      date={bill.date}
      pill={<BillPill bill={bill} />}
    >
      {!isLocked && mayBeCancelled(bill) && can("cancel bills") && (
        <Button
          look="quiet"
          label={cancelLabel(status === "DRAFT")}
          className="is-danger"
          onClick={onCancel}
        />
      )}
      {isOpen(bill) && kind !== "CREDIT_NOTE" && <Hold bill={bill} onChanged={onChanged} />}
      {!isNote && status !== "DRAFT" && status !== "CANCELLED" && (
        <LinkButton
          needs="enter books"
          label="Vendor’s credit note"
          href={`/bills/new?${credit}`}
        />
      )}
      {kind === "SELF_INVOICE" && status !== "DRAFT" && <SelfInvoice bill={bill} />}
      {edit && (
        <LinkButton
          needs="enter books"
          icon="pencil"
          label="Edit"
          href={edit}
          aria-keyshortcuts="e"
        />
      )}
      {isHeld(bill) && <Button needs="enter books" label="Refund" onClick={onRefund} />}
      <Next {...props} />
    </DocumentHead>
  );
}

/** The agency's own document, for a vendor without a GSTIN. */
function SelfInvoice({ bill: { _id, number } }: { bill: Bill }) {
  const name = documentFileName("Self-Invoice", number);
  const success = "PDF downloaded successfully";
  const [isBusy, save] = useBusy(() => savePdf({ url: `/api/bills/${_id}/pdf`, name, success }));
  return <Button icon="download" label="Download PDF" isBusy={isBusy} onClick={save} />;
}

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

/** The primary action: pay the balance, or apply a credit note. */
function Next({ bill, onPay, onApply }: ActProps) {
  if (onPay) {
    const press = { "aria-keyshortcuts": "p", onClick: onPay };
    return (
      <Button
        needs="enter books"
        look="primary"
        icon="indian-rupee"
        label="Pay"
        keyName="P"
        {...press}
      />
    );
  }
  return (
    isHeld(bill) && (
      <Button
        needs="enter books"
        look="primary"
        label={isAdvance(bill) ? "Use Advance" : "Apply Credit"}
        onClick={onApply}
      />
    )
  );
}

function PhoneBar(props: ActProps) {
  const { bill, onPay } = props;
  if (!onPay && !isHeld(bill)) return null;
  const label = onPay ? "To pay" : "Held";
  return (
    <NextStep label={label} amount={onPay ? bill.toPay : bill.balance}>
      <Next {...props} />
    </NextStep>
  );
}
