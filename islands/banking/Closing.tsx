import { type Reconciliation, Closing as Schema } from "../../domain/banking/reconciliation.ts";
import { formatDate } from "../../domain/dates.ts";
import { monthAfter, toLastOfMonth } from "../../domain/months.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useLazyDialog } from "../ui/useBusy.ts";

interface Props {
  report: Reconciliation;
  onChanged(): void;
}

/**
 * Shows the date to which the account is closed. Owners can close it if books and bank agree, and reopen
 * it.
 */
export function Closing({ report, onChanged }: Props) {
  const { account, at, bank, difference, bankCredits, bankDebits } = report;
  const form = useLazyDialog(async () => ClosingForm);
  const isClosed = account.closedTo !== "" && account.closedTo >= at;
  const mayClose =
    bank !== null && Number(difference) === 0 && bankCredits.length + bankDebits.length === 0;
  if (!account.closedTo && !mayClose) return null;
  return (
    <p className="px-4">
      {account.closedTo && `Closed to ${formatDate(account.closedTo)}. `}
      {can("close accounts") && (isClosed || mayClose) && (
        <Button
          look="link"
          label={isClosed ? "Reopen" : `Close to ${formatDate(at)}`}
          onClick={() => form.open(undefined)}
        />
      )}
      {form.draw((Form) => (
        <Form report={report} onChanged={onChanged} isClosed={isClosed} onClose={form.close} />
      ))}
    </p>
  );
}

export function ClosingForm({
  report: { account, at },
  isClosed,
  onChanged,
  onClose,
}: Props & { isClosed: boolean; onClose(): void }) {
  const form = useAppForm({
    needs: "close accounts",
    values: { closedTo: isClosed ? toLastOfMonth(monthAfter(at, -1)) : at, reason: "" },
    schema: Schema,
    read: ({ closedTo, reason }) => ({ closedTo, ...(reason && { reason }) }),
    save: (body) => send("PUT", `/api/accounts/${account._id}/reconciliation`, body),
    onSaved: afterSave(isClosed ? "Account reopened" : "Account closed", {
      onSaved: onChanged,
      onClose,
    }),
    otherwise: "Error closing the account",
    onFailure: onChanged,
  });
  const title = isClosed ? "Reopen Account" : "Close Account";
  return (
    <FormDialog title={title} verb={isClosed ? "Reopen" : "Close"} form={form} onClose={onClose}>
      <p className="notice">
        {isClosed
          ? `${account.name} is closed to ${formatDate(account.closedTo)}.`
          : `You can no longer match, undo or remove ${account.name} lines dated up to this day.`}
      </p>
      <DateField label="Closed to" required field={form.field("closedTo")} />
      {isClosed && <TextField label="Reason" required field={form.field("reason")} />}
    </FormDialog>
  );
}
