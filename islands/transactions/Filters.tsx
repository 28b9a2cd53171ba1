import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { TRANSACTION_TYPES } from "../../domain/transactions.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { AmountFilter } from "../ui/AmountFilter.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filterField.ts";
import { readView } from "../ui/listView.ts";
import { PeriodPicker } from "../ui/PeriodPicker.tsx";
import { FILTERS, type View } from "./view.ts";

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
        <SelectField label="Type" field={filterField("type", view.type)}>
          <option value="">All types</option>
          {TRANSACTION_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <SelectField label="Account" field={filterField("accountId", view.accountId)}>
          <option value="">All accounts</option>
          {accounts.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Category" field={filterField("categoryId", view.categoryId)}>
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

const NO_VIEW: View = { ...readView("", FILTERS), preset: "thisMonth" };

/** A date chosen by hand is no preset any more. */
const dateField = (name: "dateFrom" | "dateTo", value: string): FormField => ({
  ...filterField(name, value),
  change: (text) => changeUrlQuery({ [name]: text, preset: "custom" }),
});
