import * as v from "valibot";
import { type Checklist, formatShortMonth } from "../../domain/closing/closing.ts";
import { addDays, formatDate } from "../../domain/dates.ts";
import { requiredText, strictObject } from "../../domain/fields.ts";
import { joinNames } from "../../domain/names.ts";
import { send } from "../browser/api.ts";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  data: Checklist;
  onSaved(): void;
  onClose(): void;
}

const Reopening = v.pipe(strictObject({ reason: requiredText("Reason") }));

/** Moves the lock to before the month, with a reason for the log. */
export function ReopenForm({ data, onSaved, onClose }: Props) {
  const { month, year } = data;
  const name = formatShortMonth(month);
  const lockedTo = addDays(`${month}-01`, -1);
  const later = year.filter((one) => one.month > month && one.isLocked);
  const form = useAppForm({
    needs: "reopen books",
    values: { reason: "" },
    schema: Reopening,
    save: (body: object) => send("PUT", "/api/locks", { ...body, lockedTo }),
    onSaved: afterSave(`${name} reopened`, { onSaved, onClose }),
    otherwise: `Error reopening ${name}`,
  });
  const also = joinNames(later.map((one) => formatShortMonth(one.month)));
  return (
    <FormDialog title={`Reopen ${name}`} verb={`Reopen ${name}`} form={form} onClose={onClose}>
      <p className="notice">
        {`The books will be closed to ${formatDate(lockedTo)}. ${also && `${also} will reopen too. `}`}
        Changes are listed under Locks, and you must share the documents again.
      </p>
      <TextField label="Reason" required autoFocus field={form.field("reason")} />
    </FormDialog>
  );
}
