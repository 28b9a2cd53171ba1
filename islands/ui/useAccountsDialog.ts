import type { ReactNode } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useLazyDialog } from "./useBusy.ts";

/** Opens a dialog that books money. Its code and the accounts are loaded on first use. */
export function useAccountsDialog<Dialog, Thing>(load: (thing: Thing) => Promise<Dialog>) {
  const { open, close, isOpen, draw } = useLazyDialog(load);
  const { data } = useFetch<{ accounts: Account[] }>(isOpen ? "/api/accounts" : null, (failure) => {
    close();
    toastError("Failed to load accounts")(failure);
  });
  return {
    open,
    close,
    draw: (render: (dialog: Dialog, accounts: Account[], thing: Thing) => ReactNode) =>
      draw((dialog, thing) => data && render(dialog, data.accounts, thing)),
  };
}
