import { readAmount, toDecimal } from "../../domain/money.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { UNREAD } from "./AmountField.tsx";
import { type FormField, TextField } from "./Field.tsx";
import { useTyped } from "./useTyped.ts";

/** A field of a list's filter: what it holds is in the address, at once. */
export const filterField = (name: string, value = ""): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeUrlQuery({ [name]: text }),
  blur: () => {},
});

interface AmountProps {
  label: string;
  /** In the address. */
  name: string;
  value: string;
  placeholder: string;
}

/** An amount to filter by, kept in the address once it can be read. */
export function AmountFilter({ label, name, value, placeholder }: AmountProps) {
  const [text, type] = useTyped(value, (text) => {
    const paise = readAmount(text);
    if (!text.trim()) changeUrlQuery({ [name]: "" }, "replace");
    else if (paise !== undefined) changeUrlQuery({ [name]: toDecimal(paise) }, "replace");
  });
  const isUnread = text.trim() !== "" && readAmount(text) === undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      field={{
        ...filterField(name, text),
        change: type,
        error: isUnread ? UNREAD : undefined,
      }}
    />
  );
}
