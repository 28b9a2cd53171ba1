import { useMemo } from "react";
import { formatMore, pluralize } from "../../domain/counts.ts";
import { formatDate, toWeekday } from "../../domain/dates.ts";
import { upperFirst } from "../../domain/names.ts";
import {
  MODE_NAMES,
  type SeriesKind,
  type SeriesList,
  type SeriesRow,
  type Waiting,
} from "../../domain/series/series.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { LinkButton } from "../ui/Button.tsx";
import { SelectField } from "../ui/Field.tsx";
import { FilterPanel, filterField } from "../ui/filters.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ListPage, NothingMatches } from "../ui/ListPage.tsx";
import { Money } from "../ui/Money.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SalesTabs } from "../ui/PageTabs.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList, without } from "../ui/useList.ts";
import { seriesColumns } from "./columns.tsx";
import { useSeriesActions } from "./SeriesActions.tsx";
import { SERIES_PLURALS, toSeriesTitle } from "./words.ts";

const FILTERS = ["q", "state", "kind"] as const;
const NO_FILTERS = without(["q", "state"] as const);
const STATES = [
  ["active", "Active"],
  ["paused", "Paused"],
  ["stopped", "Stopped"],
  ["ended", "Ended"],
] as const;
const KINDS: [SeriesKind, string][] = [
  ["invoice", "Invoices"],
  ["transaction", "Transactions"],
];
const getId = ({ _id }: SeriesRow) => _id;

export default function Recurring() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const kind: SeriesKind = view?.kind === "transaction" ? "transaction" : "invoice";
  const list = useList<SeriesList>(
    "/api/series",
    view ? ofKind(search ?? "", kind, view.limit) : null,
  );
  const actions = useSeriesActions(list.reload);
  const columns = useMemo(() => seriesColumns(actions.act), [actions.act]);
  const table = useDataTable<SeriesRow>({
    name: "series",
    columns,
    getId,
    rows: list.data?.items,
    sort: "",
  });
  const plural = SERIES_PLURALS[kind];
  const add = kind === "invoice" ? "/series/new" : "/series/new?kind=transaction";
  useKeys({ n: goTo(add) });
  const isNarrowed = Boolean(view?.state || view?.q);
  return (
    <>
      <ListHead title="Invoices" add={toSeriesTitle("New", kind)} onAdd={add} />
      <SalesTabs path="/series" />
      <SegmentedControl
        label="Type"
        className="mb-12"
        choices={KINDS}
        chosen={kind}
        onChoose={(chosen) => changeUrlQuery({ kind: chosen === "invoice" ? "" : chosen })}
      />
      <Waits list={list.data} />
      <Coming list={list.data} />
      <ListPage<SeriesRow, SeriesList>
        view={view}
        list={list}
        table={table}
        filtersSet={view?.state ? 1 : 0}
        noun={plural}
        caption={`${upperFirst(plural)}, next date first`}
        className="series"
        loading={`Loading ${plural}...`}
        search={{
          label: `Search ${plural}`,
          placeholder: "Search client or text",
          clear: { label: "Clear All Filters", changes: NO_FILTERS },
        }}
        filters={(isOpen) => (
          <FilterPanel isOpen={isOpen} className="invoice-filters">
            <SelectField
              label="Status"
              blank="All statuses"
              options={STATES}
              field={filterField("state", view?.state)}
            />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={isNarrowed} kind={kind} add={add} />}
        onOpen={({ _id }) => goTo(`/series/${_id}`)()}
        rowClass={({ state }) => (state === "active" ? "" : "is-rest")}
      />
      {actions.asking}
    </>
  );
}

/** Replaces the page size with the API's limit. */
function ofKind(search: string, kind: SeriesKind, limit: number): string {
  const query = new URLSearchParams(search);
  query.set("kind", kind);
  query.set("limit", String(limit));
  return `?${query}`;
}

interface NothingProps {
  isNarrowed: boolean;
  kind: SeriesKind;
  add: string;
}

function Nothing({ isNarrowed, kind, add }: NothingProps) {
  const plural = SERIES_PLURALS[kind];
  if (isNarrowed) return <NothingMatches noun={plural} clear={NO_FILTERS} />;
  const text =
    kind === "invoice"
      ? "Create invoices that repeat every month automatically"
      : "Record monthly payments such as rent automatically";
  return (
    <Empty label={`List of ${plural}`} icon="repeat" title={`No ${plural} yet`} text={text}>
      <LinkButton needs="enter books" label={toSeriesTitle("New", kind)} href={add} />
    </Empty>
  );
}

interface ListProps {
  list: SeriesList | undefined;
}

/** Created records that need attention. */
function Waits({ list }: ListProps) {
  const { items = [], count = 0 } = list?.waiting ?? {};
  const [first] = items;
  if (!first) return null;
  const what = first.kind === "invoice" ? "draft" : "transaction";
  const wait = pluralize(count, `recurring ${what} is waiting`, `recurring ${what}s are waiting`);
  return (
    <section className="attn" aria-label="Waiting">
      <Icon name="circle-alert" />
      <span>
        <span className="strong">{`${wait} for you: `}</span>
        {items.slice(0, 3).map((one, n) => (
          <span key={`${one.seriesId} ${one.date} ${one.invoiceId}`}>
            {n > 0 && ", "}
            {`${one.name} `}
            <Money amount={one.amount} />
          </span>
        ))}
        {formatMore(count - 3)}
      </span>
      <a href={toWaitingPath(first, count)}>{count === 1 ? "Review it" : "Review them"}</a>
    </section>
  );
}

function toWaitingPath({ kind, invoiceId, seriesId }: Waiting, count: number): string {
  if (kind === "transaction") return `/series/${seriesId}`;
  return count === 1 ? `/invoices/${invoiceId}` : "/invoices?status=DRAFT";
}

/** The dates of the next 30 days. */
function Coming({ list }: ListProps) {
  const { items = [], count = 0, total = 0 } = list?.upcoming ?? {};
  if (count === 0) return null;
  return (
    <section className="panel coming" aria-label="The next 30 days">
      {items.map(({ seriesId, date, name, amount, mode, kind }) => (
        <div key={`${seriesId} ${date}`}>
          <span className="when num">{`${toWeekday(date)} ${formatDate(date).slice(0, -5)}`}</span>
          <span className="strong truncate">{name}</span>
          <span className="num">
            <Money amount={amount} />
          </span>
          <span className="small muted">{MODE_NAMES[kind][mode]}</span>
        </div>
      ))}
      <div className="sum">
        <span className="when">{`${count} in the next 30 days`}</span>
        <span className="big tight semi">
          <Money amount={total} />
        </span>
      </div>
    </section>
  );
}
