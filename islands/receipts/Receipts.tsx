import { useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Receipt, ReceiptList } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { useSearch } from "../browser/search.ts";
import { mayI } from "../browser/session.ts";
import { useLoaded } from "../browser/useLoaded.ts";
import { ListHead } from "../parts/ListHead.tsx";
import { ListToolbar } from "../parts/ListToolbar.tsx";
import { Money } from "../parts/Money.tsx";
import { periodText } from "../parts/periodView.ts";
import { showToast } from "../parts/toasts.ts";
import { useFilterPanel } from "../parts/useFilterPanel.ts";
import { useListKeys } from "../parts/useListKeys.ts";
import { useRowKeys } from "../parts/useRowKeys.ts";
import { DeleteReceipt } from "./DeleteReceipt.tsx";
import { Filters } from "./Filters.tsx";
import { Pager } from "./Pager.tsx";
import { ReceiptTable } from "./ReceiptTable.tsx";
import { filtersIn, isNarrowed, NO_FILTERS, type View, viewOf } from "./view.ts";

const NEW = "/receipts/new";
// One array for ever, so that no rows are always the same rows.
const NONE: Receipt[] = [];
const SEARCH = {
  label: "Search receipts",
  placeholder: "Search number, client, purpose",
  clear: { label: "Clear all", changes: NO_FILTERS },
};

/** The receipts of the agency: searched, filtered, opened, printed and, by owners, deleted. */
export default function Receipts() {
  const search = useSearch();
  const view = search === null ? undefined : viewOf(search);
  const list = useLoaded<ReceiptList>(
    search === null ? null : `/api/receipts${search}`,
    (failure) => showToast("error", sentenceOf(failure, "Failed to load receipts")),
  );
  const accounts = useLoaded<{ accounts: Account[] }>(
    search === null ? null : "/api/accounts",
    (failure) => showToast("error", sentenceOf(failure, "Failed to load accounts")),
  );
  const filters = useFilterPanel();
  const [doomed, setDoomed] = useState<Receipt>();
  const rows = useRowKeys(list.data?.items ?? NONE, {
    onOpen: ({ _id }) => goTo(`/receipts/${_id}`),
    onDelete: (receipt) => mayI("delete receipts") && setDoomed(receipt),
  });
  useKeys({ n: () => goTo(NEW) });
  useListKeys(list.data, filters.toggle);
  return (
    <>
      <ListHead title="Receipts" add="New Receipt" onAdd={NEW} />
      <Cards view={view} list={list.data} />
      <ListToolbar
        {...SEARCH}
        q={view?.q ?? ""}
        count={view ? filtersIn(view) : 0}
        isOpen={filters.isOpen}
        onToggle={filters.toggle}
      />
      <Filters view={view} accounts={accounts.data?.accounts ?? []} isOpen={filters.isOpen} />
      <ReceiptTable
        list={list.data}
        isNarrowed={view !== undefined && isNarrowed(view)}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onDelete={setDoomed}
        currentId={rows.currentId}
      />
      {list.data && view && <Pager list={list.data} limit={view.limit} />}
      {doomed && (
        <DeleteReceipt
          receipt={doomed}
          onDeleted={() => {
            list.reload();
            showToast("success", "Receipt deleted successfully");
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
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
        <dd className="kpi-value num">{list ? list.total : "–"}</dd>
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
