import type { Account } from "../../domain/ledger/accounts.ts";
import type { TdsForm } from "../../domain/tds/statement.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { useLazyDialog } from "../ui/useBusy.ts";

/** A statement being marked as filed, and the fee in rupees if it is late. */
export interface ToFile {
  quarter: string;
  form: TdsForm;
  fee: number;
}

type Dialog = typeof import("./StatementForm.tsx").StatementForm;

interface Props {
  form: ReturnType<typeof useLazyDialog<Dialog, ToFile>>;
  onChanged(): void;
}

/** The dialog for a filed statement. Its code and the accounts are loaded on first use. */
export function Filing({ form, onChanged }: Props) {
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
