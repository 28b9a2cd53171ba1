import { groupIndian, readAmount, toDecimal } from "../../domain/money.ts";
import { type FormField, TextField } from "./Field.tsx";

interface Props {
  label: string;
  field: FormField;
  required?: boolean;
}

const UNREAD = "Write an amount, such as 1,23,456.50";

/** An amount as people write it: `123456.5`, `1,23,456.50`, `₹1,23,456.50`. */
export function AmountField({ label, field, required }: Props) {
  const paise = readAmount(field.value);
  const isUnread = field.value.trim() !== "" && paise === undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      required={required ?? false}
      onFocus={(event) => event.target.select()}
      field={{
        ...field,
        error: isUnread && field.error ? UNREAD : field.error,
        blur: () => {
          if (paise !== undefined) field.change(amountText(toDecimal(paise)));
          field.blur();
        },
      }}
    />
  );
}

/** `1234567.5` as an amount field shows it: `12,34,567.50`. */
export function amountText(decimal: string): string {
  const [whole = "", paise] = decimal.split(".");
  return `${groupIndian(whole)}.${paise}`;
}

/** What an amount field says, in rupees for the API; what cannot be read stays a text, which no schema takes. */
export function readRupees(text: string): number | string | undefined {
  if (!text.trim()) return undefined;
  const paise = readAmount(text);
  return paise === undefined ? text : Number(toDecimal(paise));
}
