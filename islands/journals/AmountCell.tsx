import { useId } from "react";
import { toRupees } from "../../domain/money.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, UNREAD } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { moneyText } from "../ui/Money.tsx";

interface Props {
  label: string;
  field: FormField;
  /** Of what is said of it, below its line. */
  note: string;
}

/** A debit or a credit in a line: an amount, or a sum whose result is shown beneath. */
export function AmountCell({ label, field, note }: Props) {
  const id = useId();
  const { name, value, error } = field;
  const paise = readTypedAmount(value);
  return (
    <div className="calc">
      <label className="cell-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...{ id, name, value }}
        className="input num"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error ? note : undefined}
        onChange={({ target }) => field.change(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => {
          const text = paise === undefined ? value : amountText(paise);
          if (text !== value) field.change(text);
          field.blur();
        }}
      />
      {paise !== undefined && isSum(value) && (
        <span className="calc-tip num" role="status">{`= ${moneyText(toRupees(paise))}`}</span>
      )}
    </div>
  );
}

/** What is wrong with an amount; of one that cannot be read, how one is written. */
export const amountError = ({ value, error }: FormField): string | undefined =>
  error && value.trim() !== "" && readTypedAmount(value) === undefined ? UNREAD : error;
