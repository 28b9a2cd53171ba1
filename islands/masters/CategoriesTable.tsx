import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Category } from "../../domain/categories.ts";
import { TypeCell } from "../transactions/cells.tsx";
import type { MasterActions } from "./kinds.ts";
import { ActivePill, NameCell, RowActions } from "./MasterCells.tsx";
import { MasterTable } from "./MasterTable.tsx";

const features = tableFeatures({});
const column = createColumnHelper<typeof features, Category>();
// One array for ever: the table takes a new one for new data and renders again.
const NONE: Category[] = [];

export function CategoriesTable(props: MasterActions & { categories: Category[] | undefined }) {
  const { categories, onEdit, onDelete } = props;
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor("name", {
          header: "Name",
          cell: ({ row }) => <NameCell thing={row.original} onEdit={onEdit} />,
        }),
        column.accessor("type", {
          header: "Type",
          cell: ({ getValue }) => <TypeCell type={getValue()} />,
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
  const table = useTable({ features, columns, data: categories ?? NONE });
  return (
    <MasterTable
      {...props}
      name="Categories"
      count={categories?.length}
      empty="No categories yet"
      add="Add a category"
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
