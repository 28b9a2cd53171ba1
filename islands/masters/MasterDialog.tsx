import { ACCOUNT_TYPES, type Account, NewAccount } from "../../domain/accounts.ts";
import { CATEGORY_TYPES, type Category, NewCategory } from "../../domain/categories.ts";
import { toPaise } from "../../domain/money.ts";
import { showToast } from "../browser/toasts.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { Kind, Master } from "./MasterTable.tsx";

export interface MasterDialogProps {
  kind: Kind;
  /** The one to change; undefined for a new one. */
  thing: Master | undefined;
  onSaved(): void;
  onDelete(thing: Master): void;
  onClose(): void;
}

export function MasterDialog({ kind, thing, onDelete, ...others }: MasterDialogProps) {
  const props = { ...others, onDelete: thing && (() => onDelete(thing)) };
  return kind === "account" ? (
    <AccountForm account={thing as Account | undefined} {...props} />
  ) : (
    <CategoryForm category={thing as Category | undefined} {...props} />
  );
}

interface AccountProps {
  account: Account | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function AccountForm({ account, onSaved, onDelete, onClose }: AccountProps) {
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

interface CategoryProps {
  category: Category | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function CategoryForm({ category, onSaved, onDelete, onClose }: CategoryProps) {
  const form = useAppForm({
    values: {
      name: category?.name ?? "",
      type: (category?.type ?? "Expense") as string,
      isActive: String(category?.isActive ?? true),
    },
    schema: NewCategory,
    read: (values) => ({ ...values, isActive: values.isActive === "true" }),
    draft: category ? undefined : { noun: "category" },
    save: saveTo("/api/categories", category?._id),
    onSaved: () => {
      onSaved();
      showToast("success", `Category ${category ? "updated" : "created"} successfully`);
      onClose();
    },
    otherwise: "Operation failed",
  });
  const { field } = form;
  return (
    <FormDialog
      title={category ? "Edit Category" : "Add Category"}
      form={form}
      onDelete={onDelete}
      onClose={onClose}
    >
      <TextField label="Name" required autoComplete="off" field={field("name")} />
      <SelectField label="Type" field={field("type")}>
        {CATEGORY_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <StatusField field={field("isActive")} />
    </FormDialog>
  );
}

/** An inactive one stays where it is used and is not offered for anything new. */
export function StatusField({ field }: { field: FormField }) {
  return (
    <SelectField
      label="Status"
      field={field}
      help="An inactive one keeps its transactions and is not offered for new ones"
    >
      <option value="true">Active</option>
      <option value="false">Inactive</option>
    </SelectField>
  );
}
