import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { readAmount, toDecimal } from "../../domain/money.ts";
import { TRANSACTION_TYPES } from "../../domain/transactions.ts";
import { changeSearch } from "../browser/search.ts";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, SelectField, TextField } from "../parts/Field.tsx";
import { PeriodPicker } from "../parts/PeriodPicker.tsx";
import { useTyped } from "../parts/useTyped.ts";
import { NO_FILTERS, type View } from "./view.ts";

interface Props {
  /** Undefined before the address is known, when the panel only keeps its room. */
  view: View | undefined;
  accounts: Account[];
  categories: Category[];
  isOpen: boolean | undefined;
}

/** Every change is in the address at once, and goes back to page 1. */
export function Filters({ view = NO_VIEW, accounts, categories, isOpen }: Props) {
  const narrowed = categories.filter(({ type }) => !view.type || type === view.type);
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      <PeriodPicker preset={view.preset} />
      <div className="filters-grid">
        <DateField label="From date" isLazy field={dateField("dateFrom", view.dateFrom)} />
        <DateField label="To date" isLazy field={dateField("dateTo", view.dateTo)} />
        <SelectField label="Type" field={fieldOf("type", view.type)}>
          <option value="">All types</option>
          {TRANSACTION_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <SelectField label="Account" field={fieldOf("accountId", view.accountId)}>
          <option value="">All accounts</option>
          {accounts.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Category" field={fieldOf("categoryId", view.categoryId)}>
          <option value="">All categories</option>
          {narrowed.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <AmountFilter
          label="Min amount"
          name="minAmount"
          value={view.minAmount}
          placeholder="₹0.00"
        />
        <AmountFilter
          label="Max amount"
          name="maxAmount"
          value={view.maxAmount}
          placeholder="Any"
        />
      </div>
    </section>
  );
}

const NO_VIEW: View = { ...NO_FILTERS, page: 1, limit: 10, preset: "thisMonth" };

const fieldOf = (name: string, value: string): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeSearch({ [name]: text }),
  blur: () => {},
});

/** A date chosen by hand is no preset any more. */
const dateField = (name: "dateFrom" | "dateTo", value: string): FormField => ({
  ...fieldOf(name, value),
  change: (text) => changeSearch({ [name]: text, preset: "custom" }),
});

interface AmountProps {
  label: string;
  name: "minAmount" | "maxAmount";
  value: string;
  placeholder: string;
}

function AmountFilter({ label, name, value, placeholder }: AmountProps) {
  const [text, type] = useTyped(value, (text) => {
    const paise = readAmount(text);
    if (!text.trim()) changeSearch({ [name]: "" }, "replace");
    else if (paise !== undefined) changeSearch({ [name]: toDecimal(paise) }, "replace");
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
        ...fieldOf(name, text),
        change: type,
        error: isUnread ? "Write an amount, such as 1,23,456.50" : undefined,
      }}
    />
  );
}
