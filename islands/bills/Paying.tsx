import type { Account } from "../../domain/ledger/accounts.ts";
import type { BillRow } from "../../domain/purchases/bills.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { useLazyDialog } from "../ui/useBusy.ts";

type PayDialog = typeof import("./PayForm.tsx").PayForm;

interface PayingProps {
  pay: ReturnType<typeof useLazyDialog<PayDialog, BillRow[]>>;
  onChanged(): void;
}

/** The payment dialog. Its code and the accounts are loaded on first use. */
export function Paying({ pay, onChanged }: PayingProps) {
  const { data } = useFetch<{ accounts: Account[] }>(
    pay.isOpen ? "/api/accounts" : null,
    (failure) => {
      pay.close();
      toastError("Failed to load accounts")(failure);
    },
  );
  return pay.draw(
    (Form, bills) =>
      data && (
        <Form bills={bills} onChanged={onChanged} accounts={data.accounts} onClose={pay.close} />
      ),
  );
}
