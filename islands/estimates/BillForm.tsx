import {
  computeRemainingPercent,
  computeUnbilled,
  type Estimate,
  NewBilling,
  splitBilled,
} from "../../domain/documents/estimates.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { formatInr, formatPaise, type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { readRupees } from "../ui/AmountField.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Money } from "../ui/Money.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { Warning } from "../ui/Warning.tsx";

interface Props {
  estimate: Estimate;
  onChanged(): void;
  onClose(): void;
}

/** Chooses the lines of an estimate to bill, and the amount of each. */
export function BillForm({ estimate, onChanged, onClose }: Props) {
  const { _id, number, items, clientId, taxableValue } = estimate;
  const left = computeUnbilled(estimate);
  const rest = computeRemainingPercent(left, toPaise(taxableValue) as Paise) / 100;
  const all = items.map((_, index) => index);
  const form = useAppForm({
    values: { percent: String(rest), lines: all },
    schema: NewBilling,
    read: ({ percent, lines }) => ({
      percent: readRupees(percent.replace("%", "")),
      ...(lines.length < all.length && { lines }),
    }),
    save: saveTo(`/api/estimates/${_id}/invoice`),
    onSaved: (invoice: { _id: string }) =>
      leaveFor(() => location.assign(`/invoices/${invoice._id}`)),
    otherwise: "Error billing the estimate",
    onFailure: onChanged,
  });
  const { lines, percent } = form.values;
  const parts = splitBilled(items, { percent: hundredths(percent), lines }, left);
  const sum = parts.reduce((sum, part) => sum + part, 0) as Paise;
  const rupeesLeft = formatPaise(left);
  return (
    <FormDialog title="Create Invoice" verb="Create draft" form={form} onClose={onClose}>
      <p className="notice">{`${number} for ${clientId.displayName}, ${rupeesLeft} left to bill`}</p>
      <TextField
        label="Percent of each line"
        required
        inputMode="decimal"
        className="num"
        data-autofocus
        help="100 bills everything left; 40 bills a 40% milestone."
        field={form.field("percent")}
      />
      <fieldset className="field">
        <legend className="label">Lines</legend>
        {items.map(({ description, taxable }, index) => (
          <Checkbox
            key={index}
            name={`lines.${index}`}
            label={`${description}, ${formatInr(taxable)}`}
            isOn={lines.includes(index)}
            onChange={(isOn) =>
              form.change(
                "lines",
                all.filter((n) => (n === index ? isOn : lines.includes(n))),
              )
            }
          />
        ))}
      </fieldset>
      <p className="mt-4">
        The draft totals <Money amount={toRupees(sum)} /> before tax.
      </p>
      {sum > left + lines.length && (
        <p className="help">
          <Warning>{`Only ${rupeesLeft} is left to bill.`}</Warning>
        </p>
      )}
    </FormDialog>
  );
}

const hundredths = (text: string): Hundredths => {
  const percent = readRupees(text.replace("%", ""));
  return (typeof percent === "number" ? Math.round(percent * 100) : 0) as Hundredths;
};
