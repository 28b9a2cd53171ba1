import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ChoiceField, namedChoices } from "../ui/ChoiceField.tsx";
import type { FormField } from "../ui/Field.tsx";

/** The category of a transaction, edited in its cell. */
export default function CategoryInput({
  transaction,
  field,
}: {
  transaction: Transaction;
  field: FormField;
}) {
  const source = useFetch<{ categories: Category[] }>("/api/categories");
  const { type, categoryId } = transaction;
  const options = listBookable(source.data?.categories ?? [], type, categoryId?._id);
  return (
    <ChoiceField
      kind="category"
      type={type}
      label="Category"
      autoFocus
      source={source}
      options={namedChoices(options)}
      field={field}
    />
  );
}
