import { type FormField, SelectField } from "../ui/Field.tsx";

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
