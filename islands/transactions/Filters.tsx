import { countDays } from "../../domain/dates.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { TRANSACTION_TYPES } from "../../domain/ledger/transactions.ts";
import { toDecimal } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { periodText } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { AmountFilter } from "../ui/AmountFilter.tsx";
import { Button } from "../ui/Button.tsx";
import { SelectField, toNamedOptions } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField } from "../ui/filters.tsx";
import { moneyText } from "../ui/Money.tsx";
import { PeriodPicker } from "../ui/Period.tsx";
import { Empty } from "../ui/states.tsx";
import { type ListView, readView, without } from "../ui/useList.ts";
import type { OpenDialog, Sources } from "./dialogs.ts";

/** The filters besides dates. */
export const FILTERS = ["q", "type", "accountId", "categoryId", "minAmount", "maxAmount"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

/** Counts the filters. This month is the default, and all dates is no filter. */
export function countFilters(view: View): number {
  const narrowing = FILTERS.filter((name) => name !== "q" && view[name]).length;
  const isOwn = view.preset !== "thisMonth" && (view.dateFrom || view.dateTo);
  return narrowing + (isOwn ? 1 : 0);
}

/** The change made by Clear All Filters. `preset=custom` without dates means all dates. */
export const NO_FILTERS = without(FILTERS, "custom");

/** Returns whether dates are shown without their year, because all of them are in the current one. */
export function isOneYear({ dateFrom, dateTo }: Pick<View, "dateFrom" | "dateTo">): boolean {
  if (!dateFrom || !dateTo) return false;
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) && countDays({ dateFrom, dateTo }) <= 366;
}

interface Props {
  /** Undefined until the address is known; the panel then only takes up space. */
  view: View | undefined;
  accounts: Account[];
  categories: Category[];
  sources: Sources;
  isOpen: boolean | undefined;
}

const NO_VIEW: View = { ...readView("", FILTERS), preset: "thisMonth" };

export function Filters({ view = NO_VIEW, accounts, categories, sources, isOpen }: Props) {
  const narrowed = categories.filter(({ type }) => !view.type || type === view.type);
  const { minAmount, maxAmount } = view;
  return (
    <FilterPanel isOpen={isOpen} head={<PeriodPicker preset={view.preset} />}>
      <DateFilters view={view} />
      <SelectField
        label="Type"
        blank="All types"
        options={TRANSACTION_TYPES}
        field={filterField("type", view.type)}
      />
      <SelectField
        label="Account"
        blank="All accounts"
        source={sources.accounts}
        options={toNamedOptions(accounts)}
        field={filterField("accountId", view.accountId)}
      />
      <SelectField
        label="Category"
        blank="All categories"
        source={sources.categories}
        options={toNamedOptions(narrowed)}
        field={filterField("categoryId", view.categoryId)}
      />
      <AmountFilter label="Min amount" name="minAmount" value={minAmount} placeholder="₹0.00" />
      <AmountFilter label="Max amount" name="maxAmount" value={maxAmount} placeholder="Any" />
    </FilterPanel>
  );
}

/**
 * Suggests filters for a search that looks like an amount or an account's name, because the search covers
 * words only.
 */
function Meant({ q, accounts }: { q: string; accounts: Account[] }) {
  const paise = readTypedAmount(q);
  const text = q.trim().toLowerCase();
  const account = text && accounts.find(({ name }) => name.toLowerCase().includes(text));
  const filter = (label: string, changes: Record<string, string>) => (
    <Button label={label} onClick={() => changeUrlQuery({ ...NO_FILTERS, ...changes })} />
  );
  if (paise !== undefined && paise > 0) {
    const amount = toDecimal(paise);
    const both = { minAmount: amount, maxAmount: amount };
    return filter(`Show ${moneyText(Number(amount))}`, both);
  }
  return account ? filter(`Show ${account.name}`, { accountId: account._id }) : null;
}

interface NothingProps {
  view: View | undefined;
  accounts: Account[];
  onOpen(dialog: OpenDialog): void;
}

/** The empty state: no rows for the filters, for the period, or at all. */
export function NothingThere({ view, accounts, onOpen }: NothingProps) {
  const label = "List of transactions";
  const showAll = () => changeUrlQuery(NO_FILTERS);
  if (view?.q && view.dateFrom) {
    return (
      <Empty label={label} icon="search" title={`Nothing for “${view.q}” in ${periodText(view)}`}>
        <Meant q={view.q} accounts={accounts} />
        <Button
          label="Search all dates"
          onClick={() => changeUrlQuery({ dateFrom: "", dateTo: "", preset: "custom" })}
        />
      </Empty>
    );
  }
  if (view && FILTERS.some((name) => view[name])) {
    return (
      <Empty label={label} icon="search" title="No transactions match">
        <Meant q={view.q} accounts={accounts} />
        <Button label="Show every transaction" onClick={showAll} />
      </Empty>
    );
  }
  const isEverything = view && !view.dateFrom && !view.dateTo;
  const title = isEverything
    ? "No transactions yet"
    : `No transactions found for ${view ? periodText(view) : ""}`;
  return (
    <Empty label={label} icon="arrow-left-right" title={title}>
      {!isEverything && <Button label="Show all dates" onClick={showAll} />}
      <Button needs="enter books" label="Import a CSV" onClick={() => onOpen({ name: "import" })} />
      <Button
        needs="enter books"
        label="Add your first transaction"
        onClick={() => onOpen({ name: "entry" })}
      />
    </Empty>
  );
}
