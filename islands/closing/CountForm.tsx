import type { CloseItem } from "../../domain/closing/closing.ts";
import { NewCloseMark } from "../../domain/closing/ownItems.ts";
import { formatDate } from "../../domain/dates.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import { rupeesText } from "../invoices/values.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { toOwnId } from "./steps.ts";

interface Props {
  item: CloseItem;
  month: string;
  onSaved(): void;
  onClose(): void;
}

/** Enters the cash that was counted on the month's last day. The books' balance is shown only afterwards. */
export function CountForm({ item, month, onSaved, onClose }: Props) {
  const date = toLastOfMonth(month);
  const form = useAppForm({
    needs: "nothing",
    values: { counted: typeof item.amount === "number" ? rupeesText(item.amount) : "" },
    schema: NewCloseMark,
    read: ({ counted }) => ({ date, counted: readRupees(counted) }),
    save: saveTo(`/api/close-items/${toOwnId(item)}/mark`),
    onSaved: afterSave("Count saved", { onSaved, onClose }),
    otherwise: "Could not save the count",
  });
  return (
    <FormDialog title={item.title} form={form} onClose={onClose}>
      <AmountField
        label={`Counted on ${formatDate(date)}`}
        required
        autoFocus
        field={form.field("counted")}
      />
    </FormDialog>
  );
}
