import type { ReactNode } from "react";
import { groupIndian, type Paise, toDecimal } from "../../domain/money.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { type FormField, TextField } from "./Field.tsx";

interface Props {
  label: string;
  field: FormField;
  required?: boolean;
  autoFocus?: boolean;
  help?: ReactNode;
  /** A note that depends on the amount, shown with the result of a sum. */
  noteOf?: ((paise: Paise) => string | undefined) | undefined;
}

export const UNREAD = "Enter an amount, such as 1,23,456.50";

/** A field for an amount such as `1,23,456.50`, or a sum such as `1200*1.18` whose result is shown below. */
export function AmountField({ label, field, required, autoFocus, help, noteOf }: Props) {
  const paise = readTypedAmount(field.value);
  const note = paise === undefined ? undefined : noteOf?.(paise);
  const isUnread = field.value.trim() !== "" && paise === undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      required={required === true}
      data-autofocus={autoFocus || undefined}
      help={note ?? (paise !== undefined && isSum(field.value) ? `= ₹${amountText(paise)}` : help)}
      onFocus={(event) => event.target.select()}
      field={{
        ...field,
        error: isUnread && field.error ? UNREAD : field.error,
        blur: () => {
          const text = paise === undefined ? field.value : amountText(paise);
          if (text !== field.value) field.change(text);
          field.blur();
        },
      }}
    />
  );
}

/** Formats an amount as an amount field shows it: `12,34,567.50`. */
export function amountText(paise: Paise): string {
  const [whole, fraction] = toDecimal(Math.abs(paise) as Paise).split(".");
  return `${paise < 0 ? "-" : ""}${groupIndian(whole ?? "0")}.${fraction}`;
}

/**
 * Parses an amount field into rupees for the API. Returns text that cannot be parsed as it is, so that the
 * schema rejects it.
 */
export function readRupees(text: string): number | string | undefined {
  if (!text.trim()) return undefined;
  const paise = readTypedAmount(text);
  return paise === undefined ? text : Number(toDecimal(paise));
}
