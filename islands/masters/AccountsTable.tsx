import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Account } from "../../domain/accounts.ts";
import { Money } from "../parts/Money.tsx";
import type { MasterActions } from "./kinds.ts";
import { ActivePill, NameCell, RowActions } from "./MasterCells.tsx";
import { MasterTable } from "./MasterTable.tsx";

const features = tableFeatures({});
const column = createColumnHelper<typeof features, Account>();
// One array for ever: the table takes a new one for new data and renders again.
const NONE: Account[] = [];

export function AccountsTable(props: MasterActions & { accounts: Account[] | undefined }) {
  const { accounts, onEdit, onDelete } = props;
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor("name", {
          header: "Name",
          cell: ({ row }) => <NameCell thing={row.original} onEdit={onEdit} />,
        }),
        column.accessor("type", { header: "Type" }),
        column.accessor("openingBalance", {
          header: "Opening Balance",
          cell: ({ getValue }) => <Money amount={getValue()} />,
        }),
        column.accessor("isActive", {
          header: "Status",
          cell: ({ getValue }) => <ActivePill isActive={getValue()} />,
        }),
        column.display({
          id: "actions",
          header: () => <span className="sr-only">Actions</span>,
          cell: ({ row }) => (
            <RowActions thing={row.original} onEdit={onEdit} onDelete={onDelete} />
          ),
        }),
      ]),
    [onEdit, onDelete],
  );
  const table = useTable({ features, columns, data: accounts ?? NONE });
  return (
    <MasterTable
      {...props}
      name="Accounts"
      count={accounts?.length}
      empty="No accounts yet"
      add="Add an account"
      head={table.getHeaderGroups().flatMap((group) =>
        group.headers.map((header) => ({
          id: header.id,
          content: <table.FlexRender header={header} />,
        })),
      )}
      rows={table.getRowModel().rows.map((row) => ({
        id: row.original._id,
        cells: row.getAllCells().map((cell) => ({
          id: cell.column.id,
          content: <table.FlexRender cell={cell} />,
        })),
      }))}
    />
  );
}
