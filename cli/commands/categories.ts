import type { Category } from "../../domain/ledger/categories.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type Column, table } from "../table.ts";

const COLUMNS: Column<Category>[] = [
  { title: "Category", text: ({ name }) => name, least: 10 },
  { title: "Type", text: ({ type }) => type },
  { title: "Active", text: ({ isActive }) => (isActive ? "yes" : "no"), spare: 1 },
  { title: "Id", text: ({ _id }) => _id, spare: 2 },
];

export async function listCategories(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<{ categories: Category[] }>("/categories", "categories");
  await output.result(answer, () => {
    const total = count(answer.categories.length, "category", "categories");
    return `${table(answer.categories, COLUMNS, output)}\n${output.paint.dim(total)}`;
  });
}
