import type { BillRow } from "../../domain/purchases/bills.ts";
import { useAccountsDialog } from "../ui/useAccountsDialog.ts";

/** Opens the payment dialog. */
export function usePayingBills(onChanged: () => void) {
  const form = useAccountsDialog((_: BillRow[]) => import("./PayForm.tsx").then((m) => m.PayForm));
  return {
    open: form.open,
    dialog: form.draw((Form, accounts, bills) => (
      <Form bills={bills} onChanged={onChanged} accounts={accounts} onClose={form.close} />
    )),
  };
}
