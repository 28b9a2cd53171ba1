import { useId } from "react";
import { toRupees } from "../../domain/money.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, UNREAD } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { moneyText } from "../ui/Money.tsx";

interface Props {
  label: string;
  field: FormField;
  /** The error, shown below the line. */
  note: string;
}

/** A debit or credit of a line: an amount, or a sum whose result is shown below. */
export function AmountCell({ label, field, note }: Props) {
  const id = useId();
  const { name, value, error } = field;
  const paise = readTypedAmount(value);
  return (
    <div className="relative">
      <label className="cell-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        value={value}
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
        <span
          className="calc-tip num row gap-8 round-6 on-raised shadow-pop nowrap small"
          role="status"
        >{`= ${moneyText(toRupees(paise))}`}</span>
      )}
    </div>
  );
}

/** Returns the error of an amount, with the format if it cannot be parsed. */
export const amountError = ({ value, error }: FormField): string | undefined =>
  error && value.trim() !== "" && readTypedAmount(value) === undefined ? UNREAD : error;
