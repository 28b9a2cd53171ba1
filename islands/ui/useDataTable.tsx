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
    /** Classes of its cells, of a cell by what it holds, and of its head. */
    cell?: string;
    tone?: (value: never) => string;
    head?: string;
    /** Its cells name their rows. */
    isRowHeader?: boolean;
  },
});
export type Features = typeof features;

// A value is of any type: a column knows its own.
// biome-ignore lint/suspicious/noExplicitAny: as TanStack's own types have it.
export type Columns<Thing extends RowData> = ColumnDef<Features, Thing, any>[];
export type TableRow<Thing extends RowData> = Row<Features, Thing>;
export type DataTable<Thing extends RowData> = ReactTable<Features, Thing>;

/** Tells what a table of these things is made of: TanStack's column definitions. */
export const columnHelper = <Thing extends RowData>() => createColumnHelper<Features, Thing>();

interface Options<Thing extends RowData> {
  /** By this name the browser remembers which columns are hidden. */
  name: string;
  /** Undefined while they are on their way. */
  rows: readonly Thing[] | undefined;
  columns: Columns<Thing>;
  getId(thing: Thing): string;
  /** The order that the server gives, as its `sort` names it; left out, the browser sorts. */
  sort?: string | undefined;
  /** The order of an address that names none; newest first, where nothing else is said. */
  defaultSort?: string;
  /** Rows can be selected; what a row is called then. */
  getName?: (thing: Thing) => string;
}

// One constant array: the table would take a new one for new data and render again.
const NONE: never[] = [];

/** A table's state: its rows and columns, which are shown, how they are sorted, and what is selected. */
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
  // The browser's memory is read once the island has woken up: the first HTML does not know it.
  useEffect(() => {
    setHidden(Object.fromEntries((readChoice(name).hidden ?? []).map((id) => [id, false])));
  }, [name]);

  return useTable<Features, Thing>({
    features,
    columns: useMemo(
      () => (getName ? [selecting(getName), ...columns] : columns),
      [getName, columns],
    ),
    // An answer that is no list throws here, and does not look like an empty one.
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

/** Text as people sort it, all else by its size. */
function byValue<Thing extends RowData>(
  a: TableRow<Thing>,
  b: TableRow<Thing>,
  id: string,
): number {
  const [first, second] = [a.getValue<string | RupeeSum>(id), b.getValue<string | RupeeSum>(id)];
  if (typeof first === "string") return first.localeCompare(String(second), "en-IN");
  return first < (second as RupeeSum) ? -1 : first > (second as RupeeSum) ? 1 : 0;
}

/** The column of checkboxes. Shift and a click take all from the last one on. */
const selecting = <Thing extends RowData>(getName: (thing: Thing) => string) =>
  columnHelper<Thing>().display({
    id: "select",
    enableHiding: false,
    meta: { cell: "t-select", head: "t-select" },
    header: ({ table }) => (
      <label>
        <input
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
          type="checkbox"
          aria-label={`Select ${getName(row.original)}`}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      </label>
    ),
  });
