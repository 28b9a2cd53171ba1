import { useMemo } from "react";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { groupIndian } from "../../domain/money.ts";
import {
  type BillList,
  type BillRow,
  type ListedBill,
  toWeekEnd,
} from "../../domain/purchases/bills.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, goTo, searchWith, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { saveCsv } from "../ui/downloads.ts";
import { Kpi, WAITING } from "../ui/Kpi.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { PageHead } from "../ui/Page.tsx";
import { PurchaseTabs } from "../ui/PageTabs.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList } from "../ui/useList.ts";
import { BillFilters, countFilters, FILTERS, NO_FILTERS, type View } from "./BillFilters.tsx";
import { billColumns } from "./columns.tsx";
import { usePayingBills } from "./Paying.tsx";
import { mayBePaid, mayBePaidNow } from "./status.tsx";

const DUE = ["", "OVERDUE", "THIS_WEEK"];
const NEW = "/bills/new";
const SEARCH = {
  label: "Search bills",
  placeholder: "Search vendor or number",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};
const getId = ({ _id }: ListedBill) => _id;
const getName = ({ number, vendorId }: ListedBill) => `${number}, ${vendorId.displayName}`;

/** Returns the API query. Bills to pay are sorted by due date. */
function buildBillQuery(search: string, { status, sort }: View): string {
  const changes = {
    status: status === "ALL" ? "" : status || "UNPAID",
    sort: sort || findDefaultSort(status),
  };
  const { page } = Object.fromEntries(new URLSearchParams(search));
  return searchWith({ ...changes, ...(page && { page }) }, search);
}

const findDefaultSort = (status: string) => (DUE.includes(status) ? "dueDate" : "-date");

export default function Bills() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<BillList>(
    "/api/bills",
    view && search !== null ? buildBillQuery(search, view) : null,
  );
  const pay = usePayingBills(() => {
    table.resetRowSelection(true);
    list.reload();
  });
  const table = useDataTable({
    name: "bills",
    columns: useMemo(() => billColumns(pay.open), [pay.open]),
    getId,
    getName,
    rows: list.data?.items,
    sort: view?.sort ?? "",
    defaultSort: findDefaultSort(view?.status ?? ""),
  });
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  /** Pays the selected rows, otherwise the row with keyboard focus. */
  const payByKey = (current: BillRow | undefined) => {
    if (!can("enter books")) return false;
    const bills = selected.length > 0 || !current ? selected : [current];
    if (bills.length > 0 && bills.every(mayBePaidNow)) pay.open(bills);
  };
  useKeys({ n: goTo(NEW) }, "enter books");
  return (
    <>
      <Head view={view} />
      <PurchaseTabs path="/bills" />
      <Due due={list.data?.due} />
      <ListPage
        view={view}
        list={list}
        table={table}
        search={SEARCH}
        filtersSet={view ? countFilters(view) : 0}
        noun="bills"
        caption="Bills"
        className="bills"
        loading="Loading bills..."
        toolbar={<Which due={list.data?.due} status={view?.status ?? ""} />}
        filters={(isOpen) => <BillFilters isOpen={isOpen} view={view} />}
        empty={<Nothing view={view} />}
        onOpen={({ _id }) => goTo(`/bills/${_id}`)()}
        keys={{ p: payByKey }}
        rowClass={({ status }) => (status === "CANCELLED" ? "is-void" : "")}
        sums={(bills) => [
          { name: "To pay", amount: addUp(bills.filter(mayBePaid).map(({ toPay }) => toPay)) },
        ]}
        actions={(bills) =>
          bills.every(mayBePaidNow) && (
            <Button
              needs="enter books"
              className="btn-go"
              icon="indian-rupee"
              label={`Pay ${pluralize(bills.length, "bill")}`}
              keyName="P"
              aria-keyshortcuts="p"
              onClick={() => pay.open(bills)}
            />
          )
        }
      />
      <section className="bar-phone" aria-label="Actions">
        <LinkButton needs="enter books" look="primary" icon="plus" label="New Bill" href={NEW} />
      </section>
      {pay.dialog}
    </>
  );
}

