import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import type { Source } from "../ui/Field.tsx";

/** The open dialog: a new entry, an existing one, a transfer, an import, or a category for many. */
export type OpenDialog =
  | { name: "entry"; transaction?: Transaction | undefined }
  | { name: "transfer" }
  | { name: "import" }
  | { name: "categorise"; transactions: Transaction[] };

/** The requests for accounts and categories: an empty list may still be loading, or have failed. */
export interface Sources {
  accounts: Source;
  categories: Source;
}

export interface DialogProps {
  wanted: OpenDialog;
  accounts: Account[];
  categories: Category[];
  sources: Sources;
  onSaved(): void;
  onDelete(transaction: Transaction): void;
  onClose(): void;
}
