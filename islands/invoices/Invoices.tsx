import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { PRESET_LABELS, type Preset, toPresetRange } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import {
  type InvoiceList,
  type InvoiceRow,
  mayBeSent,
  sumOtherSettlements,
} from "../../domain/documents/invoices.ts";
import { send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { SelectField } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField } from "../ui/filters.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Kpi } from "../ui/Kpi.tsx";
import { ListPage, NothingMatches } from "../ui/ListPage.tsx";
import { moneyText } from "../ui/Money.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SalesTabs } from "../ui/PageTabs.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { addUp, DownloadPdfsButton } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { type ListView, readView, useList, without } from "../ui/useList.ts";
import { INVOICE_COLUMNS } from "./columns.tsx";
import { STATUS_CHOICES } from "./status.tsx";

/**
 * The filters besides dates. `status` is an invoice's status or OVERDUE. No dates means all dates, because
 * an amount can have been due for any length of time.
 */
const FILTERS = ["q", "status", "clientId"] as const;
type View = ListView<(typeof FILTERS)[number]>;

/** Counts the filters that are set. The period counts as one. */
const countFilters = ({ status, clientId, dateFrom, dateTo }: View) =>
  [status, clientId, dateFrom || dateTo].filter(Boolean).length;

/** The change that clears all filters and goes to page 1. */
const NO_FILTERS = without(FILTERS);

const NEW = "/invoices/new";
const SEARCH = {
  label: "Search invoices",
  placeholder: "Search number or client",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

const getId = ({ _id }: InvoiceRow) => _id;
const getName = ({ invoiceNumber }: InvoiceRow) => invoiceNumber;

export default function Invoices() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<InvoiceList>("/api/invoices", search);
  const table = useDataTable({
    name: "invoices",
    columns: INVOICE_COLUMNS,
    getId,
    getName,
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  const [toSend, setToSend] = useState<InvoiceRow[]>();
  const filtersSet = view ? countFilters(view) : 0;
  const newInvoice = view?.clientId ? `${NEW}?client=${view.clientId}` : NEW;
  useKeys({ n: goTo(newInvoice) }, "enter books");
  return (
    <>
      <ListHead title="Invoices" add="New Invoice" onAdd={newInvoice} />
      <SalesTabs path="/invoices" />
      {view?.clientId && <OfClient id={view.clientId} />}
      <Totals totals={list.data?.totals} />
      <ListPage
        view={view}
        list={list}
        table={table}
        search={SEARCH}
        filtersSet={filtersSet}
        noun="invoices"
        caption="Invoices"
        className="invoices"
        loading="Loading invoices..."
        filters={(isOpen) => (
          <FilterPanel
            isOpen={isOpen}
            className="invoice-filters"
            head={<QuickRanges view={view} />}
          >
            <SelectField
              label="Status"
              blank="All statuses"
              options={STATUS_CHOICES}
              field={filterField("status", view?.status)}
            />
            <DateFilters view={view} preset="" />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={filtersSet > 0 || Boolean(view?.q)} />}
        onOpen={({ _id }) => goTo(`/invoices/${_id}`)()}
        rowClass={({ status }) => (status === "CANCELLED" ? "is-void" : "")}
        sums={(selected) => [
          {
            name: "Total",
            amount: addUp(dropCancelled(selected).map(({ grandTotal }) => grandTotal)),
          },
          { name: "Balance", amount: addUp(dropCancelled(selected).map(({ balance }) => balance)) },
        ]}
        actions={(selected) => (
          <>
            {selected.every(mayBeSent) && (
              <Button
                needs="enter books"
                icon="send"
                label="Mark as sent"
                onClick={() => setToSend(selected)}
              />
            )}
            <DownloadPdfsButton list="invoices" documents={selected} />
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

/** Leaves out cancelled invoices, as the totals do. */
const dropCancelled = (invoices: InvoiceRow[]) =>
  invoices.filter(({ status }) => status !== "CANCELLED");

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const text = "Create your first invoice to get started";
  return isNarrowed ? (
    <NothingMatches noun="invoices" clear={NO_FILTERS} />
  ) : (
    <Empty label="List of invoices" icon="file-text" title="No invoices found" text={text}>
      <LinkButton needs="enter books" label="Create Invoice" href={NEW} />
    </Empty>
  );
}

/** Names the client whose invoices are listed, with a link that removes the filter. */
function OfClient({ id }: { id: string }) {
  const { data, failure } = useFetch<{ client: Client }>(`/api/clients/${id}`);
  const name = data?.client.displayName ?? (failure ? "a deleted client" : "…");
  return (
    <p className="attn" role="status">
      <Icon name="contact" />
      <span>
        Invoices of <strong>{name}</strong>
      </span>
      {data && <a href={`/clients?client=${id}`}>Open client</a>}
      <Button
        look="link"
        label="Show all clients’ invoices"
        onClick={() => changeUrlQuery({ clientId: "" })}
      />
    </p>
  );
}

/** The totals of the filtered invoices, without cancelled ones. */
function Totals({ totals }: { totals: InvoiceList["totals"] | undefined }) {
  const { grandTotal, received, tds = 0, balanceDue } = totals ?? {};
  const other = totals ? sumOtherSettlements(totals) : 0;
  const extras = [
    ...(tds > 0 ? [`${moneyText(tds)} deducted as TDS`] : []),
    ...(other > 0 ? [`${moneyText(other)} settled by advances, credit notes and write-offs`] : []),
  ];
  return (
    <dl className="kpis invoice-totals">
      <Kpi name="Total Billed" amount={grandTotal} note="Excludes drafts and cancelled" />
      <Kpi
        name="Received"
        amount={received}
        note={extras.length > 0 && `plus ${extras.join(", ")}`}
      />
      <Kpi name="Balance Due" amount={balanceDue} note="" className="lead" />
    </dl>
  );
}

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "thisFY", "lastFY"];
const RANGES = PRESETS.map((preset) => [preset, PRESET_LABELS[preset]] as const);
const EVERY_DATE = { preset: "", dateFrom: "", dateTo: "" };

/** Buttons for common ranges. A second press removes the range. */
function QuickRanges({ view }: { view: View | undefined }) {
  const chosen = RANGES.find(([preset]) => preset === view?.preset)?.[0];
  return (
    <SegmentedControl
      label="Quick ranges"
      className="scroll"
      choices={RANGES}
      chosen={chosen}
      onChoose={(preset) =>
        changeUrlQuery(preset === chosen ? EVERY_DATE : { preset, ...toPresetRange(preset) })
      }
    />
  );
}

interface SendProps {
  invoices: InvoiceRow[];
  onChanged(): void;
  onClose(): void;
}

/** Confirms first: sending stores the details of agency and client, and the invoice stops being a draft. */
function SendInvoices({ invoices, ...props }: SendProps) {
  const ids = invoices.map(({ _id }) => _id);
  const count = pluralize(ids.length, "invoice");
  const they = ids.length === 1 ? "It will keep" : "They will keep";
  return (
    <ConfirmDelete
      {...props}
      title="Mark as sent"
      verb="Mark as sent"
      keep="Not yet"
      isSafe
      run={() => send("POST", "/api/invoices/send", { ids })}
      success={`${count} marked as sent`}
      otherwise="Error sending invoices"
    >
      <p>{`Mark ${count} as sent? ${they} the current agency and client details.`}</p>
    </ConfirmDelete>
  );
}
