import { type ReactNode, useEffect, useRef, useState } from "react";
import { VIEW_PATHS } from "../../domain/agencies/views.ts";
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
import { useViewsBar } from "./ViewsBar.tsx";

interface Props<Thing extends { _id: string }, List extends PagedList> {
  /** The records it lists: "receipts". */
  noun: string;
  /** Undefined until the address is known. */
  view: ListView<"q"> | undefined;
  list: Loaded<List>;
  table: DataTable<Thing>;
  filtersSet: number;
  /** The search field, and the change that clears search and filters. */
  search: {
    label: string;
    placeholder: string;
    toChange?: (q: string) => SearchChange;
    clear: { label: string; changes: SearchChange };
  };
  /** Draws the filter panel. */
  filters(isOpen: boolean | undefined): ReactNode;
  /** Drawn after the button that toggles the filters. */
  toolbar?: ReactNode;
  caption: string;
  className: string;
  empty: ReactNode;
  loading?: string;
  onOpen(thing: Thing): void;
  onDelete?: ((thing: Thing) => void) | undefined;
  /** Further keys of the list, for the row with keyboard focus. A key without an action returns false. */
  keys?: Record<string, (current: Thing | undefined) => unknown>;
  rowClass?(thing: Thing): string;
  foot?(columns: number): ReactNode;
  /** Whether its pager shows "Page 2 of 5". */
  countsPages?: boolean;
  sums?(selected: Thing[]): Sum[];
  actions?(selected: Thing[]): ReactNode;
}

/** A list with search, filters, sorting, pages and bulk actions. */
export function ListPage<Thing extends { _id: string }, List extends PagedList>(
  props: Props<Thing, List>,
) {
  const { noun, view, list, table, filtersSet, search, toolbar, empty, countsPages } = props;
  const { caption, className, loading, onOpen, onDelete, keys, rowClass, foot } = props;
  const views = useViewsBar(filtersSet > 0 || Boolean(view?.q));
  const filters = useFilterPanel();
  useListKeys(list.data, filters.toggle);
  useDeselection(table, JSON.stringify(view), list.data);
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const { data } = list;
  return (
    <>
      {hasViews(noun) && views.bar}
      <ListToolbar
        search={search}
        q={view?.q ?? ""}
        count={filtersSet}
        isOpen={filters.isOpen}
        onToggle={filters.toggle}
      >
        {hasViews(noun) && views.button}
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
        loading={loading}
        onOpen={onOpen}
        onDelete={onDelete}
        keys={keys}
        rowClass={rowClass}
        foot={foot}
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

/** Returns whether a list can have saved views. */
const hasViews = (noun: string) => VIEW_PATHS.some((path) => path === `/${noun}`);

/** Deselects rows that are no longer shown: all if the address has changed, otherwise deleted ones. */
function useDeselection<Thing extends { _id: string }>(
  { resetRowSelection, setRowSelection }: DataTable<Thing>,
  address: string | undefined,
  list: PagedList | undefined,
): void {
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    resetRowSelection(true);
  }, [address, resetRowSelection]);
  useEffect(() => {
    const ids = new Set(list?.items.map(({ _id }) => _id));
    setRowSelection((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => ids.has(id))),
    );
  }, [list, setRowSelection]);
}

/**
 * Shown instead of a list if nothing matches the search and filters.
 * @param clear the change that clears both
 */
export const NothingMatches = ({ noun, clear }: { noun: string; clear: SearchChange }) => (
  <Empty label={`List of ${noun}`} icon="search" title={`No ${noun} match`}>
    <Button label={`Show all ${noun}`} onClick={() => changeUrlQuery(clear)} />
  </Empty>
);

interface ToolbarProps extends Pick<Props<never, never>, "search"> {
  /** The search text in the address. */
  q: string;
  /** The number of filters set. */
  count: number;
  /** Undefined until the browser's stored choice has been read. */
  isOpen: boolean | undefined;
  onToggle(): void;
  /** Drawn after the button that toggles the filters. */
  children?: ReactNode;
}

/** Search, the button that toggles the filter panel, and the button that clears both. */
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
          <span className="badge mid px-4 round-full text-11 semi">
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
 * Returns whether the filter panel is open: as last left in this browser, otherwise open if there is room.
 * It is undefined until hydration; until then the styles apply the same rule.
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

/** Handles the shortcuts of every list: filters, previous page and next page. */
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
