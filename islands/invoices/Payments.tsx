import type { ReactNode } from "react";
import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Payment } from "../../domain/documents/payments.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { saveDocument } from "../ui/downloads.ts";
import { Money, moneyText } from "../ui/Money.tsx";
import { useAccountsDialog } from "../ui/useAccountsDialog.ts";
import type { Owed } from "./paymentFields.tsx";

/** Opens the payment dialog. */
export function usePaying(owed: Owed, onChanged: () => void) {
  const form = useAccountsDialog(() => import("./PaymentForm.tsx").then((m) => m.PaymentForm));
  return {
    open: () => form.open(undefined),
    dialog: form.draw((Form, accounts) => (
      <Form owed={owed} onChanged={onChanged} accounts={accounts} onClose={form.close} />
    )),
  };
}

interface Props {
  payments: Payment[];
  /** The number of the document being paid. */
  number: string;
  none: string;
  /** Undefined if it cannot be paid. */
  onPay: (() => void) | undefined;
  onChanged(): void;
  /** Drawn next to the button that adds a payment. */
  children?: ReactNode;
  /** The type of the transaction that a payment creates. */
  booked?: "expense" | "income";
  /**
   * The document that the agency issues for each payment. A payment to a vendor has one only under reverse
   * charge.
   */
  paper?: "Payment Receipt" | "Payment Voucher" | undefined;
}

/** The payments of an invoice, debit note or bill, newest first. Owners can delete one. */
export function Payments(props: Props) {
  const { payments, number, none, onPay, onChanged, children, booked = "income" } = props;
  const { paper = booked === "income" ? "Payment Receipt" : undefined } = props;
  const [toDelete, setToDelete] = useState<Payment>();
  return (
    <section className="panel" aria-labelledby="payments">
      <div className="panel-head">
        <h2 id="payments">Payments</h2>
        <span className="note-acts flex gap-12 spring">
          {children}
          {onPay && (
            <Button needs="enter books" look="link" icon="plus" label="Add" onClick={onPay} />
          )}
        </span>
      </div>
      {payments.length === 0 && <p className="entry-none">{none}</p>}
      <ul>
        {payments.toReversed().map((payment) => (
          <Line
            key={payment._id}
            payment={payment}
            number={number}
            paper={paper}
            onDelete={() => setToDelete(payment)}
          />
        ))}
      </ul>
      {toDelete && (
        <DeletePayment
          payment={toDelete}
          booked={booked}
          onChanged={onChanged}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </section>
  );
}

interface LineProps {
  payment: Payment;
  number: string;
  paper: Props["paper"];
  onDelete(): void;
}

function Line({ payment, number, paper, onDelete }: LineProps) {
  const { _id, date, mode, reference, notes, amount, tdsAmount, gstTds } = payment;
  const ofGst = gstTds.igst + gstTds.cgst + gstTds.sgst;
  const name = `${moneyText(amount)}, ${formatDate(date)}`;
  return (
    <li className="entry">
      <div>
        <div className="num strong">{formatDate(date)}</div>
        <div className="cell-sub paper-lines">{[mode, reference].filter(Boolean).join(", ")}</div>
        {notes && <div className="cell-sub paper-lines">{notes}</div>}
      </div>
      <div className="amt">
        <Money amount={amount} />
        {tdsAmount > 0 && <div className="cell-sub num reg">{`TDS ${moneyText(tdsAmount)}`}</div>}
        {ofGst > 0 && <div className="cell-sub num reg">{`GST-TDS ${moneyText(ofGst)}`}</div>}
      </div>
      <div className="entry-acts flex">
        {paper && (
          <IconButton
            icon="download"
            label={`Download ${paper === "Payment Voucher" ? "voucher" : "receipt"} of ${name}`}
            onClick={() => void saveDocument("payments", paper, { _id, number })}
          />
        )}
        {can("delete payments") && (
          <IconButton icon="trash-2" label={`Delete payment of ${name}`} onClick={onDelete} />
        )}
      </div>
    </li>
  );
}

interface DeleteProps {
  payment: Payment;
  booked: "expense" | "income";
  onChanged(): void;
  onClose(): void;
}

/** Deletes the payment's transaction too. */
function DeletePayment({ payment, booked, ...props }: DeleteProps) {
  const { _id, date, mode, amount, tdsAmount, account, transactionId } = payment;
  const what = [amount > 0 && moneyText(amount), tdsAmount > 0 && `TDS ${moneyText(tdsAmount)}`];
  return (
    <ConfirmDelete
      {...props}
      onRefused={props.onChanged}
      title="Delete Payment"
      run={() => send("DELETE", `/api/payments/${_id}`)}
      success="Payment deleted successfully"
      otherwise="Error deleting payment"
    >
      <p>Are you sure you want to delete this payment?</p>
      <p className="strong">{[...what, mode, formatDate(date)].filter(Boolean).join(", ")}</p>
      {transactionId && <p>{`Its ${booked} in ${account.name} is deleted with it.`}</p>}
    </ConfirmDelete>
  );
}
