import { type ReactNode, useState } from "react";
import type { Client } from "../../domain/clients.ts";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { type InvoiceList, type InvoiceRow, mayBeSent } from "../../domain/invoices.ts";
import { groupIndian, type RupeeSum } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { PapersButton, sumOf } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { type ListView, readView, useList, without } from "../ui/useList.ts";
import { INVOICE_COLUMNS } from "./columns.tsx";
import { STATUS_CHOICES } from "./status.tsx";

/**
 * What the list is narrowed by, beside its dates. `status` is one of theirs, or OVERDUE. No dates is every
 * date: what is owed is owed since whenever.
 */
export const FILTERS = ["q", "status", "clientId"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

/** How many filters are set: the period counts as one. */
export function filtersIn({ status, clientId, dateFrom, dateTo }: View): number {
  return [status, clientId, dateFrom || dateTo].filter(Boolean).length;
}

export const isNarrowed = (view: View): boolean => view.q !== "" || filtersIn(view) > 0;

/** Page 1, every invoice. */
export const NO_FILTERS = without(FILTERS);

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
              <Button icon="send" label="Mark as sent" onClick={() => setToSend(selected)} />
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
        <Button label="Show all invoices" onClick={() => changeUrlQuery(NO_FILTERS)} />
      </Empty>
    );
  }
  const text = "Create your first invoice to get started";
  return (
    <Empty label={label} icon="file-text" title="No invoices found" text={text}>
      <LinkButton label="Create Invoice" href="/invoices/new" />
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
      <Button
        look="link"
        label="Show those of all clients"
        onClick={() => changeUrlQuery({ clientId: "" })}
      />
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

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "thisFY", "lastFY"];
const EVERY_DATE = { preset: "", dateFrom: "", dateTo: "" };

/** The ranges that are one press away; a second press takes the range away again. */
export function QuickRanges({ view }: { view: View | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div className="seg scroll" role="group" aria-label="Quick ranges">
      {PRESETS.map((preset) => {
        const isChosen = preset === view?.preset;
        const changes = isChosen ? EVERY_DATE : { preset, ...rangeOf(preset) };
        return (
          <button
            key={preset}
            type="button"
            aria-pressed={isChosen}
            onClick={() => changeUrlQuery(changes)}
          >
            {PRESET_LABELS[preset]}
          </button>
        );
      })}
    </div>
  );
}

interface Props {
  view: View | undefined;
  isOpen: boolean | undefined;
}

/** Every change is in the address at once, and goes back to page 1. */
export function Filters({ view, isOpen }: Props) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      <div className="filters-grid invoice-filters">
        <SelectField label="Status" field={filterField("status", view?.status)}>
          <option value="">All statuses</option>
          {STATUS_CHOICES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DateField label="From date" isLazy field={dateField("dateFrom", view?.dateFrom)} />
        <DateField label="To date" isLazy field={dateField("dateTo", view?.dateTo)} />
      </div>
    </section>
  );
}

/** A date chosen by hand is no preset any more. */
const dateField = (name: "dateFrom" | "dateTo", value?: string): FormField => ({
  ...filterField(name, value),
  change: (text) => changeUrlQuery({ [name]: text, preset: "" }),
});

interface SendProps {
  invoices: InvoiceRow[];
  onChanged(): void;
  onClose(): void;
}

/** Asks first: what was sent keeps agency and client as they are now, and is a draft no more. */
export function SendInvoices({ invoices, ...props }: SendProps) {
  const ids = invoices.map(({ _id }) => _id);
  const count = ids.length === 1 ? "1 invoice" : `${groupIndian(ids.length)} invoices`;
  return (
    <ConfirmDelete
      {...props}
      title="Mark as sent"
      verb="Mark as sent"
      run={() => send("POST", "/api/invoices/send", { ids })}
      success={`${count} marked as sent`}
      otherwise="Error sending invoices"
    >
      <p>{`Mark ${count} as sent? They keep agency and client as they are now.`}</p>
    </ConfirmDelete>
  );
}
