import type { ComponentType } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { useHash, useKeys } from "../browser/keys.ts";
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

/** Loads a form on demand, so that the list need not wait for it. @throws if the network is down */
export async function loadDialog(name: OpenDialog["name"]): Promise<ComponentType<DialogProps>> {
  const loaders = {
    entry: () => import("./EntryDialog.tsx").then((module) => module.EntryDialog),
    transfer: () => import("./TransferDialog.tsx").then((module) => module.TransferDialog),
    import: () => import("./ImportDialog.tsx").then((module) => module.ImportDialog),
    categorise: () => import("./Categorise.tsx").then((module) => module.Categorise),
  };
  return loaders[name]();
}

/** Sets the shortcuts of the transactions screen, and the actions a link can request. */
export function useScreenKeys(onOpen: (dialog: OpenDialog) => unknown): void {
  const openers = {
    entry: () => void onOpen({ name: "entry" }),
    transfer: () => void onOpen({ name: "transfer" }),
    import: () => void onOpen({ name: "import" }),
  };
  const { entry, transfer } = openers;
  useHash({ new: entry, transfer, import: openers.import }, "enter books");
  useKeys({ n: entry, t: transfer }, "enter books");
}
