import { ACCOUNT_TYPES, type Account, NewAccount } from "../../domain/accounts.ts";
import { toPaise } from "../../domain/money.ts";
import { sentenceOf } from "../browser/api.ts";
import { AmountField, amountText, readRupees } from "../parts/AmountField.tsx";
import { SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import { StatusField } from "./StatusField.tsx";

interface Props {
  account: Account | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function AccountForm({ account, onSaved, onDelete, onClose }: Props) {
  const opening = toPaise(account?.openingBalance ?? 0);
  const { form, bind, element } = useBookForm({
    values: {
      name: account?.name ?? "",
      type: (account?.type ?? "Bank") as string,
      openingBalance: opening === undefined ? "" : amountText(opening),
      isActive: String(account?.isActive ?? true),
    },
    schema: NewAccount,
    read: (values) => ({
      ...values,
      openingBalance: readRupees(values.openingBalance) ?? 0,
      isActive: values.isActive === "true",
    }),
    method: account ? "PUT" : "POST",
    url: account ? `/api/accounts/${account._id}` : "/api/accounts",
    onSaved: () => {
      onSaved();
      showToast("success", `Account ${account ? "updated" : "created"} successfully`);
      onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Operation failed")),
  });
  return (
    <FormDialog
      title={account ? "Edit Account" : "Add Account"}
      form={form}
      element={element}
      onDelete={onDelete}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => (
          <TextField label="Name" required autoComplete="off" data-autofocus field={bind(field)} />
        )}
      </form.Field>
      <div className="grid-2 keep">
        <form.Field name="type">
          {(field) => (
            <SelectField label="Type" field={bind(field)}>
              {ACCOUNT_TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </SelectField>
          )}
        </form.Field>
        <form.Field name="openingBalance">
          {(field) => <AmountField label="Opening balance" field={bind(field)} />}
        </form.Field>
      </div>
      <form.Field name="isActive">{(field) => <StatusField field={bind(field)} />}</form.Field>
    </FormDialog>
  );
}
