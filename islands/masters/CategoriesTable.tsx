import type { Category } from "../../domain/categories.ts";
import { TypeCell } from "../transactions/cells.tsx";
import type { MasterActions } from "./kinds.ts";
import { type MasterColumn, MasterTable } from "./MasterTable.tsx";

const COLUMNS: MasterColumn<Category>[] = [
  { id: "type", header: "Type", cell: ({ type }) => <TypeCell type={type} /> },
];

export function CategoriesTable(props: MasterActions & { categories: Category[] | undefined }) {
  return (
    <MasterTable
      {...props}
      name="Categories"
      things={props.categories}
      columns={COLUMNS}
      empty="No categories yet"
      add="Add a category"
    />
  );
}
