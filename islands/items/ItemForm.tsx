import { type Item, itemFields, NewItem } from "../../domain/documents/items.ts";
import { RecordForm, type RecordFormProps } from "../ui/RecordForm.tsx";

export const ItemForm = (props: RecordFormProps<Item>) => (
  <RecordForm {...props} noun="item" fields={itemFields} schema={NewItem} />
);
