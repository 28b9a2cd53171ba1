import type { Category } from "../../domain/ledger/categories.ts";
import { KIND_NAMES } from "../../domain/ledger/kinds.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import type { Column } from "../table.ts";
import { enumColumn } from "../words.ts";

const COLUMNS: Column<Category>[] = [
  { title: "Category", text: ({ name }) => name, minWidth: 10 },
  { title: "Type", text: ({ type }) => type },
  enumColumn("Kind", ({ kind }) => kind, KIND_NAMES, 1),
  { title: "Active", text: ({ isActive }) => (isActive ? "yes" : "no"), dropOrder: 1 },
  { title: "Id", text: ({ _id }) => _id, dropOrder: 2 },
];

export async function listCategories(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ categories: Category[] }>("/categories", "categories");
  const { categories } = answer;
  const total = () => count(categories.length, "category", "categories");
  await printList(answer, categories, COLUMNS, options, total);
}
