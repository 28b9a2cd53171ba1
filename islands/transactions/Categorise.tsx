import { useState } from "react";
import type { Category } from "../../domain/categories.ts";
import { groupIndian } from "../../domain/money.ts";
import type { Transaction } from "../../domain/transactions.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { named, SelectField } from "../ui/Field.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  /** All of one type: see mayBeCategorised. */
  transactions: Transaction[];
  categories: Category[];
  onChanged(): void;
  onClose(): void;
}

/** Whether all of them can have one category: they are of one type, and no document made them. */
export const mayBeCategorised = (all: Transaction[]): boolean =>
  all.every(({ type, isTransfer, source }) => !isTransfer && !source && type === all[0]?.type);

/** Gives all of them one category. */
export function Categorise({ transactions, categories, onChanged, onClose }: Props) {
  const [categoryId, setCategoryId] = useState("");
  const [error, setError] = useState<string>();
  const type = transactions[0]?.type;
  const count = groupIndian(transactions.length);
  const [isBusy, save] = useBusy(async () => {
    if (!categoryId) return setError("Category is required");
    try {
      const ids = transactions.map(({ _id }) => _id);
      await send("POST", "/api/transactions/categorise", { ids, categoryId });
      showToast("success", `${count} ${count === "1" ? "transaction" : "transactions"} updated`);
      onChanged();
      onClose();
    } catch (failure) {
      setError(failureText(failure, "Operation failed"));
    }
  });
  const field = { name: "categoryId", value: categoryId, error, blur() {}, change: setCategoryId };
  return (
    <Modal title={`Categorise ${count}`} onClose={onClose}>
      <form
        className="modal-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="modal-body">
          <SelectField
            label="Category"
            required
            data-autofocus
            blank="Choose…"
            options={named(categories.filter((one) => one.isActive && one.type === type))}
            field={field}
          />
        </div>
        <div className="modal-foot">
          <Button label="Cancel" onClick={onClose} />
          <Button look="primary" label="Categorise" isBusy={isBusy} type="submit" />
        </div>
      </form>
    </Modal>
  );
}
