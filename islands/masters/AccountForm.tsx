import { ACCOUNT_TYPES, type Account, NewAccount } from "../../domain/accounts.ts";
import { toPaise } from "../../domain/money.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { showToast } from "../ui/toasts.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { StatusField } from "./StatusField.tsx";

interface Props {
  account: Account | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function AccountForm({ account, onSaved, onDelete, onClose }: Props) {
  const opening = toPaise(account?.openingBalance ?? 0);
  const form = useAppForm({
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
    draft: account ? undefined : { noun: "account" },
    save: saveTo("/api/accounts", account?._id),
    onSaved: () => {
      onSaved();
      showToast("success", `Account ${account ? "updated" : "created"} successfully`);
      onClose();
    },
    otherwise: "Operation failed",
  });
  const { field } = form;
  return (
    <FormDialog
      title={account ? "Edit Account" : "Add Account"}
      form={form}
      onDelete={onDelete}
      onClose={onClose}
    >
      <TextField label="Name" required autoComplete="off" field={field("name")} />
      <div className="grid-2 keep">
        <SelectField label="Type" field={field("type")}>
          {ACCOUNT_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <AmountField label="Opening balance" field={field("openingBalance")} />
      </div>
      <StatusField field={field("isActive")} />
    </FormDialog>
  );
}
