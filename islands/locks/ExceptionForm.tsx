import { NewLockException } from "../../domain/agencies/locks.ts";
import type { Member } from "../../domain/agencies/team.ts";
import { useFetch } from "../browser/useFetch.ts";
import { SelectField, TextField, toNamedOptions } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

interface Props {
  onSaved(): void;
  onClose(): void;
}

const HOURS = [
  ["1", "1 hour"],
  ["4", "4 hours"],
  ["8", "8 hours"],
  ["24", "24 hours"],
] as const;

/** Lets one user change closed books for some hours. */
export function ExceptionForm({ onSaved, onClose }: Props) {
  const team = useFetch<{ users: Member[] }>("/api/users/team");
  const form = useAppForm({
    needs: "give exceptions",
    values: { userId: "", hours: "4", reason: "" },
    schema: NewLockException,
    read: ({ userId, hours, reason }) => ({
      userId,
      reason,
      until: new Date(Date.now() + Number(hours) * 60 * 60_000).toISOString(),
    }),
    save: saveTo("/api/locks/exceptions"),
    onSaved: afterSave("Exception added", { onSaved, onClose }),
    otherwise: "Error adding the exception",
  });
  const { field } = form;
  return (
    <FormDialog title="Add exception" verb="Add exception" form={form} onClose={onClose}>
      <div className="grid-2">
        <SelectField
          label="Person"
          required
          blank="Choose..."
          source={team}
          options={toNamedOptions(team.data?.users ?? [])}
          field={field("userId")}
        />
        <SelectField label="For" options={HOURS} field={field("hours")} />
      </div>
      <TextField label="Reason" required field={field("reason")} />
    </FormDialog>
  );
}
