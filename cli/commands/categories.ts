import type { Category } from "../../domain/ledger/categories.ts";
import { listed } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import type { Column } from "../table.ts";

const COLUMNS: Column<Category>[] = [
  { title: "Category", text: ({ name }) => name, least: 10 },
  { title: "Type", text: ({ type }) => type },
  { title: "Kind", text: ({ kind }) => kind, spare: 1 },
  { title: "Active", text: ({ isActive }) => (isActive ? "yes" : "no"), spare: 1 },
  { title: "Id", text: ({ _id }) => _id, spare: 2 },
];

export async function listCategories(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ categories: Category[] }>("/categories", "categories");
  const { categories } = answer;
  const total = () => count(categories.length, "category", "categories");
  await listed(answer, categories, COLUMNS, options, total);
}
