import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { NewCreditUse } from "../../domain/purchases/billInput.ts";
import type { Bill, BillRow, CreditUse } from "../../domain/purchases/bills.ts";
import { toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { type Searched, useSearched } from "../browser/useSearched.ts";
import { DeleteApplication } from "../notes/dialogs.tsx";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { SearchedSelect } from "../ui/SearchedSelect.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import { isAdvance } from "./status.tsx";

interface Props {
  bill: Bill;
  onChanged(): void;
}

/** For a vendor's credit note, the bills it settled; for a bill, the notes that settled it. */
export function Credits({ bill, onChanged }: Props) {
  const [toDelete, setToDelete] = useState<CreditUse>();
  const isNote = bill.kind === "CREDIT_NOTE" || isAdvance(bill);
  return (
    <section className="panel" aria-labelledby="credits">
      <div className="panel-head">
        <h2 id="credits">{isNote ? "Applied to" : "Credit notes"}</h2>
      </div>
      {bill.credits.length === 0 && <p className="entry-none">No bill yet.</p>}
      <ul>
        {bill.credits.map((use) => {
          const [id, number] = isNote ? [use.billId, use.billNumber] : [use.noteId, use.noteNumber];
          return (
            <li className="entry" key={use._id}>
              <div>
                <a className="doc" href={`/bills/${id}`}>
                  {number}
                </a>
                <div className="cell-sub num">{formatDate(use.date)}</div>
              </div>
              <div className="amt">
                <Money amount={use.amount} />
              </div>
              {can("cancel notes") && (
                <IconButton
                  icon="trash-2"
                  label={`Unapply ${moneyText(use.amount)} from ${number}`}
                  onClick={() => setToDelete(use)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {toDelete && (
        <DeleteApplication
          application={{ ...toDelete, invoiceNumber: toDelete.billNumber }}
          onChanged={onChanged}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </section>
  );
}

/** Settles an open bill of the same vendor. Bills are loaded on demand. */
export function useCrediting(note: Bill, onChanged: () => void) {
  const form = useLazyDialog(async () => ApplyCredit);
  const query = `vendorId=${note.vendorId._id}&status=UNPAID&sort=date`;
  const bills = useSearched<BillRow>(form.isOpen ? `/api/bills?${query}` : null, (failure) => {
    form.close();
    toastError("Failed to load bills")(failure);
  });
  return {
    open: () => form.open(undefined),
    dialog: form.draw(
      (Form) =>
        bills.data && <Form note={note} bills={bills} onChanged={onChanged} onClose={form.close} />,
    ),
  };
}

interface FormProps {
  note: Bill;
  bills: Searched<BillRow>;
  onChanged(): void;
  onClose(): void;
}

const TITLE = "Apply to a bill";

function ApplyCredit(props: FormProps) {
  const { note, onClose } = props;
  if (props.bills.total > 0) return <Form {...props} />;
  return (
    <Modal title={TITLE} onClose={onClose}>
      <div className="modal-body">
        <p className="notice">{`No unpaid bills from ${note.vendorId.displayName}.`}</p>
      </div>
      <div className="modal-foot">
        <Button label="Close" onClick={onClose} />
      </div>
    </Modal>
  );
}

function Form({ note, bills, onChanged, onClose }: FormProps) {
  const most = (id: string) => {
    const owed = bills.find(id)?.toPay ?? 0;
    return amountText(toPaise(Math.min(note.balance, owed)) as Paise);
  };
  const first = bills.rows[0]?._id ?? "";
  const form = useAppForm({
    values: { billId: first, amount: most(first) },
    schema: NewCreditUse,
    read: ({ billId, amount }) => ({ billId, amount: readRupees(amount) }),
    save: saveTo(`/api/bills/${note._id}/apply`),
    onSaved: afterSave("Applied to the bill", { onSaved: onChanged, onClose }),
    otherwise: "Error applying the credit",
    onFailure: onChanged,
  });
  const bill = form.field("billId");
  return (
    <FormDialog title={TITLE} verb="Apply" form={form} onClose={onClose}>
      <p className="notice">{`${note.number}, ${formatInr(note.balance)} held`}</p>
      <SearchedSelect
        label="Bill"
        required
        noun="bills"
        searched={bills}
        text={({ number, date, toPay }) =>
          `${number}, ${formatDate(date)}, ${formatInr(toPay)} to pay`
        }
        field={{
          ...bill,
          change: (id) => {
            bill.change(id);
            form.change("amount", most(id));
          },
        }}
      />
      <AmountField label="Amount" required autoFocus field={form.field("amount")} />
    </FormDialog>
  );
}
