import { type Locks, lockChangeUntil } from "../../domain/agencies/locks.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, isCalendarDate, pickLater, today } from "../../domain/dates.ts";
import { monthAfter, toLastOfMonth } from "../../domain/months.ts";
import { send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  locks: Locks;
  /** The initial date. Defaults to the end of the last open month. */
  to?: string | undefined;
  onSaved(after: Locks): void;
  onClose(): void;
}

/** Moves the lock date, and lists what is still open before it. */
export function CloseForm({ locks, to, onSaved, onClose }: Props) {
  const { lockedTo: present } = locks;
  const lastMonth = toLastOfMonth(monthAfter(today(), -1));
  const form = useAppForm({
    needs: "close books",
    values: { lockedTo: to || pickLater(present, lastMonth), reason: "" },
    schema: lockChangeUntil(today()),
    save: (body: object) => send("PUT", "/api/locks", body),
    onSaved: afterSave<Locks>("Locks saved", { onSaved, onClose }),
    otherwise: "Error closing the books",
  });
  const { field, values } = form;
  const isBack = values.lockedTo < present;
  const isDay = isCalendarDate(values.lockedTo);
  const { data } = useFetch<Open>(
    isDay && !isBack ? `/api/locks/open?to=${values.lockedTo}` : null,
  );
  const open = data && !isBack ? openText(data) : "";
  const now = present ? `now ${formatDate(present)}` : "nothing is closed yet";
  return (
    <FormDialog
      title="Close the books"
      verb={open ? "Close anyway" : isBack ? "Move back" : "Close the books"}
      form={form}
      onClose={onClose}
    >
      <div className="grid-2">
        <DateField
          label="Closed up to and including"
          blank="Nothing is closed"
          help={now}
          field={field("lockedTo")}
        />
        <TextField
          label="Reason"
          required={isBack}
          help={isBack ? "Required to move the date back" : undefined}
          field={field("reason")}
        />
      </div>
      {open && (
        <p className="notice">
          <strong>Still open: </strong>
          {open}
        </p>
      )}
    </FormDialog>
  );
}

interface Open {
  drafts: number;
  bankLines: number;
  /** In the month of the date. */
  gstErrors: number;
}

function openText({ drafts, bankLines, gstErrors }: Open): string {
  return [
    bankLines > 0 && pluralize(bankLines, "bank line"),
    drafts > 0 && pluralize(drafts, "draft"),
    gstErrors > 0 && pluralize(gstErrors, "GST error"),
  ]
    .filter(Boolean)
    .join(", ");
}
