import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { NewCreditUse } from "../../domain/purchases/billInput.ts";
import type { Bill, BillRow, CreditUse } from "../../domain/purchases/bills.ts";
import { toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { type Searched, useSearched } from "../browser/useSearched.ts";
import { DeleteApplication } from "../notes/dialogs.tsx";
import { SettleForm } from "../notes/SettleForm.tsx";
import { IconButton } from "../ui/Button.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { saveTo } from "../ui/useAppForm.ts";
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

function ApplyCredit({ note, bills, ...on }: FormProps) {
  const { _id, number, balance, vendorId } = note;
  return (
    <SettleForm
      {...on}
      title="Apply to a bill"
      verb="Apply"
      notice={`${number}, ${formatInr(balance)} held`}
      none={`No unpaid bills from ${vendorId.displayName}.`}
      name="billId"
      label="Bill"
      noun="bills"
      searched={bills}
      first={bills.rows[0]}
      text={({ number, date, toPay }) =>
        `${number}, ${formatDate(date)}, ${formatInr(toPay)} to pay`
      }
      most={({ toPay }) => Math.min(balance, toPay)}
      schema={NewCreditUse}
      save={saveTo(`/api/bills/${_id}/apply`)}
      done="Applied to the bill"
      otherwise="Error applying the credit"
    />
  );
}
