import type { ReactNode } from "react";
import type { Client } from "../../domain/clients.ts";
import type { InvoiceList, InvoiceRow } from "../../domain/invoices.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { useKeys } from "../browser/keys.ts";
import { changeSearch, useSearch } from "../browser/search.ts";
import { useLoaded } from "../browser/useLoaded.ts";
import { Icon } from "../parts/Icon.tsx";
import { ListHead } from "../parts/ListHead.tsx";
import { ListToolbar } from "../parts/ListToolbar.tsx";
import { Money, moneyText } from "../parts/Money.tsx";
import { Pagination } from "../parts/Pagination.tsx";
import { useFilterPanel } from "../parts/useFilterPanel.ts";
import { useListKeys } from "../parts/useListKeys.ts";
import { useRowKeys } from "../parts/useRowKeys.ts";
import { Filters, QuickRanges } from "./Filters.tsx";
import { InvoiceTable } from "./InvoiceTable.tsx";
import { filtersIn, isNarrowed, NO_FILTERS, viewOf } from "./view.ts";

const NEW = "/invoices/new";
// One array for ever, so that no rows are always the same rows.
const NONE: InvoiceRow[] = [];
const SEARCH = {
  label: "Search invoices",
  placeholder: "Search number, client",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

/** The invoices of the agency: searched, filtered, opened and printed, with what they come to. */
export default function Invoices() {
  const search = useSearch();
  const view = search === null ? undefined : viewOf(search);
  const list = useLoaded<InvoiceList>(search === null ? null : `/api/invoices${search}`);
  const filters = useFilterPanel();
  const newInvoice = view?.clientId ? `${NEW}?client=${view.clientId}` : NEW;
  const rows = useRowKeys(list.data?.items ?? NONE, {
    onOpen: ({ _id }) => goTo(`/invoices/${_id}`),
  });
  useKeys({ n: () => goTo(newInvoice) });
  useListKeys(list.data, filters.toggle);
  return (
    <>
      <ListHead title="Invoices" add="New Invoice" onAdd={newInvoice} />
      {view?.clientId && <OfClient id={view.clientId} />}
      <Totals totals={list.data?.totals} />
      <ListToolbar
        {...SEARCH}
        q={view?.q ?? ""}
        count={view ? filtersIn(view) : 0}
        isOpen={filters.isOpen}
        onToggle={filters.toggle}
      >
        <QuickRanges view={view} />
      </ListToolbar>
      <Filters view={view} isOpen={filters.isOpen} />
      <InvoiceTable
        list={list.data}
        isNarrowed={view !== undefined && isNarrowed(view)}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        currentId={rows.currentId}
      />
      {list.data && view && list.data.total > 0 && (
        <Pagination
          page={list.data.page}
          totalPages={list.data.totalPages}
          total={list.data.total}
          limit={view.limit}
          onPage={(page) => changeSearch({ page })}
        />
      )}
    </>
  );
}

function goTo(address: string): void {
  location.href = address;
}

/** Whose invoices these are, and the way back to everybody's. */
function OfClient({ id }: { id: string }) {
  const { data, failure } = useLoaded<{ client: Client }>(`/api/clients/${id}`);
  const name = data?.client.displayName ?? (failure ? "a client who is not there" : "…");
  return (
    <p className="attn" role="status">
      <Icon name="contact" />
      <span>
        Invoices of <strong>{name}</strong>
      </span>
      {data && <a href={`/clients?client=${id}`}>Open client</a>}
      <button className="btn btn-link" type="button" onClick={() => changeSearch({ clientId: "" })}>
        Show those of all clients
      </button>
    </p>
  );
}

/** What the filter's invoices come to; cancelled ones count for nothing. */
function Totals({ totals }: { totals: InvoiceList["totals"] | undefined }) {
  const { grandTotal = 0, received = 0, tds = 0, balanceDue = 0 } = totals ?? {};
  const card = (name: string, amount: RupeeSum, note: ReactNode, className = "") => (
    <div className={`card kpi ${className}`}>
      <dt className="kpi-label">{name}</dt>
      <dd>
        <div className="kpi-value">{totals ? <Money amount={amount} big /> : "–"}</div>
        <div className="kpi-note">{note}</div>
      </dd>
    </div>
  );
  return (
    <dl className="kpis invoice-totals">
      {card("Total Billed", grandTotal, "Cancelled invoices left out")}
      {card("Received", received, tds > 0 && `and ${moneyText(tds)} deducted as TDS`)}
      {card("Balance Due", balanceDue, "", "lead")}
    </dl>
  );
}
