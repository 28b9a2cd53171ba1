import type { Account } from "../../domain/ledger/accounts.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { useLazyDialog } from "../ui/useBusy.ts";
import type { StatementForm, ToFile } from "./StatementForm.tsx";

interface Props {
  form: ReturnType<typeof useLazyDialog<typeof StatementForm, ToFile>>;
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
      data && (
        <Form what={what} onChanged={onChanged} accounts={data.accounts} onClose={form.close} />
      ),
  );
}
