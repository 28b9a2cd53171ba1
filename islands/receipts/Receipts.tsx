import { useMemo, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { groupIndian } from "../../domain/money.ts";
import { RECEIPT_MODES, type Receipt, type ReceiptList } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { isPreset, periodText } from "../browser/period.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { AmountFilter, filterField } from "../ui/filters.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { Money } from "../ui/Money.tsx";
import { PapersButton, sumOf } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { type ListView, readView, useList, without } from "../ui/useList.ts";
import { receiptColumns } from "./columns.tsx";
import { DeleteReceipt } from "./DeleteReceipt.tsx";

/** What the list is narrowed by, beside its dates. */
export const FILTERS = ["q", "mode", "accountId", "min", "max"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

const narrowingIn = ({ mode, accountId, min, max }: View) =>
  [mode, accountId, min, max].filter(Boolean).length;

/** More is asked for than dates. */
export const isNarrowed = (view: View): boolean => view.q !== "" || narrowingIn(view) > 0;

/** How many filters are set: the period counts as one. */
export function filtersIn(view: View): number {
  return narrowingIn(view) + (view.dateFrom || view.dateTo ? 1 : 0);
}

/** Page 1, every date. `preset=custom` without dates keeps a reload from choosing this month. */
export const NO_FILTERS = without(FILTERS, "custom");

const NEW = "/receipts/new";
const SEARCH = {
  label: "Search receipts",
  placeholder: "Search number, client, purpose",
  clear: { label: "Clear all", changes: NO_FILTERS },
};

const idOf = ({ _id }: Receipt) => _id;
const nameOf = ({ receiptNumber }: Receipt) => receiptNumber;

/** The receipts of the agency: searched, filtered, opened, printed and, by owners, deleted. */
export default function Receipts() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<ReceiptList>("/api/receipts", search, (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load receipts")),
  );
  const accounts = useFetch<{ accounts: Account[] }>(
    search === null ? null : "/api/accounts",
    (failure) => showToast("error", sentenceOf(failure, "Failed to load accounts")),
  );
  const [toDelete, setToDelete] = useState<Receipt>();
  const columns = useMemo(() => receiptColumns(setToDelete), []);
  const table = useDataTable({
    ...{ name: "receipts", columns, idOf, nameOf },
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  useKeys({ n: () => goTo(NEW) });
  return (
    <>
      <ListHead title="Receipts" add="New Receipt" onAdd={NEW} />
      <Cards view={view} list={list.data} />
      <ListPage
        {...{ view, list, table, search: SEARCH }}
        noun="receipts"
        caption="Receipts"
        className="receipts"
        loading="Loading receipts..."
        countsPages
        filtersSet={view ? filtersIn(view) : 0}
        filters={(isOpen) => (
          <Filters view={view} accounts={accounts.data?.accounts ?? []} isOpen={isOpen} />
        )}
        empty={<Nothing isNarrowed={view !== undefined && isNarrowed(view)} />}
        onOpen={({ _id }) => goTo(`/receipts/${_id}`)}
        onDelete={(receipt) => can("delete receipts") && setToDelete(receipt)}
        sums={(selected) => [{ name: "Sum", amount: sumOf(selected.map(({ amount }) => amount)) }]}
        actions={(selected) => <PapersButton list="receipts" papers={selected} />}
      />
      {toDelete && (
        <DeleteReceipt
          receipt={toDelete}
          onChanged={list.reload}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const said = { label: "List of receipts", title: "No receipts found" };
  if (isNarrowed) {
    return (
      <Empty {...said} icon="search" text="None of them matches the search and the filters">
        <Button label="Show all receipts" onClick={() => changeUrlQuery(NO_FILTERS)} />
      </Empty>
    );
  }
  return (
    <Empty {...said} icon="receipt-indian-rupee" text="Create your first receipt to get started">
      <LinkButton label="Create Receipt" href="/receipts/new" />
    </Empty>
  );
}

function goTo(address: string): void {
  location.href = address;
}

function Cards({ view, list }: { view: View | undefined; list: ReceiptList | undefined }) {
  const isAllTime = view && !view.dateFrom && !view.dateTo;
  return (
    <dl className="kpis receipt-cards">
      <div className="card kpi">
        <dt className="kpi-label">Total Receipts</dt>
        <dd className="kpi-value num">{list ? groupIndian(list.total) : "–"}</dd>
      </div>
      <div className="card kpi">
        <dt className="kpi-label">Date Range</dt>
        <dd className="kpi-value is-text">
          {isAllTime ? "All time" : view ? periodText(view) : "–"}
        </dd>
      </div>
      <div className="card kpi lead">
        <dt className="kpi-label">Total Amount</dt>
        <dd className="kpi-value">{list ? <Money amount={list.totals.amountSum} big /> : "–"}</dd>
      </div>
    </dl>
  );
}

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "ytd", "thisFY", "lastFY"];

interface FilterProps {
  view: View | undefined;
  accounts: Account[];
  isOpen: boolean | undefined;
}

/** Every change is in the address at once, and goes back to page 1. */
export function Filters({ view = NO_VIEW, accounts, isOpen }: FilterProps) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      <div className="filters-grid">
        <SelectField label="Date Range" field={presetField(view.preset)}>
          <option value="custom">All Time</option>
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {PRESET_LABELS[preset]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Payment Mode" field={filterField("mode", view.mode)}>
          <option value="">All modes</option>
          {RECEIPT_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
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
        <AmountFilter label="Min Amount" name="min" value={view.min} placeholder="₹0.00" />
        <AmountFilter label="Max Amount" name="max" value={view.max} placeholder="Any" />
        {view.preset === "custom" && (
          <>
            <DateField label="From Date" isLazy field={dateField("dateFrom", view.dateFrom)} />
            <DateField label="To Date" isLazy field={dateField("dateTo", view.dateTo)} />
          </>
        )}
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

/** A preset brings its dates; none takes them away. */
const presetField = (value: string): FormField => ({
  ...filterField("preset", value),
  change: (preset) =>
    changeUrlQuery({
      preset,
      ...(isPreset(preset) ? rangeOf(preset) : { dateFrom: "", dateTo: "" }),
    }),
});
