// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import {
  type Column,
  FlexRender,
  type Header,
  type RowData,
  type Cell as TableCell,
} from "@tanstack/react-table";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import { Icon } from "./Icon.tsx";
import { FailedToLoad } from "./states.tsx";
import type { Features, DataTable as Table, TableRow } from "./useDataTable.tsx";
import { useRowKeys } from "./useRowKeys.ts";

interface Props<Thing extends RowData> {
  table: Table<Thing>;
  className: string;
  caption: string;
  /** Whether the data has loaded. Until then, placeholder rows are drawn. */
  isLoaded: boolean;
  /** Called on a click on a row, and on Enter. */
  onOpen?: ((thing: Thing) => void) | undefined;
  /** The action of Enter, for rows that do not open on a click. */
  onEnter?: ((thing: Thing) => void) | undefined;
  /** Called on the key x. */
  onDelete?: ((thing: Thing) => void) | undefined;
  /** Further keys of the list, for the row with keyboard focus. A key without an action returns false. */
  keys?: Record<string, (current: Thing | undefined) => unknown> | undefined;
  /** The number of placeholder rows while data loads. */
  waiting?: number;
  rowClass?(thing: Thing): string;
  /** Drawn below an expanded row. */
  below?(thing: Thing): ReactNode;
  /** Draws total rows that span this many columns. */
  foot?(columns: number): ReactNode;
}

