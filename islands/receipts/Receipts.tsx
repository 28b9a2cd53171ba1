import { useMemo, useState } from "react";
import { RECEIPT_MODES, type Receipt, type ReceiptList } from "../../domain/documents/receipts.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { groupIndian } from "../../domain/money.ts";
import { toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { periodText } from "../browser/period.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { AmountFilter } from "../ui/AmountFilter.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { SelectField, toNamedOptions } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField, PeriodFilter } from "../ui/filters.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { Money } from "../ui/Money.tsx";
import { ListHead } from "../ui/Page.tsx";
import { addUp, DownloadPdfsButton } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { type ListView, readView, useList, without } from "../ui/useList.ts";
import { DeleteReceipt } from "./actions.tsx";
import { receiptColumns } from "./columns.tsx";

/** The filters besides dates. */
const FILTERS = ["q", "mode", "accountId", "min", "max", "looksLike"] as const;
type View = ListView<(typeof FILTERS)[number]>;

const countNarrowing = ({ mode, accountId, min, max, looksLike }: View) =>
  [mode, accountId, min, max, looksLike].filter(Boolean).length;

/** Page 1, every date. `preset=custom` without dates keeps a reload from choosing this month. */
const NO_FILTERS = without(FILTERS, "custom");

/** Used until the address is known. */
const NO_VIEW: View = { ...readView("", FILTERS), preset: "thisMonth" };

const SEARCH = {
  label: "Search receipts",
  placeholder: "Search number, client or purpose",
  clear: { label: "Clear all", changes: NO_FILTERS },
};

const getId = ({ _id }: Receipt) => _id;
const getName = ({ receiptNumber }: Receipt) => receiptNumber;

export default function Receipts() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<ReceiptList>("/api/receipts", search, toastError("Failed to load receipts"));
  const accounts = useFetch<{ accounts: Account[] }>(
    search === null ? null : "/api/accounts",
    toastError("Failed to load accounts"),
  );
  const [toDelete, setToDelete] = useState<Receipt>();
  const columns = useMemo(() => receiptColumns(setToDelete), []);
  const table = useDataTable({
    name: "receipts",
    columns,
    getId,
    getName,
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  // The period counts as one filter, but not as one that narrows the list.
  const narrowing = view ? countNarrowing(view) : 0;
  const hasPeriod = view?.dateFrom !== "" || view.dateTo !== "";
  useKeys({ n: goTo("/receipts/new") }, "enter books");
  return (
    <>
      <ListHead title="Receipts" add="New Receipt" onAdd="/receipts/new" />
      <Cards view={view} list={list.data} />
      <ListPage
        view={view}
        list={list}
        table={table}
        search={SEARCH}
        noun="receipts"
        caption="Receipts"
        className="receipts"
        loading="Loading receipts..."
        countsPages
        filtersSet={narrowing + (hasPeriod ? 1 : 0)}
        filters={(isOpen) => <Filters view={view} accounts={accounts} isOpen={isOpen} />}
        empty={<Nothing isNarrowed={narrowing > 0 || Boolean(view?.q)} />}
        onOpen={({ _id }) => goTo(`/receipts/${_id}`)()}
        onDelete={(receipt) => can("delete receipts") && setToDelete(receipt)}
        sums={(selected) => [{ name: "Sum", amount: addUp(selected.map(({ amount }) => amount)) }]}
        actions={(selected) => <DownloadPdfsButton list="receipts" documents={selected} />}
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
  const texts = { label: "List of receipts", title: "No receipts found" };
  return isNarrowed ? (
    <Empty {...texts} icon="search" text="No receipts match the search and filters">
      <Button label="Show all receipts" onClick={() => changeUrlQuery(NO_FILTERS)} />
    </Empty>
  ) : (
    <Empty {...texts} icon="receipt-indian-rupee" text="Create your first receipt to get started">
      <LinkButton needs="enter books" label="Create Receipt" href="/receipts/new" />
    </Empty>
  );
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

interface FilterProps {
  view: View | undefined;
  accounts: Loaded<{ accounts: Account[] }>;
  isOpen: boolean | undefined;
}

function Filters({ view = NO_VIEW, accounts, isOpen }: FilterProps) {
  return (
    <FilterPanel isOpen={isOpen}>
      <PeriodFilter label="Date Range" blank="All Time" preset={view.preset} />
      <SelectField
        label="Payment Mode"
        blank="All modes"
        options={RECEIPT_MODES}
        field={filterField("mode", view.mode)}
      />
      <SelectField
        label="Account"
        blank="All accounts"
        source={accounts}
        options={toNamedOptions(accounts.data?.accounts ?? [])}
        field={filterField("accountId", view.accountId)}
      />
      <SelectField
        label="Invoice payments"
        blank="All receipts"
        options={[["payment", "Possible payment of an open invoice"]]}
        field={filterField("looksLike", view.looksLike)}
      />
      <AmountFilter label="Min Amount" name="min" value={view.min} placeholder="₹0.00" />
      <AmountFilter label="Max Amount" name="max" value={view.max} placeholder="Any" />
      {view.preset === "custom" && <DateFilters view={view} labels={["From Date", "To Date"]} />}
    </FilterPanel>
  );
}
