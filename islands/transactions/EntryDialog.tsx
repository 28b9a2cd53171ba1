import { type KeyboardEvent, useState } from "react";
import { CATEGORY_TYPES } from "../../domain/categories.ts";
import { today } from "../../domain/dates.ts";
import { toPaise } from "../../domain/money.ts";
import { NewTransaction, type Transaction } from "../../domain/transactions.ts";
import { sentenceOf } from "../browser/api.ts";
import { AmountField, amountText, readRupees } from "../parts/AmountField.tsx";
import { DateField } from "../parts/DateField.tsx";
import { NotesField, SelectField, TextField } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import type { DialogProps } from "./dialogs.ts";
import { EntryFoot } from "./EntryFoot.tsx";
import { keepChoice, lastChoice } from "./lastChoice.ts";
import { TransferView } from "./TransferView.tsx";

/** Add or change a transaction; a transfer can only be looked at. */
export function EntryDialog(props: DialogProps) {
  const transaction = props.wanted.name === "entry" ? props.wanted.transaction : undefined;
  // After "Save and next" the form begins anew, with date, type and account kept.
  const [turn, setTurn] = useState(0);
  if (transaction?.isTransfer) return <TransferView {...props} transaction={transaction} />;
  return (
    <EntryForm
      key={turn}
      {...props}
      transaction={transaction}
      onNext={() => setTurn((turn) => turn + 1)}
    />
  );
}

interface Props extends DialogProps {
  transaction: Transaction | undefined;
  onNext(): void;
}

function EntryForm(props: Props) {
  const { transaction, accounts, categories, onSaved, onDelete, onClose, onNext } = props;
  const [wantsNext] = useState({ current: false });
  const { form, bind, element } = useBookForm({
    values: valuesOf(transaction, accounts),
    schema: NewTransaction,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    method: transaction ? "PUT" : "POST",
    url: transaction ? `/api/transactions/${transaction._id}` : "/api/transactions",
    onSaved: (_, values) => {
      keepChoice(values);
      onSaved();
      showToast("success", `Transaction ${transaction ? "updated" : "created"} successfully`);
      if (wantsNext.current) onNext();
      else onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Operation failed")),
  });

  const save = (next: boolean) => {
    if (form.state.isSubmitting) return;
    wantsNext.current = next;
    form.handleSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.altKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save(event.altKey && !transaction);
  };
  const title = transaction ? "Edit Transaction" : "Add Transaction";
  return (
    <form.Subscribe
      selector={(state) => [state.isDirty, state.isSubmitting, state.values.type] as const}
    >
      {([isDirty, isSubmitting, type]) => (
        <Modal title={title} isDirty={isDirty && !isSubmitting} onClose={onClose}>
          <form
            ref={element}
            noValidate
            onKeyDown={onKeyDown}
            onSubmit={(event) => {
              event.preventDefault();
              save(false);
            }}
          >
            <div className="modal-body">
              <TypeSwitch
                type={type}
                onChange={(type) => {
                  form.setFieldValue("type", type);
                  form.setFieldValue("categoryId", lastChoice(type).categoryId ?? "");
                }}
              />
              <div className="grid-2 keep">
                <form.Field name="date">
                  {(field) => <DateField label="Date" required field={bind(field)} />}
                </form.Field>
                <form.Field name="amount">
                  {(field) => (
                    <AmountField
                      label="Amount"
                      required
                      autoFocus={!transaction}
                      field={bind(field)}
                    />
                  )}
                </form.Field>
              </div>
              <form.Field name="description">
                {(field) => (
                  <TextField label="Description" required autoComplete="off" field={bind(field)} />
                )}
              </form.Field>
              <div className="grid-2 keep">
                <form.Field name="accountId">
                  {(field) => (
                    <SelectField label="Account" required field={bind(field)}>
                      <option value="">Choose...</option>
                      {offered(accounts, field.state.value).map(({ _id, name }) => (
                        <option key={_id} value={_id}>
                          {name}
                        </option>
                      ))}
                    </SelectField>
                  )}
                </form.Field>
                <form.Field name="categoryId">
                  {(field) => (
                    <SelectField label="Category" required field={bind(field)}>
                      <option value="">Choose...</option>
                      {offered(categories, field.state.value)
                        .filter((category) => category.type === type)
                        .map(({ _id, name }) => (
                          <option key={_id} value={_id}>
                            {name}
                          </option>
                        ))}
                    </SelectField>
                  )}
                </form.Field>
              </div>
              <form.Field name="notes">
                {(field) => <NotesField label="Notes" field={bind(field)} />}
              </form.Field>
            </div>
            <EntryFoot
              transaction={transaction}
              isBusy={isSubmitting}
              onDelete={onDelete}
              onNext={() => save(true)}
            />
          </form>
        </Modal>
      )}
    </form.Subscribe>
  );
}

function TypeSwitch({ type, onChange }: { type: string; onChange(type: string): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div className="seg" role="group" aria-label="Type">
      {CATEGORY_TYPES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === type}
          onClick={() => choice !== type && onChange(choice)}
        >
          {choice}
        </button>
      ))}
    </div>
  );
}

function valuesOf(transaction: Transaction | undefined, accounts: DialogProps["accounts"]) {
  if (transaction) {
    const paise = toPaise(transaction.amount);
    return {
      date: transaction.date,
      type: transaction.type as string,
      amount: paise === undefined ? "" : amountText(paise),
      description: transaction.description,
      accountId: transaction.accountId._id,
      categoryId: transaction.categoryId?._id ?? "",
      notes: transaction.notes,
    };
  }
  const { date, type = "Expense" } = lastChoice();
  const { accountId = "", categoryId = "" } = lastChoice(type);
  const isThere = accounts.some(({ _id, isActive }) => _id === accountId && isActive);
  const only = accounts.filter(({ isActive }) => isActive);
  return {
    date: date ?? today(),
    type,
    amount: "",
    description: "",
    accountId: isThere ? accountId : only.length === 1 ? (only[0]?._id ?? "") : "",
    categoryId,
    notes: "",
  };
}

/** What is active, and what is chosen already even if it no longer is. */
function offered<Thing extends { _id: string; isActive: boolean }>(
  things: Thing[],
  chosen: string,
) {
  return things.filter(({ _id, isActive }) => isActive || _id === chosen);
}
