import type { Account } from "../../domain/ledger/accounts.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { useLazyDialog } from "../ui/useBusy.ts";

/** TDS of a month and code that is to be deposited, in rupees. */
export interface ToDeposit {
  month: string;
  code: string;
  name: string;
  payable: number;
  interest: number;
}

type Dialog = typeof import("./DepositForm.tsx").DepositForm;

interface Props {
  form: ReturnType<typeof useLazyDialog<Dialog, ToDeposit>>;
  onChanged(): void;
}

/** The deposit dialog. Its code and the accounts are loaded on first use. */
export function Depositing({ form, onChanged }: Props) {
  const { data } = useFetch<{ accounts: Account[] }>(
    form.isOpen ? "/api/accounts" : null,
    (failure) => {
      form.close();
      toastError("Failed to load accounts")(failure);
    },
  );
  return form.draw(
    (Form, what) =>
      data && <Form {...{ what, onChanged }} accounts={data.accounts} onClose={form.close} />,
  );
}
