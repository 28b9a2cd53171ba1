import { CATEGORY_TYPES, type Category, NewCategory } from "../../domain/categories.ts";
import { SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { showToast } from "../ui/toasts.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { StatusField } from "./StatusField.tsx";

interface Props {
  category: Category | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

export function CategoryForm({ category, onSaved, onDelete, onClose }: Props) {
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
