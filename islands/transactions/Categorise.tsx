import { groupIndian } from "../../domain/money.ts";
import { Categorising } from "../../domain/transactions.ts";
import { send } from "../browser/api.ts";
import { SelectField } from "../parts/Field.tsx";
import { showToast } from "../parts/toasts.ts";
import { FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import type { DialogProps } from "./dialogs.ts";

/** Gives many transactions, all of one type, one category. */
export function Categorise({ wanted, categories, onSaved, onClose }: DialogProps) {
  const transactions = wanted.name === "categorise" ? wanted.transactions : [];
  const type = transactions[0]?.type;
  const count = groupIndian(transactions.length);
  const form = useAppForm({
    values: { categoryId: "" },
    schema: Categorising,
    read: ({ categoryId }) => ({ ids: transactions.map(({ _id }) => _id), categoryId }),
    save: (body) => send("POST", "/api/transactions/categorise", body),
    onSaved: () => {
      showToast("success", `${count} ${count === "1" ? "transaction" : "transactions"} updated`);
      onSaved();
      onClose();
    },
    otherwise: "Operation failed",
  });
  return (
    <FormDialog title={`Categorise ${count}`} form={form} verb="Categorise" onClose={onClose}>
      <SelectField label="Category" required data-autofocus field={form.field("categoryId")}>
        <option value="">Choose…</option>
        {categories
          .filter((category) => category.isActive && category.type === type)
          .map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
      </SelectField>
    </FormDialog>
  );
}
