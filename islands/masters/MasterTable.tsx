// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { sentenceOf } from "../browser/api.ts";
import { Icon } from "../parts/Icon.tsx";
import type { Master, MasterActions } from "./kinds.ts";
import { ActivePill, NameCell, RowActions } from "./MasterCells.tsx";

/** What a kind of master data shows between its name and its status. */
export interface MasterColumn<Thing> {
  id: string;
  header: string;
  cell(thing: Thing): ReactNode;
}

interface Props<Thing> extends MasterActions {
  name: string;
  /** Undefined while they are on their way. */
  things: Thing[] | undefined;
  columns: MasterColumn<Thing>[];
  empty: string;
  add: string;
}

const features = tableFeatures({});
// One array for ever: the table takes a new one for new data and renders again.
const NONE: never[] = [];

/** A table of master data, with its states: on its way, failed, none yet. */
export function MasterTable<Thing extends Master>(props: Props<Thing>) {
  const { name, things, empty, add, failure, onRetry, onAdd } = props;
  const table = useTable({ features, columns: useColumns(props), data: things ?? NONE });
  const count = things?.length;
  if (failure && count === undefined) {
    return (
      <div className="panel empty">
        <Icon name="circle-alert" />
        <p>{sentenceOf(failure, "Failed to load master data")}</p>
        <button className="btn" type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className="panel empty">
        <Icon name="library-big" />
        <p>{empty}</p>
        <button className="btn" type="button" onClick={onAdd}>
          {add}
        </button>
      </div>
    );
  }
  return (
    <div className="panel">
      <table role="table" className="tbl to-list masters" aria-busy={count === undefined}>
        <caption className="sr-only">{name}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {table.getFlatHeaders().map((header) => (
              <th role="columnheader" scope="col" key={header.id} className={classOf(header.id)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {count === undefined && <Waiting columns={table.getFlatHeaders().length} />}
          {table.getRowModel().rows.map((row) => (
            <tr role="row" key={row.original._id}>
              {row.getAllCells().map((cell) => (
                <td role="cell" key={cell.id} className={classOf(cell.column.id)}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useColumns<Thing extends Master>({ columns, onEdit, onDelete }: Props<Thing>) {
  return useMemo(() => {
    const column = createColumnHelper<typeof features, Thing>();
    return column.columns([
      column.display({
        id: "name",
        header: "Name",
        cell: ({ row }) => <NameCell thing={row.original} onEdit={onEdit} />,
      }),
      ...columns.map(({ id, header, cell }) =>
        column.display({ id, header, cell: ({ row }) => cell(row.original) }),
      ),
      column.display({
        id: "isActive",
        header: "Status",
        cell: ({ row }) => <ActivePill isActive={row.original.isActive} />,
      }),
      column.display({
        id: "actions",
        header: () => <span className="sr-only">Actions</span>,
        cell: ({ row }) => <RowActions thing={row.original} onEdit={onEdit} onDelete={onDelete} />,
      }),
    ]);
  }, [columns, onEdit, onDelete]);
}

const classOf = (column: string) => `m-${column} ${column === "openingBalance" ? "r" : ""}`;

function Waiting({ columns }: { columns: number }) {
  return [0, 1, 2, 3].map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={columns}>
        <span className="skeleton" />
      </td>
    </tr>
  ));
}
