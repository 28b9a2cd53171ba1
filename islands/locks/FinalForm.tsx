import * as v from "valibot";
import { LockChange, type Locks } from "../../domain/agencies/locks.ts";
import { financialYearOf, formatDate, today } from "../../domain/dates.ts";
import { date, requiredLine, strictObject } from "../../domain/fields.ts";
import { send } from "../browser/api.ts";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormDialog, saved } from "../ui/FormDialog.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  locks: Locks;
  onSaved(after: Locks): void;
  onClose(): void;
}

const Final = v.pipe(
  strictObject({
    ...LockChange.pipe[2].entries,
    finalTo: date,
    again: date,
    password: requiredLine("Password"),
  }),
  v.forward(
    v.partialCheck(
      [["finalTo"], ["again"]],
      ({ finalTo, again }) => finalTo === again,
      "Write the same date again",
    ),
    ["again"],
  ),
);

/** Closes the books for good: the date is typed twice, and the password asked for. */
export function FinalForm({ locks, onSaved, onClose }: Props) {
  const form = useAppForm({
    needs: "reopen books",
    values: { finalTo: `${financialYearOf(today())}-03-31`, again: "", reason: "", password: "" },
    schema: Final,
    save: ({ again: _, ...body }: { again: string }) => send("PUT", "/api/locks", body),
    onSaved: saved<Locks>("Locks saved", { onSaved, onClose }),
    otherwise: "Error making the books final",
  });
  const { field } = form;
  const { finalTo } = locks;
  return (
    <FormDialog title="Make final" verb="Make final" form={form} onClose={onClose}>
      <p className="notice">
        {`Nothing up to this date can ever be changed again, by anybody. ${
          finalTo ? `Final now: ${formatDate(finalTo)}.` : "There must be no drafts before it."
        }`}
      </p>
      <div className="grid-2">
        <DateField label="Final up to and including" required field={field("finalTo")} />
        <DateField label="The same date again" required field={field("again")} />
      </div>
      <TextField label="Reason" field={field("reason")} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        field={field("password")}
      />
    </FormDialog>
  );
}
