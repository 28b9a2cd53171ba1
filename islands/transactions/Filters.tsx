import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { daysOf } from "../../domain/dates.ts";
import { TRANSACTION_TYPES } from "../../domain/transactions.ts";
import { periodText } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { AmountFilter, filterField } from "../ui/filters.tsx";
import { PeriodPicker } from "../ui/Period.tsx";
import { Empty } from "../ui/states.tsx";
import { type ListView, readView, without } from "../ui/useList.ts";
import type { OpenDialog } from "./dialogs.ts";

/** What the list is narrowed by, beside its dates. */
export const FILTERS = ["q", "type", "accountId", "categoryId", "minAmount", "maxAmount"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

/** How many filters are set; this month is what the screen shows by itself. */
export function filtersIn(view: View): number {
  const narrowing = FILTERS.filter((name) => name !== "q" && view[name]).length;
  return narrowing + (view.preset === "thisMonth" ? 0 : 1);
}

/** Nothing but dates is asked for. */
export const isUnfiltered = (view: View): boolean => FILTERS.every((name) => !view[name]);

/** Taken away by Clear All Filters; `preset=custom` without dates is every date. */
export const NO_FILTERS = without(FILTERS, "custom");

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

/** Whether the dates of a list are read without their year: all of them are of the present one. */
export function isOneYear({ dateFrom, dateTo }: Pick<View, "dateFrom" | "dateTo">): boolean {
  if (!dateFrom || !dateTo) return false;
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) && daysOf({ dateFrom, dateTo }) <= 366;
}

interface NothingProps {
  view: View | undefined;
  onOpen(dialog: OpenDialog): void;
}

const LABEL = "List of transactions";

/** No rows: because of the filters, because of the period, or because there are none yet. */
export function NothingThere({ view, onOpen }: NothingProps) {
  if (view && !isUnfiltered(view)) {
    return (
      <Empty label={LABEL} icon="search" title="No transactions match">
        <Button label="Show every transaction" onClick={() => changeUrlQuery(NO_FILTERS)} />
      </Empty>
    );
  }
  const isEverything = view && !view.dateFrom && !view.dateTo;
  return (
    <Empty
      label={LABEL}
      icon="arrow-left-right"
      title={
        isEverything
          ? "No transactions yet"
          : `No transactions found for ${view ? periodText(view) : ""}`
      }
    >
      {!isEverything && (
        <Button label="Show all dates" onClick={() => changeUrlQuery(NO_FILTERS)} />
      )}
      <Button label="Import a CSV" onClick={() => onOpen({ name: "import" })} />
      <Button label="Add the first one" onClick={() => onOpen({ name: "entry" })} />
    </Empty>
  );
}
