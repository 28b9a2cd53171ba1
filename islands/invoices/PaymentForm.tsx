import { useState } from "react";
import { today } from "../../domain/dates.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import {
  confirmPaymentSchema,
  isBeforeInvoice,
  PAYMENT_MODES,
  paidOnWarning,
  paymentWithin,
} from "../../domain/documents/payments.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr, formatPaise, type Paise, toPaise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { layOutWarning } from "../ui/Warning.tsx";
import {
  AdvanceTick,
  computeUsualGstTds,
  type Owed,
  TdsField,
  toPaymentLimits,
} from "./paymentFields.tsx";

interface Props {
  owed: Owed;
  accounts: Account[];
  /** Called after a payment, or if the data shown was out of date. */
  onChanged(): void;
  onClose(): void;
}

/** Records a payment in full or in part, and the TDS that the client deducted. */
export function PaymentForm(props: Props) {
  const { owed, accounts, onClose } = props;
  const form = usePayment(props);
  const { field } = form;
  const [isGstTds, setIsGstTds] = useState(false);
  const usual = computeUsualGstTds(owed);
  const balance = inPaise(owed.balance);
  const isAdvance = isBeforeInvoice(form.values.date, owed.date);
  const early = paidOnWarning(form.values.date, owed.date, today());
  /**
   * Adjusts the amount when TDS changes, if both still add up to the balance: the user has not chosen
   * another amount.
   */
  const followRest = (other: "gstTds" | "tdsAmount") => (before: string, after: string) => {
    const left = balance - (readTypedAmount(form.values[other]) ?? 0);
    const whole = amountText((left - (readTypedAmount(before) ?? 0)) as Paise);
    const rest = (left - (readTypedAmount(after) ?? 0)) as Paise;
    if (form.values.amount === whole && rest > 0) form.change("amount", amountText(rest));
  };
  const gstField = withChangeCallback(field("gstTds"), followRest("tdsAmount"));
  return (
    <FormDialog title="Add Payment" verb="Add Payment" form={form} onClose={onClose}>
      <p className="notice">{`${owed.number}, ${formatInr(owed.balance)} due`}</p>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus field={field("amount")} />
        <DateField
          label="Date"
          required
          isBooked
          field={field("date")}
          help={layOutWarning(early)}
        />
      </div>
      {isAdvance && <AdvanceTick form={form} invoiceDate={owed.date} />}
      <TdsField
        field={withChangeCallback(field("tdsAmount"), followRest("gstTds"))}
        owed={owed}
        mostPaise={(balance - 1) as Paise}
      />
      {isGstTds ? (
        <>
          <AmountField label="GST-TDS deducted" field={gstField} />
          <p className="help tds-note">
            On the taxable value (section 51):
            <Button
              look="link"
              label={`2% is ${formatPaise(usual)}`}
              onClick={() => gstField.change(amountText(usual))}
            />
          </p>
        </>
      ) : (
        <p className="help tds-note">
          <Button
            look="link"
            label="The client also deducted GST (s. 51)"
            onClick={() => setIsGstTds(true)}
          />
        </p>
      )}
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <AccountField required accounts={accounts} field={field("accountId")} />
      </div>
      <TextField label="Reference" field={field("reference")} />
      <NotesField label="Notes" field={field("notes")} />
    </FormDialog>
  );
}

function usePayment({ owed, accounts, onChanged, onClose }: Props) {
  const balance = inPaise(owed.balance);
  return useAppForm({
    values: {
      amount: amountText(balance),
      date: today(),
      tdsAmount: "",
      gstTds: "",
      mode: "Bank Transfer",
      accountId: defaultAccount(accounts),
      reference: "",
      notes: "",
      isAdvance: false,
    },
    schema: confirmPaymentSchema(paymentWithin(toPaymentLimits(owed)), owed.date),
    read: ({ amount, tdsAmount, gstTds, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
      ...(readTypedAmount(gstTds) && {
        gstTds: showGstTds(splitGstTds(readTypedAmount(gstTds) as Paise, owed.gstMode)),
      }),
    }),
    draft: { noun: "payment", of: owed._id },
    save: ({ isAdvance: _, ...payment }: { isAdvance: boolean }, key) =>
      saveTo(`/api/${owed.folder}/${owed._id}/payments`)(payment, key),
    onSaved: afterSave("Payment added successfully", { onSaved: onChanged, onClose }),
    otherwise: "Error adding payment",
    onFailure: onChanged,
  });
}

/** Returns the field with a callback for each change, from the old value to the new. */
const withChangeCallback = (
  field: FormField,
  follow: (before: string, after: string) => void,
): FormField => ({
  ...field,
  change: (text) => {
    follow(field.value, text);
    field.change(text);
  },
});

const inPaise = (rupees: number) => toPaise(rupees) as Paise;