/** Draws a real table, which CSS can lay out as a list on a phone. */
export function DataTable<Thing extends RowData>(props: Props<Thing>) {
  const { table, className, caption, isLoaded, waiting = 5, onOpen, foot } = props;
  const columns = table.getVisibleLeafColumns();
  // A click on a row opens it, unless the target is a control or selected text.
  const onClick = ({ target }: React.MouseEvent) => {
    if (!(target instanceof Element) || target.closest("a, button, input, label, .cell-edit"))
      return;
    const id = target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
    const row = table.getRowModel().rows.find((row) => row.id === id);
    if (row && !getSelection()?.toString()) onOpen?.(row.original);
  };
  const hasSums = columns.some(({ columnDef }) => columnDef.footer);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys open the row that they are on, see useRowKeys.
    <table role="table" className={className} aria-busy={!isLoaded} onClick={onClick}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {table.getFlatHeaders().map((header) => (
            <Head key={header.id} header={header} />
          ))}
        </tr>
      </thead>
      {isLoaded ? <Body {...props} /> : <Waiting rows={waiting} columns={columns.length} />}
      {foot && <tfoot role="rowgroup">{foot(columns.length)}</tfoot>}
      {hasSums && isLoaded && (
        <tfoot role="rowgroup">
          <tr role="row">
            {table.getFlatHeaders().map((header) => (
              <Cell key={header.id} of={header.column}>
                <FlexRender footer={header} />
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type AnyColumn<Thing extends RowData> = Column<Features, Thing, unknown>;

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

function Head<Thing extends RowData>({ header }: { header: Header<Features, Thing, unknown> }) {
  const { column } = header;
  const { meta, header: name } = column.columnDef;
  const sorted = column.getIsSorted();
  const content = <FlexRender header={header} />;
  return (
    <th
      role="columnheader"
      scope="col"
      className={meta?.head}
      aria-sort={sorted ? DIRECTIONS[sorted] : undefined}
    >
      {column.getCanSort() && typeof name === "string" ? (
        <button
          className="sort inline-row gap-4 p-0 no-line bare max-full pointer min-24"
          type="button"
          onClick={() => column.toggleSorting()}
        >
          {content}
          {sorted && (
            <Icon className="rigid size-12" name={sorted === "asc" ? "arrow-up" : "arrow-down"} />
          )}
        </button>
      ) : (
        content
      )}
    </th>
  );
}

// Rows are drawn in parts of this size: a change renders one part, and the browser skips the layout of
// hidden parts.
const PART = 50;

function Body<Thing extends RowData>(props: Props<Thing>) {
  const { table, onOpen, onEnter = onOpen, onDelete, keys, rowClass, below } = props;
  const { rows } = table.getRowModel();
  const { at } = useRowKeys(table, { onOpen: onEnter, onDelete, keys });
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / PART) }, (_, n) =>
        rows.slice(n * PART, (n + 1) * PART),
      ),
    [rows],
  );
  const common = {
    selected: table.state.rowSelection,
    columns: table.getVisibleLeafColumns(),
    opens: onOpen !== undefined,
    rowClass,
    below,
  };
  return parts.map((part, n) => (
    <MemoPart
      key={part[0]?.id}
      {...common}
      rows={part}
      current={Math.floor(at / PART) === n ? at % PART : undefined}
    />
  ));
}

interface PartProps<Thing extends RowData> extends Pick<Props<Thing>, "rowClass" | "below"> {
  rows: TableRow<Thing>[];
  /** The index of the row with keyboard focus. */
  current: number | undefined;
  selected: Record<string, boolean>;
  /** The visible columns. All rows are redrawn if they change. */
  columns: unknown;
  opens: boolean;
}

const MemoPart = memo(Part) as typeof Part;

function Part<Thing extends RowData>(props: PartProps<Thing>) {
  const { rows, current, selected, columns, opens, rowClass, below } = props;
  return (
    <tbody role="rowgroup">
      {rows.map((row, place) => (
        <MemoRow
          key={row.id}
          row={row}
          columns={columns}
          className={`${opens ? "opens" : ""} ${rowClass?.(row.original) ?? ""}`}
          isCurrent={place === current}
          isSelected={selected[row.id] ?? false}
          below={below?.(row.original)}
        />
      ))}
    </tbody>
  );
}

interface RowProps<Thing extends RowData> {
  row: TableRow<Thing>;
  /** The visible columns. The row is redrawn if they change. */
  columns: unknown;
  className: string;
  isCurrent: boolean;
  isSelected: boolean;
  below: ReactNode;
}

/** Redrawn only if its own data changes, however long the table is. */
const MemoRow = memo(Row) as typeof Row;

function Row<Thing extends RowData>(props: RowProps<Thing>) {
  const { row, className, isCurrent, isSelected, below } = props;
  const cells = row.getVisibleCells();
  const state = `${isCurrent ? "is-current" : ""} ${isSelected ? "is-selected" : ""}`;
  return (
    <Fragment>
      <tr
        role="row"
        className={`${className} ${state}`.trim()}
        data-id={row.id}
        tabIndex={-1}
        aria-current={isCurrent || undefined}
        aria-selected={isSelected || undefined}
      >
        {cells.map((cell) => (
          <Cell key={cell.id} of={cell.column} tone={cellTone(cell)}>
            <FlexRender cell={cell} />
          </Cell>
        ))}
      </tr>
      {below && (
        <tr role="row" className="below" id={`below-${row.id}`}>
          <td role="cell" colSpan={cells.length}>
            {below}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface CellProps<Thing extends RowData> {
  of: AnyColumn<Thing>;
  tone?: string | undefined;
  children: ReactNode;
}

const cellTone = <Thing extends RowData>(cell: TableCell<Features, Thing, unknown>) =>
  cell.column.columnDef.meta?.tone?.(cell.getValue() as never);

function Cell<Thing extends RowData>({ of, tone, children }: CellProps<Thing>) {
  const { meta } = of.columnDef;
  if (meta?.isRowHeader) {
    return (
      <th role="rowheader" scope="row" className={meta.cell}>
        {children}
      </th>
    );
  }
  return (
    <td role="cell" className={tone ? `${meta?.cell} ${tone}` : meta?.cell}>
      {children}
    </td>
  );
}

function Waiting({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody role="rowgroup">
      {Array.from({ length: rows }, (_, row) => (
        <tr role="row" key={row} className="sk">
          <td role="cell" colSpan={columns}>
            <span className="skeleton" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

interface PanelProps<Thing extends RowData> extends Props<Thing> {
  /** Its name as a region of the page. */
  label: string;
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode;
  isLoading?: boolean;
  failure: unknown;
  /** Shown if the request fails without a message from the server. */
  otherwise: string;
  /** Announced to screen readers while rows load. */
  loading?: string;
  onRetry(): void;
}

/** A table with its loading, error and empty states. */
export function TablePanel<Thing extends RowData>(props: PanelProps<Thing>) {
  const { label, empty, isLoading, failure, otherwise, loading, onRetry, ...table } = props;
  const { isLoaded } = table;
  if (failure && !isLoaded)
    return <FailedToLoad label={label} failure={failure} otherwise={otherwise} onRetry={onRetry} />;
  if (isLoaded && table.table.getRowModel().rows.length === 0 && !isLoading) return empty;
  return (
    <section className="panel" aria-label={label} aria-busy={isLoading ?? !isLoaded}>
      {!isLoaded && loading && (
        <p className="sr-only" role="status">
          {loading}
        </p>
      )}
      <DataTable {...table} />
    </section>
  );
}
