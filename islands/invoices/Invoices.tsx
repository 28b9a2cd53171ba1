import { type ReactNode, useState } from "react";
import type { Client } from "../../domain/clients.ts";
import { type InvoiceList, type InvoiceRow, mayBeSent } from "../../domain/invoices.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Empty } from "../ui/Empty.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { readView } from "../ui/listView.ts";
import { Money, moneyText } from "../ui/Money.tsx";
import { PapersButton } from "../ui/PapersButton.tsx";
import { sumOf } from "../ui/SelectionBar.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { useList } from "../ui/useList.ts";
import { INVOICE_COLUMNS } from "./columns.tsx";
import { Filters, QuickRanges } from "./Filters.tsx";
import { SendInvoices } from "./SendInvoices.tsx";
import { FILTERS, filtersIn, isNarrowed, NO_FILTERS } from "./view.ts";

const NEW = "/invoices/new";
const SEARCH = {
  label: "Search invoices",
  placeholder: "Search number, client",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

const idOf = ({ _id }: InvoiceRow) => _id;
const nameOf = ({ invoiceNumber }: InvoiceRow) => invoiceNumber;

/** The invoices of the agency: searched, filtered, opened and printed, with what they come to. */
export default function Invoices() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<InvoiceList>("/api/invoices", search);
  const table = useDataTable({
    ...{ name: "invoices", columns: INVOICE_COLUMNS, idOf, nameOf },
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  const [toSend, setToSend] = useState<InvoiceRow[]>();
  const newInvoice = view?.clientId ? `${NEW}?client=${view.clientId}` : NEW;
  useKeys({ n: () => goTo(newInvoice) });
  return (
    <>
      <ListHead title="Invoices" add="New Invoice" onAdd={newInvoice} />
      {view?.clientId && <OfClient id={view.clientId} />}
      <Totals totals={list.data?.totals} />
      <ListPage
        {...{ view, list, table, search: SEARCH }}
        noun="invoices"
        caption="Invoices"
        className="invoices"
        loading="Loading invoices..."
        filtersSet={view ? filtersIn(view) : 0}
        toolbar={<QuickRanges view={view} />}
        filters={(isOpen) => <Filters view={view} isOpen={isOpen} />}
        empty={<Nothing isNarrowed={view !== undefined && isNarrowed(view)} />}
        onOpen={({ _id }) => goTo(`/invoices/${_id}`)}
        rowClass={({ status }) => (status === "CANCELLED" ? "is-void" : "")}
        sums={(selected) => [
          { name: "Total", amount: sumOf(billed(selected).map(({ grandTotal }) => grandTotal)) },
          { name: "Balance", amount: sumOf(billed(selected).map(({ balance }) => balance)) },
        ]}
        actions={(selected) => (
          <>
            {selected.every(mayBeSent) && (
              <button className="btn" type="button" onClick={() => setToSend(selected)}>
                <Icon name="send" />
                Mark as sent
              </button>
            )}
            <PapersButton list="invoices" papers={selected} />
          </>
        )}
      />
      {toSend && (
        <SendInvoices
          invoices={toSend}
          onChanged={() => {
            table.resetRowSelection(true);
            list.reload();
          }}
          onClose={() => setToSend(undefined)}
        />
      )}
    </>
  );
}

/** Those that count: as in the totals, cancelled ones do not. */
const billed = (invoices: InvoiceRow[]) => invoices.filter(({ status }) => status !== "CANCELLED");

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const label = "List of invoices";
  if (isNarrowed) {
    return (
      <Empty label={label} icon="search" title="No invoices match">
        <button className="btn" type="button" onClick={() => changeUrlQuery(NO_FILTERS)}>
          Show all invoices
        </button>
      </Empty>
    );
  }
  const text = "Create your first invoice to get started";
  return (
    <Empty label={label} icon="file-text" title="No invoices found" text={text}>
      <a className="btn" href="/invoices/new">
        Create Invoice
      </a>
    </Empty>
  );
}

function goTo(address: string): void {
  location.href = address;
}

/** Whose invoices these are, and the way back to everybody's. */
function OfClient({ id }: { id: string }) {
  const { data, failure } = useFetch<{ client: Client }>(`/api/clients/${id}`);
  const name = data?.client.displayName ?? (failure ? "a client who is not there" : "…");
  return (
    <p className="attn" role="status">
      <Icon name="contact" />
      <span>
        Invoices of <strong>{name}</strong>
      </span>
      {data && <a href={`/clients?client=${id}`}>Open client</a>}
      <button
        className="btn btn-link"
        type="button"
        onClick={() => changeUrlQuery({ clientId: "" })}
      >
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
