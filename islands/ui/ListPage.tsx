import { type ReactNode, useEffect } from "react";
import type { SearchChange } from "../browser/urlQuery.ts";
import type { Loaded } from "../browser/useFetch.ts";
import { ListToolbar } from "../parts/ListToolbar.tsx";
import { useFilterPanel } from "../parts/useFilterPanel.ts";
import { useListKeys } from "../parts/useListKeys.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { TablePanel } from "./DataTable.tsx";
import type { ListView } from "./listView.ts";
import { Pager } from "./Pager.tsx";
import { SelectionBar, type Sum } from "./SelectionBar.tsx";
import type { DataTable } from "./useDataTable.tsx";
import type { PagedList } from "./useList.ts";

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
  sums(selected: Thing[]): Sum[];
  /** What can be done with what is selected. */
  actions(selected: Thing[]): ReactNode;
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
        {...search}
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
      {data && view && data.total > 0 && (
        <Pager
          page={data.page}
          totalPages={data.totalPages}
          total={data.total}
          shown={data.items.length}
          limit={view.limit}
          noun={countsPages ? noun : undefined}
        />
      )}
      <SelectionBar
        count={selected.length}
        sums={props.sums(selected)}
        onClear={() => table.resetRowSelection(true)}
      >
        {props.actions(selected)}
      </SelectionBar>
    </>
  );
}