function Head({ view }: { view: View | undefined }) {
  const [isSaving, save] = useBusy(() => {
    const { dateFrom = "", dateTo = "" } = view ?? {};
    const dates = Object.entries({ dateFrom, dateTo }).filter(([, date]) => date);
    const url = `/api/bills/export.csv?${new URLSearchParams(dates)}`;
    return saveCsv(url, "bills.csv", "Failed to export bills");
  });
  return (
    <PageHead title="Bills">
      <Button
        look="quiet"
        icon="file-spreadsheet"
        label="Export CSV"
        isBusy={isSaving}
        onClick={save}
      />
      <LinkButton
        needs="enter books"
        look="primary"
        icon="plus"
        label="New Bill"
        keyName="N"
        aria-keyshortcuts="n"
        className="not-phone"
        href={NEW}
      />
    </PageHead>
  );
}

/** Totals due, independent of the filters. */
function Due({ due }: { due: BillList["due"] | undefined }) {
  const { toPay, overdue, thisWeek } = due ?? {};
  const vendors = toPay?.vendors ?? 0;
  const of = `of ${pluralize(vendors, "vendor")}`;
  const late = overdue && overdue.bills > 0 && pluralize(overdue.bills, "bill");
  const until = formatDate(toWeekEnd(today()));
  return (
    <dl className="kpis invoice-totals">
      <Kpi
        name="To pay"
        amount={toPay?.amount}
        note={toPay ? `${pluralize(toPay.bills, "bill")} ${of}` : WAITING}
        className="lead"
      />
      <Kpi
        name="Overdue"
        amount={overdue?.amount}
        note={late && <span className="neg">{late}</span>}
      />
      <Kpi
        name="To pay this week"
        amount={thisWeek?.amount}
        note={
          thisWeek ? (
            <span>
              {pluralize(thisWeek.bills, "bill")}
              <span className="long">{`, until ${until}`}</span>
            </span>
          ) : (
            WAITING
          )
        }
      />
    </dl>
  );
}

function Which({ due, status }: { due: BillList["due"] | undefined; status: string }) {
  const withBills = (name: string, of?: { bills: number }) =>
    of ? `${name} ${groupIndian(of.bills)}` : name;
  return (
    <SegmentedControl
      label="Which bills"
      className="scroll"
      choices={[
        ["", withBills("To pay", due?.toPay)],
        ["OVERDUE", withBills("Overdue", due?.overdue)],
        ["THIS_WEEK", withBills("This week", due?.thisWeek)],
        ["PAID", "Paid"],
        ["ALL", "All"],
      ]}
      chosen={status}
      onChoose={(status) => changeUrlQuery({ status, sort: "" })}
    />
  );
}

function Nothing({ view }: { view: View | undefined }) {
  const label = "List of bills";
  const isNarrowed = view && (countFilters(view) > 0 || view.q);
  const { data } = useFetch<BillList>(isNarrowed ? null : "/api/bills?limit=1");
  if (isNarrowed) {
    return (
      <Empty label={label} icon="search" title="No bills match">
        <Button label="Show unpaid bills" onClick={() => changeUrlQuery(NO_FILTERS)} />
      </Empty>
    );
  }
  if (data?.total) {
    return (
      <Empty label={label} icon="circle-check" title="Nothing to pay">
        <Button label="Show all bills" onClick={() => changeUrlQuery({ status: "ALL" })} />
      </Empty>
    );
  }
  const text = "Enter vendors' bills to track payments and input tax credit";
  return (
    <Empty label={label} text={text} icon="file-input" title="No bills yet">
      <LinkButton needs="enter books" label="New Bill" href={NEW} />
    </Empty>
  );
}
