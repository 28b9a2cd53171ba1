import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  type ReactTable,
  type Row,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useEffect, useMemo, useState } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { changeChoice, readChoice } from "./listChoices.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as {
    /** The classes of its cells, of a cell by its row, and of its header. */
    cell?: string;
    tone?: (value: never) => string;
    head?: string;
    /** Whether its cells are row headers. */
    isRowHeader?: boolean;
  },
});
export type Features = typeof features;

// A value has any type; each column knows its own.
// biome-ignore lint/suspicious/noExplicitAny: as TanStack's own types have it.
export type Columns<Thing extends RowData> = ColumnDef<Features, Thing, any>[];
export type TableRow<Thing extends RowData> = Row<Features, Thing>;
export type DataTable<Thing extends RowData> = ReactTable<Features, Thing>;

/** Returns TanStack's column helper for rows of this type. */
export const columnHelper = <Thing extends RowData>() => createColumnHelper<Features, Thing>();

interface Options<Thing extends RowData> {
  /** The key under which the browser stores the hidden columns. */
  name: string;
  /** Undefined while they load. */
  rows: readonly Thing[] | undefined;
  columns: Columns<Thing>;
  getId(thing: Thing): string;
  /** The server's order, as in its `sort` parameter. If left out, the browser sorts. */
  sort?: string | undefined;
  /** The order if the address names none. Defaults to newest first. */
  defaultSort?: string;
  /** Returns a row's name for its checkbox. Rows can be selected if it is given. */
  getName?: (thing: Thing) => string;
}

// One constant array, because the table would treat a new one as new data and render again.
const NONE: never[] = [];

/** The state of a table: rows, visible columns, sorting and selection. */
export function useDataTable<Thing extends RowData>(options: Options<Thing>): DataTable<Thing> {
  const {
    name,
    rows = NONE,
    columns,
    getId,
    sort,
    defaultSort: usualSort = "-date",
    getName,
  } = options;
  const isSortedByServer = sort !== undefined;
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const sorting = isSortedByServer ? parseSort(sort || usualSort) : ownSorting;
  const [hidden, setHidden] = useState<ColumnVisibilityState>({});
  // Read after hydration, because the server's HTML cannot contain the browser's storage.
  useEffect(() => {
    setHidden(Object.fromEntries((readChoice(name).hidden ?? []).map((id) => [id, false])));
  }, [name]);

  return useTable<Features, Thing>({
    features,
    columns: useMemo(
      () => (getName ? [selecting(getName), ...columns] : columns),
      [getName, columns],
    ),
    // Throws if the response is not a list, instead of showing an empty table.
    data: useMemo(() => rows.slice(), [rows]),
    getRowId: getId,
    defaultColumn: { sortFn: byValue, sortUndefined: false },
    state: { sorting, columnVisibility: hidden },
    manualSorting: isSortedByServer,
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (updater) => {
      const [next] = applyUpdate(updater, sorting);
      if (!next) return;
      const text = `${next.desc ? "-" : ""}${next.id}`;
      if (isSortedByServer) changeUrlQuery({ sort: text === usualSort ? "" : text });
      else setOwnSorting([next]);
    },
    onColumnVisibilityChange: (updater) => {
      const next = applyUpdate(updater, hidden);
      setHidden(next);
      changeChoice(name, { hidden: Object.keys(next).filter((id) => next[id] === false) });
    },
  });
}

const applyUpdate = <State,>(updater: Updater<State>, state: State): State =>
  typeof updater === "function" ? (updater as (state: State) => State)(state) : updater;

function parseSort(sort: string): SortingState {
  const desc = sort.startsWith("-");
  return [{ id: desc ? sort.slice(1) : sort, desc }];
}

/** Compares text by the rules of the language, and everything else by value. */
function byValue<Thing extends RowData>(
  a: TableRow<Thing>,
  b: TableRow<Thing>,
  id: string,
): number {
  const [first, second] = [a.getValue<string | RupeeSum>(id), b.getValue<string | RupeeSum>(id)];
  if (typeof first === "string") return first.localeCompare(String(second), "en-IN");
  return first < (second as RupeeSum) ? -1 : first > (second as RupeeSum) ? 1 : 0;
}

/** The column of checkboxes. Shift-click selects every row from the last one clicked. */
const selecting = <Thing extends RowData>(getName: (thing: Thing) => string) =>
  columnHelper<Thing>().display({
    id: "select",
    enableHiding: false,
    meta: { cell: "t-select", head: "t-select" },
    header: ({ table }) => (
      <label>
        <input
          className="grid mid m-0 pointer"
          type="checkbox"
          aria-label="Select all on this page"
          checked={table.getIsAllRowsSelected()}
          ref={(box) => {
            const isAll = table.getIsAllRowsSelected();
            if (box) box.indeterminate = table.getIsSomeRowsSelected() && !isAll;
          }}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      </label>
    ),
    cell: ({ row }) => (
      <label>
        <input
          className="grid mid m-0 pointer"
          type="checkbox"
          aria-label={`Select ${getName(row.original)}`}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      </label>
    ),
  });
