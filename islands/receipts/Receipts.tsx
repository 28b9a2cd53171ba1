import { useMemo, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import { groupIndian } from "../../domain/money.ts";
import type { Receipt, ReceiptList } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Empty } from "../ui/Empty.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { readView } from "../ui/listView.ts";
import { Money } from "../ui/Money.tsx";
import { PapersButton } from "../ui/PapersButton.tsx";
import { periodText } from "../ui/periodView.ts";
import { sumOf } from "../ui/SelectionBar.tsx";
import { showToast } from "../ui/toasts.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { useList } from "../ui/useList.ts";
import { receiptColumns } from "./columns.tsx";
import { DeleteReceipt } from "./DeleteReceipt.tsx";
import { Filters } from "./Filters.tsx";
import { FILTERS, filtersIn, isNarrowed, NO_FILTERS, type View } from "./view.ts";

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
        <button className="btn" type="button" onClick={() => changeUrlQuery(NO_FILTERS)}>
          Show all receipts
        </button>
      </Empty>
    );
  }
  return (
    <Empty {...said} icon="receipt-indian-rupee" text="Create your first receipt to get started">
      <a className="btn" href="/receipts/new">
        Create Receipt
      </a>
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
