import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";

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
