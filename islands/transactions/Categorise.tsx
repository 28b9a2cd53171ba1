import { listBookable } from "../../domain/ledger/categories.ts";
import { Categorising } from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { ChoiceField, namedChoices } from "../ui/ChoiceField.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import type { DialogProps } from "./dialogs.ts";

/** Sets the category of many transactions, all of the same type. */
export function Categorise({ wanted, categories, sources, ...then }: DialogProps) {
  const transactions = wanted.name === "categorise" ? wanted.transactions : [];
  const type = transactions[0]?.type;
  const count = groupIndian(transactions.length);
  const form = useAppForm({
    values: { categoryId: "" },
    schema: Categorising,
    read: ({ categoryId }) => ({ ids: transactions.map(({ _id }) => _id), categoryId }),
    save: (body) => send("POST", "/api/transactions/categorise", body),
    onSaved: afterSave(`${count} ${count === "1" ? "transaction" : "transactions"} updated`, then),
    otherwise: "Operation failed",
  });
  return (
    <FormDialog title={`Categorise ${count}`} form={form} verb="Categorise" onClose={then.onClose}>
      <ChoiceField
        kind="category"
        type={type}
        label="Category"
        required
        data-autofocus
        source={sources.categories}
        options={namedChoices(listBookable(categories, type ?? ""))}
        field={form.field("categoryId")}
        onMade={then.onSaved}
      />
    </FormDialog>
  );
}
