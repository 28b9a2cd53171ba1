import { today } from "../../domain/dates.ts";
import {
  NewPartnerPayment,
  PARTNER_PAYMENT_KINDS,
  PARTNER_PAYMENT_NAMES,
} from "../../domain/tds/partners.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

interface Props {
  onChanged(): void;
  onClose(): void;
}

const KINDS = PARTNER_PAYMENT_KINDS.map((kind) => [kind, PARTNER_PAYMENT_NAMES[kind]] as const);

/** Credits pay to a partner's account, less TDS. */
export function PartnerPayForm({ onChanged, onClose }: Props) {
  const form = useAppForm({
    needs: "keep journals",
    values: {
      partner: "",
      pan: "",
      kind: "REMUNERATION",
      amount: "",
      tdsAmount: "",
      date: today(),
    },
    schema: NewPartnerPayment,
    read: ({ amount, tdsAmount, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      ...(readTypedAmount(tdsAmount) !== undefined && { tdsAmount: readRupees(tdsAmount) }),
    }),
    save: saveTo("/api/partner-payments"),
    onSaved: afterSave("Partner’s pay credited", { onSaved: onChanged, onClose }),
    otherwise: "Error crediting the partner’s pay",
  });
  const { field } = form;
  return (
    <FormDialog title="Credit Partner’s Pay" verb="Credit" form={form} onClose={onClose}>
      <div className="grid-2 keep">
        <TextField label="Partner" required autoFocus field={field("partner")} />
        <TextField
          label="PAN"
          field={toUpperCaseField(field("pan"))}
          help="Without it, 20% TDS is deducted."
        />
      </div>
      <div className="grid-2 keep">
        <SelectField label="Kind" required options={KINDS} field={field("kind")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      <div className="grid-2 keep">
        <AmountField label="Amount" required field={field("amount")} />
        <AmountField label="TDS" field={field("tdsAmount")} />
      </div>
      <p className="help">Leave TDS empty to deduct 10% once the year’s pay exceeds ₹20,000.</p>
    </FormDialog>
  );
}
