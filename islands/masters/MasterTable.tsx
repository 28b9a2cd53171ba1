import { useMemo } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { TypeCell } from "../transactions/cells.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { Money } from "../ui/Money.tsx";
import { Empty } from "../ui/states.tsx";
import { type Columns, columnsOf, useDataTable } from "../ui/useDataTable.tsx";

interface Props extends MasterActions {
  kind: Kind;
  /** Undefined while they are on their way. */
  things: Master[] | undefined;
}

const NAMES = {
  account: { name: "Accounts", empty: "No accounts yet", add: "Add an account" },
  category: { name: "Categories", empty: "No categories yet", add: "Add a category" },
};

const idOf = ({ _id }: Master) => _id;

/** A table of master data: all of an agency's accounts, or all of its categories. */
export function MasterTable({ kind, things, failure, onRetry, onAdd, onEdit, onDelete }: Props) {
  const { name, empty, add } = NAMES[kind];
  const columns = useMemo(
    () => [named(onEdit), ...OWN[kind], status, acting(onEdit, onDelete)],
    [kind, onEdit, onDelete],
  );
  const table = useDataTable({ name, rows: things, columns, idOf });
  return (
    <TablePanel
      {...{ table, failure, onRetry }}
      label={name}
      caption={name}
      className="tbl to-list masters"
      isLoaded={things !== undefined}
      waiting={4}
      otherwise="Failed to load master data"
      empty={
        <Empty label={name} icon="library-big" title={empty}>
          <Button label={add} onClick={onAdd} />
        </Empty>
      }
    />
  );
}

const column = columnsOf<Master>();

/** What each kind shows between its name and its status. */
const OWN: Record<Kind, Columns<Master>> = {
  account: [
    column.accessor("type", { header: "Type", meta: { cell: "m-type", head: "m-type" } }),
    column.accessor((account) => (account as Account).openingBalance, {
      id: "openingBalance",
      header: "Opening Balance",
      sortDescFirst: true,
      meta: { cell: "m-openingBalance r", head: "m-openingBalance r" },
      cell: ({ getValue }) => <Money amount={getValue()} />,
    }),
  ],
  category: [
    column.accessor("type", {
      header: "Type",
      meta: { cell: "m-type", head: "m-type" },
      cell: ({ getValue }) => <TypeCell type={getValue() as Category["type"]} />,
    }),
  ],
};

const named = (onEdit: (thing: Master) => void) =>
  column.accessor("name", {
    header: "Name",
    enableHiding: false,
    meta: { cell: "m-name", head: "m-name" },
    cell: ({ getValue, row }) => (
      <button
        className="cell-main cell-open truncate"
        type="button"
        onClick={() => onEdit(row.original)}
      >
        {getValue()}
      </button>
    ),
  });

const status = column.accessor(({ isActive }) => (isActive ? "Active" : "Inactive"), {
  id: "isActive",
  header: "Status",
  meta: { cell: "m-isActive", head: "m-isActive" },
  cell: ({ getValue, row }) => (
    <span className={`pill ${row.original.isActive ? "pill-pos dot" : "pill-line"}`}>
      {getValue()}
    </span>
  ),
});

const acting = (onEdit: (thing: Master) => void, onDelete: (thing: Master) => void) =>
  column.display({
    id: "actions",
    enableHiding: false,
    header: () => <span className="sr-only">Actions</span>,
    meta: { cell: "m-actions", head: "m-actions" },
    cell: ({ row: { original } }) => (
      <div className="row-acts">
        <IconButton
          icon="pencil"
          label={`Edit ${original.name}`}
          onClick={() => onEdit(original)}
        />
        <IconButton
          icon="trash-2"
          label={`Delete ${original.name}`}
          onClick={() => onDelete(original)}
        />
      </div>
    ),
  });

/** The two kinds of master data; what they have in common is written once. */
export type Kind = "account" | "category";
export type Master = Account | Category;

export const KINDS = {
  account: { title: "Account", url: "/api/accounts" },
  category: { title: "Category", url: "/api/categories" },
} as const;

/** What a table of master data can be asked to do. */
export interface MasterActions {
  failure: unknown;
  onRetry(): void;
  onAdd(): void;
  onEdit(thing: Master): void;
  onDelete(thing: Master): void;
}
