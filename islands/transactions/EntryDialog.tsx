import { useEffect, useId, useState } from "react";
import { CATEGORY_TYPES } from "../../domain/categories.ts";
import { AmountField } from "../parts/AmountField.tsx";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import type { DialogProps } from "./dialogs.ts";
import { EntryFoot } from "./EntryFoot.tsx";
import { FixedEntry } from "./FixedEntry.tsx";
import { type EntryProps, lastCategory, useEntryForm } from "./useEntryForm.ts";

/** Add or change a transaction; a transfer, or what a document made, can only be looked at. */
export function EntryDialog(props: DialogProps) {
  const transaction = props.wanted.name === "entry" ? props.wanted.transaction : undefined;
  // After "Save and next" the form begins anew, with date, type and account kept.
  const [turn, setTurn] = useState(0);
  if (transaction?.isTransfer || transaction?.source) {
    return <FixedEntry {...props} transaction={transaction} />;
  }
  return (
    <EntryForm
      key={turn}
      {...props}
      transaction={transaction}
      onNext={() => setTurn((turn) => turn + 1)}
    />
  );
}

function EntryForm(props: EntryProps) {
  const { transaction, accounts, categories, onDelete } = props;
  const { form, bind, element, draft, drafts, known, followKnown, save, saveByKey, discard } =
    useEntryForm(props);
  return (
    <form.Subscribe
      selector={(state) => [state.isDirty, state.isSubmitting, state.values.type] as const}
    >
      {([isDirty, isSubmitting, type]) => (
        <Modal
          title={transaction ? "Edit Transaction" : "Add Transaction"}
          isDirty={(isDirty || draft !== undefined) && !isSubmitting}
          onClose={discard}
        >
          <form
            ref={element}
            noValidate
            onKeyDown={saveByKey}
            onSubmit={(event) => {
              event.preventDefault();
              save(false);
            }}
          >
            <div className="modal-body">
              {draft && (
                <p className="notice" role="status">
                  This entry was not saved the last time.
                </p>
              )}
              {!transaction && isDirty && (
                <form.Subscribe selector={(state) => state.values}>
                  {(values) => <DraftKeeper values={values} onKeep={drafts.keep} />}
                </form.Subscribe>
              )}
              <TypeSwitch
                type={type}
                onChange={(type) => {
                  form.setFieldValue("type", type);
                  form.setFieldValue("categoryId", lastCategory(categories, type));
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
                  <DescriptionField
                    field={bind(field)}
                    known={known.descriptions(type)}
                    onKnown={(text) => followKnown(type, text)}
                  />
                )}
              </form.Field>
              <div className="grid-2 keep">
                <form.Field name="accountId">
                  {(field) => (
                    <SelectField
                      label="Account"
                      required
                      field={bind(field)}
                      help={accounts.length === 0 && <MakeFirst what="account" />}
                    >
                      <Options things={offered(accounts, field.state.value)} />
                    </SelectField>
                  )}
                </form.Field>
                <form.Field name="categoryId">
                  {(field) => (
                    <SelectField
                      label="Category"
                      required
                      field={bind(field)}
                      help={categories.length === 0 && <MakeFirst what="category" />}
                    >
                      <Options
                        things={offered(categories, field.state.value).filter(
                          (category) => category.type === type,
                        )}
                      />
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

interface DescriptionProps {
  field: FormField;
  known: string[];
  onKnown(description: string): void;
}

/** Offers what was written before; taking it up brings its category and amount along. */
function DescriptionField({ field, known, onKnown }: DescriptionProps) {
  const id = useId();
  const change = (text: string) => {
    field.change(text);
    onKnown(text);
  };
  return (
    <>
      <TextField
        label="Description"
        required
        autoComplete="off"
        list={id}
        field={{ ...field, change }}
      />
      <datalist id={id}>
        {known.map((description) => (
          <option key={description} value={description} />
        ))}
      </datalist>
    </>
  );
}

function Options({ things }: { things: { _id: string; name: string }[] }) {
  return (
    <>
      <option value="">Choose...</option>
      {things.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Without one there is nothing to choose. What was typed is kept meanwhile. */
function MakeFirst({ what }: { what: "account" | "category" }) {
  const tab = what === "category" ? "?tab=categories" : "";
  return (
    <a
      href={`/settings/masters${tab}#new`}
    >{`Add ${what === "account" ? "an" : "a"} ${what} first`}</a>
  );
}

type Texts = Record<string, string>;

/** Kept with every change, so that a closed tab or an ended session loses nothing. */
function DraftKeeper({ values, onKeep }: { values: Texts; onKeep(values: Texts): void }) {
  useEffect(() => onKeep(values), [values]);
  return null;
}

/** What is active, and what is chosen already even if it no longer is. */
function offered<Thing extends { _id: string; isActive: boolean }>(
  things: Thing[],
  chosen: string,
) {
  return things.filter(({ _id, isActive }) => isActive || _id === chosen);
}
