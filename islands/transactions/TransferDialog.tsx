import type { Account } from "../../domain/accounts.ts";
import { today } from "../../domain/dates.ts";
import { NewTransfer } from "../../domain/transactions.ts";
import { sentenceOf } from "../browser/api.ts";
import { AmountField, readRupees } from "../parts/AmountField.tsx";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import type { DialogProps } from "./dialogs.ts";

/** Money from one account to another. */
export function TransferDialog({ accounts, onSaved, onClose }: DialogProps) {
  const { form, bind, element } = useBookForm({
    values: {
      date: today(),
      fromAccountId: "",
      toAccountId: "",
      amount: "",
      description: "",
      notes: "",
    },
    schema: NewTransfer,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    method: "POST",
    url: "/api/transactions/transfer",
    onSaved: (answer) => {
      onSaved();
      const { message } = answer as { message?: string };
      showToast("success", message || "Transfer completed successfully");
      onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Transfer failed")),
  });
  return (
    <form.Subscribe
      selector={(state) => [state.isDirty, state.isSubmitting, state.values.fromAccountId] as const}
    >
      {([isDirty, isBusy, source]) => (
        <Modal title="Transfer Funds" isDirty={isDirty && !isBusy} onClose={onClose}>
          <form
            ref={element}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!form.state.isSubmitting) form.handleSubmit();
            }}
          >
            <div className="modal-body">
              <div className="grid-2 keep">
                <form.Field name="date">
                  {(field) => <DateField label="Date" required field={bind(field)} />}
                </form.Field>
                <form.Field name="amount">
                  {(field) => <AmountField label="Amount" required autoFocus field={bind(field)} />}
                </form.Field>
              </div>
              <div className="grid-2 keep">
                <form.Field name="fromAccountId">
                  {(field) => (
                    <AccountField label="From account" accounts={accounts} field={bind(field)} />
                  )}
                </form.Field>
                <form.Field name="toAccountId">
                  {(field) => (
                    <AccountField
                      label="To account"
                      accounts={accounts}
                      field={bind(field)}
                      without={source}
                    />
                  )}
                </form.Field>
              </div>
              <form.Field name="description">
                {(field) => (
                  <TextField label="Description" required autoComplete="off" field={bind(field)} />
                )}
              </form.Field>
              <form.Field name="notes">
                {(field) => <NotesField label="Notes" field={bind(field)} />}
              </form.Field>
            </div>
            <div className="modal-foot">
              <button className="btn" type="button" onClick={onClose}>
                Cancel
              </button>
              <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
                {isBusy ? "Saving..." : "Transfer"}
              </button>
            </div>
          </form>
        </Modal>
      )}
    </form.Subscribe>
  );
}

interface AccountFieldProps {
  label: string;
  accounts: Account[];
  field: FormField;
  /** Shown, but not to be chosen: the money comes from there. */
  without?: string;
}

function AccountField({ label, accounts, field, without }: AccountFieldProps) {
  return (
    <SelectField label={label} required field={field}>
      <option value="">Choose...</option>
      {accounts
        .filter(({ isActive }) => isActive)
        .map(({ _id, name, type }) => (
          <option key={_id} value={_id} disabled={_id === without}>
            {`${name} (${type})`}
          </option>
        ))}
    </SelectField>
  );
}
