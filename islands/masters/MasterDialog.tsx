import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { AccountForm } from "./AccountForm.tsx";
import { CategoryForm } from "./CategoryForm.tsx";
import type { Kind, Master } from "./kinds.ts";

export interface MasterDialogProps {
  kind: Kind;
  /** The one to change; undefined for a new one. */
  thing: Master | undefined;
  onSaved(): void;
  onDelete(thing: Master): void;
  onClose(): void;
}

export function MasterDialog({ kind, thing, onDelete, ...others }: MasterDialogProps) {
  const props = { ...others, onDelete: thing && (() => onDelete(thing)) };
  return kind === "account" ? (
    <AccountForm account={thing as Account | undefined} {...props} />
  ) : (
    <CategoryForm category={thing as Category | undefined} {...props} />
  );
}
