import { type ReactNode, useEffect, useState } from "react";
import { useKeys } from "../browser/keys.ts";
import { changeLook, readLook } from "../browser/settings.ts";
import { changeUrlQuery, type SearchChange } from "../browser/urlQuery.ts";
import type { Loaded } from "../browser/useFetch.ts";
import { Button } from "./Button.tsx";
import { TablePanel } from "./DataTable.tsx";
import { ColumnsMenu } from "./Menu.tsx";
import { Pager } from "./Pager.tsx";
import { SearchFilter } from "./SearchFilter.tsx";
import { SelectionBar, type Sum } from "./SelectionBar.tsx";
import { Empty } from "./states.tsx";
import type { DataTable } from "./useDataTable.tsx";
import type { ListView, PagedList } from "./useList.ts";

interface Props<Thing extends { _id: string }, List extends PagedList> {
  /** What it lists: "receipts". */
  noun: string;
  /** Undefined until the address is known. */
  view: ListView<"q"> | undefined;
  list: Loaded<List>;
  table: DataTable<Thing>;
  /** How many filters are set. */
  filtersSet: number;
  /** What is searched, and what takes search and filters away. */
  search: {
    label: string;
    placeholder: string;
    clear: { label: string; changes: SearchChange };
  };
  /** The panel of filters. */
  filters(isOpen: boolean | undefined): ReactNode;
  /** Stands after the switch of the filters. */
  toolbar?: ReactNode;
  caption: string;
  className: string;
  empty: ReactNode;
  loading?: string;
  onOpen(thing: Thing): void;
  onDelete?: ((thing: Thing) => void) | undefined;
  rowClass?(thing: Thing): string;
  foot?(columns: number): ReactNode;
  /** Its pager says "Page 2 of 5". */
  countsPages?: boolean;
  sums?(selected: Thing[]): Sum[];
  /** What can be done with what is selected. */
  actions?(selected: Thing[]): ReactNode;
}

/** A list that is searched, filtered, sorted, gone through by pages, and worked on many rows at once. */
export function ListPage<Thing extends { _id: string }, List extends PagedList>(
  props: Props<Thing, List>,
) {
  const { noun, view, list, table, filtersSet, search, toolbar, empty, countsPages } = props;
  const { caption, className, loading, onOpen, onDelete, rowClass, foot } = props;
  const filters = useFilterPanel();
  useListKeys(list.data, filters.toggle);
  const address = JSON.stringify(view);
  // What is not shown any more is not to be worked on.
  useEffect(() => table.resetRowSelection(true), [address]);
  // Nor what is gone.
  useEffect(() => {
    const { rowsById } = table.getRowModel();
    table.setRowSelection((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => id in rowsById)),
    );
  }, [list.data]);
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const { data } = list;
  return (
    <>
      <ListToolbar
        search={search}
        q={view?.q ?? ""}
        count={filtersSet}
        isOpen={filters.isOpen}
        onToggle={filters.toggle}
      >
        {toolbar}
        <ColumnsMenu table={table} />
      </ListToolbar>
      {props.filters(filters.isOpen)}
      <TablePanel
        table={table}
        label={`List of ${noun}`}
        caption={caption}
        className={`tbl stick to-list ${className}`}
        isLoaded={data !== undefined}
        isLoading={list.isLoading}
        waiting={10}
        failure={list.failure}
        otherwise={`Failed to load ${noun}`}
        onRetry={list.reload}
        empty={empty}
        {...{ loading, onOpen, onDelete, rowClass, foot }}
      />
      {data && view && (
        <Pager list={data} limit={view.limit} noun={countsPages ? noun : undefined} />
      )}
      <SelectionBar
        count={selected.length}
        sums={props.sums?.(selected) ?? []}
        onClear={() => table.resetRowSelection(true)}
      >
        {props.actions?.(selected)}
      </SelectionBar>
    </>
  );
}

/** In place of a list of which nothing is as it is searched and filtered. @param clear takes that away */
export const NothingMatches = ({ noun, clear }: { noun: string; clear: SearchChange }) => (
  <Empty label={`List of ${noun}`} icon="search" title={`No ${noun} match`}>
    <Button label={`Show all ${noun}`} onClick={() => changeUrlQuery(clear)} />
  </Empty>
);

interface ToolbarProps extends Pick<Props<never, never>, "search"> {
  /** As the address has it. */
  q: string;
  /** How many filters are set. */
  count: number;
  /** Undefined before the browser has said how it was left. */
  isOpen: boolean | undefined;
  onToggle(): void;
  /** Stands after the switch of the filters. */
  children?: ReactNode;
}

/** Search, the switch of the filter panel, and the way back to everything. */
function ListToolbar({ q, count, isOpen, onToggle, search, children }: ToolbarProps) {
  const { clear, ...field } = search;
  return (
    <div className="toolbar">
      <SearchFilter q={q} {...field} />
      <Button
        icon="sliders-horizontal"
        aria-expanded={isOpen}
        aria-controls="filters"
        aria-keyshortcuts="f"
        onClick={onToggle}
      >
        Filters
        {count > 0 && (
          <span className="badge">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {(count > 0 || q) && (
        <Button look="quiet" label={clear.label} onClick={() => changeUrlQuery(clear.changes)} />
      )}
      {children}
    </div>
  );
}

/**
 * Whether the filter panel is open: as it was left in this browser, else where there is room. Undefined
 * until the island has woken up; the styles, which know as much, show or hide it until then.
 */
function useFilterPanel() {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const { filters } = readLook();
    setOpen(filters ? filters === "open" : matchMedia("(min-width: 48rem)").matches);
  }, []);

  const toggle = () => {
    changeLook({ filters: isOpen ? "closed" : "open" });
    setOpen(!isOpen);
  };
  return { isOpen, toggle };
}

/** What keys do on every screen of a list: filters, the page before and the one after. */
function useListKeys(
  list: { page: number; totalPages: number } | undefined,
  onFilters: () => void,
): void {
  const turn = (by: number) => {
    const page = (list?.page ?? 1) + by;
    if (page >= 1 && page <= (list?.totalPages ?? 1)) changeUrlQuery({ page });
  };
  useKeys({
    f: onFilters,
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
  });
}
