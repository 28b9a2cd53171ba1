import type { ReactNode } from "react";
import type { Page } from "../../domain/page.ts";
import { goTo, useUrlQuery } from "../browser/urlQuery.ts";
import type { Loaded } from "../browser/useFetch.ts";
import { SelectField } from "./Field.tsx";
import { DateFilters, FilterPanel, filterField } from "./filters.tsx";
import type { IconName } from "./Icon.tsx";
import { ListPage, NothingMatches } from "./ListPage.tsx";
import { type SalesTab, SalesTabs } from "./PageTabs.tsx";
import type { Sum } from "./SelectionBar.tsx";
import { Empty } from "./states.tsx";
import { useDataTable } from "./useDataTable.tsx";
import { type ListView, readView, useList, without } from "./useList.ts";

interface Row {
  _id: string;
  number: string;
  status: string;
}

type List<Thing extends Row> = Page<Thing>;

interface Props<Thing extends Row, Answer> {
  /** The path segment of the list's page and API call: "notes". */
  folder: string;
  caption: string;
  columns: Parameters<typeof useDataTable<Thing>>[0]["columns"];
  /** The filter besides client and dates, with its options. */
  choice: { name: "kind" | "status"; label: string; blank: string; options: Choices };
  empty: { icon: IconName; title: string; text: string; action: ReactNode };
  sums(selected: Thing[]): Sum[];
  /** Actions on selected rows. `onDone` deselects them and loads the list again. */
  actions?(selected: Thing[], onDone: () => void): ReactNode;
  /** Drawn above the filters. */
  quickFilters?(view: View | undefined): ReactNode;
  /** Drawn above the tabs. */
  children(list: Loaded<Answer>, clientId: string | undefined): ReactNode;
  /** Drawn below the tabs. */
  totals?(answer: Answer | undefined, clientId: string | undefined): ReactNode;
}

type Choices = readonly (readonly [value: string, label: string])[];

export type View = ListView<"clientId" | "kind" | "q" | "status">;

/** A list of invoices, notes, advances or estimates, newest first, on a tab. */
export function DocumentList<Thing extends Row, Answer extends List<Thing> = List<Thing>>(
  props: Props<Thing, Answer>,
) {
  const { folder, caption, columns, choice, empty, sums, actions, children } = props;
  const names = ["q", choice.name, "status", "clientId"] as const;
  const unfiltered = without(names);
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, names);
  const list = useList<Answer>(`/api/${folder}`, search);
  const table = useDataTable<Thing>({
    name: folder,
    columns,
    getId,
    getName,
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  const filtersSet = view
    ? [
        view[choice.name],
        choice.name !== "status" && view.status,
        view.clientId,
        view.dateFrom || view.dateTo,
      ].filter(Boolean).length
    : 0;
  const { icon, title, text, action } = empty;
  return (
    <>
      {children(list, view?.clientId)}
      <SalesTabs path={`/${folder}` as SalesTab} />
      {props.totals?.(list.data, view?.clientId)}
      <ListPage
        view={view}
        list={list}
        table={table}
        caption={caption}
        filtersSet={filtersSet}
        sums={sums}
        actions={(selected) =>
          actions?.(selected, () => {
            table.resetRowSelection(true);
            list.reload();
          })
        }
        noun={folder}
        className="invoices"
        loading={`Loading ${folder}...`}
        search={{
          label: `Search ${folder}`,
          placeholder: "Search number or client",
          clear: { label: "Clear All Filters", changes: unfiltered },
        }}
        filters={(isOpen) => (
          <FilterPanel
            isOpen={isOpen}
            className="invoice-filters"
            head={props.quickFilters?.(view)}
          >
            <SelectField {...choice} field={filterField(choice.name, view?.[choice.name])} />
            <DateFilters view={view} preset="" />
          </FilterPanel>
        )}
        empty={
          filtersSet > 0 || view?.q ? (
            <NothingMatches noun={folder} clear={unfiltered} />
          ) : (
            <Empty label={`List of ${folder}`} icon={icon} title={title} text={text}>
              {action}
            </Empty>
          )
        }
        onOpen={({ _id }) => goTo(`/${folder}/${_id}`)()}
        rowClass={({ status }) => (VOID.includes(status) ? "is-void" : "")}
      />
    </>
  );
}

const VOID = ["CANCELLED", "DECLINED"];
const getId = ({ _id }: Row) => _id;
const getName = ({ number }: Row) => number;
