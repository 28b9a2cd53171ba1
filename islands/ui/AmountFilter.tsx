import { readAmount, toDecimal } from "../../domain/money.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { UNREAD } from "./AmountField.tsx";
import { TextField } from "./Field.tsx";
import { filterField } from "./filters.tsx";
import { useTyped } from "./SearchFilter.tsx";

interface AmountProps {
  label: string;
  /** Its parameter in the address. */
  name: string;
  value: string;
  placeholder: string;
}

/** An amount to filter by, stored in the address once it can be parsed. */
export function AmountFilter({ label, name, value, placeholder }: AmountProps) {
  const [text, type] = useTyped(value, (text) => {
    const paise = readAmount(text);
    if (!text.trim()) changeUrlQuery({ [name]: "" }, "replace");
    else if (paise !== undefined) changeUrlQuery({ [name]: toDecimal(paise) }, "replace");
  });
  const error = text.trim() !== "" && readAmount(text) === undefined ? UNREAD : undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      placeholder={placeholder}
      field={{ ...filterField(name, text), change: type, error }}
    />
  );
}
