import { CATEGORY_TYPES, type Category, NewCategory } from "../../domain/categories.ts";
import { sentenceOf } from "../browser/api.ts";
import { SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import { StatusField } from "./StatusField.tsx";

interface Props {
  category: Category | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function CategoryForm({ category, onSaved, onDelete, onClose }: Props) {
  const { form, bind, element } = useBookForm({
    values: {
      name: category?.name ?? "",
      type: (category?.type ?? "Expense") as string,
      isActive: String(category?.isActive ?? true),
    },
    schema: NewCategory,
    read: (values) => ({ ...values, isActive: values.isActive === "true" }),
    method: category ? "PUT" : "POST",
    url: category ? `/api/categories/${category._id}` : "/api/categories",
    onSaved: () => {
      onSaved();
      showToast("success", `Category ${category ? "updated" : "created"} successfully`);
      onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Operation failed")),
  });
  return (
    <FormDialog
      title={category ? "Edit Category" : "Add Category"}
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
      <form.Field name="type">
        {(field) => (
          <SelectField label="Type" field={bind(field)}>
            {CATEGORY_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </SelectField>
        )}
      </form.Field>
      <form.Field name="isActive">{(field) => <StatusField field={bind(field)} />}</form.Field>
    </FormDialog>
  );
}
