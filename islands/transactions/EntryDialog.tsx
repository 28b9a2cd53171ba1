import { useId, useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { CATEGORY_TYPES, listBookable } from "../../domain/ledger/categories.ts";
import { TRANSFER_CANNOT_BE_EDITED, type Transaction } from "../../domain/ledger/transactions.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { can } from "../browser/session.ts";
import { CommentsButton } from "../comments/CommentsButton.tsx";
import { AmountField } from "../ui/AmountField.tsx";
import { AttachmentList } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ChoiceField, namedChoices } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { useAttachments } from "../ui/useAttachments.ts";
import { describePrinted } from "../ui/Warning.tsx";
import { useWillWait } from "../ui/waiting.ts";
import { findSource } from "./columns.tsx";
import type { DialogProps } from "./dialogs.ts";
import { type EntryProps, useEntryForm } from "./useEntryForm.ts";

/** Creates or edits a transaction. Transfers and transactions from documents are read-only. */
export function EntryDialog(props: DialogProps) {
  const transaction = props.wanted.name === "entry" ? props.wanted.transaction : undefined;
  // After "Save and next" the form starts again with the same date, type and account.
  const [turn, setTurn] = useState(0);
  if (transaction?.isTransfer || transaction?.source) {
    return <ReadOnlyEntry {...props} transaction={transaction} />;
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

function EntryForm(props: Omit<EntryProps, "attachments">) {
  const { transaction, accounts, categories, sources, onSaved, onDelete, onClose } = props;
  const attachments = useAttachments(transaction && { entity: "transaction", id: transaction._id });
  const { form, known, followKnown, changeType } = useEntryForm({ ...props, attachments });
  const { field, values } = form;
  const { type } = values;
  const willWait = useWillWait();
  return (
    <FormDialog
      title={transaction ? "Edit Transaction" : "Add Transaction"}
      form={{ ...form, isUnsaved: form.isUnsaved || attachments.isWaiting }}
      onDelete={transaction && can("delete transactions") ? () => onDelete(transaction) : undefined}
      onClose={onClose}
      other={
        !transaction && (
          <Button
            needs="enter books"
            label="Save and next"
            keyName="Alt ↵"
            aria-keyshortcuts="Alt+Enter"
            onClick={() => form.submit("next")}
          />
        )
      }
    >
      {transaction && values.type === "Expense" && (
        <p className={`help ${hiddenFrom("enter books")}`}>
          <a href={`/bills/new?transaction=${transaction._id}`}>Convert to bill</a>
        </p>
      )}
      <SegmentedControl
        label="Type"
        isClosed={form.isClosed}
        choices={CATEGORY_TYPES.map((choice) => [choice as string, choice])}
        chosen={type}
        onChoose={(choice) => choice !== type && changeType(choice)}
      />
      <div className="grid-2 keep">
        <DateField label="Date" required isBooked field={field("date")} />
        <AmountField
          label="Amount"
          required
          autoFocus
          noteOf={!transaction && type === "Expense" ? willWait : undefined}
          field={field("amount")}
        />
      </div>
      <DescriptionField
        field={field("description")}
        known={known.descriptions(type)}
        onKnown={(text) => followKnown(type, text)}
      />
      <div className="grid-2 keep">
        <ChoiceField
          kind="account"
          label="Account"
          required
          source={sources.accounts}
          options={namedChoices(offered(accounts, values.accountId))}
          field={field("accountId")}
          onMade={onSaved}
        />
        <ChoiceField
          // A new category has the type it was created for.
          key={type}
          kind="category"
          type={type}
          label="Category"
          required
          source={sources.categories}
          options={namedChoices(listBookable(categories, type, transaction?.categoryId?._id))}
          field={field("categoryId")}
          onMade={onSaved}
        />
      </div>
      <NotesField label="Notes" help={describePrinted(field("notes"))} field={field("notes")} />
      <AttachmentList attachments={attachments} />
      {transaction && <CommentsButton record={{ entity: "transaction", id: transaction._id }} />}
    </FormDialog>
  );
}

interface DescriptionProps {
  field: FormField;
  known: string[];
  onKnown(description: string): void;
}

/** Suggests earlier descriptions. Choosing one sets its category and amount. */
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
        list={id}
        help={describePrinted(field)}
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

/** Returns active records, and the chosen one even if it is no longer active. */
function offered<Thing extends { _id: string; isActive: boolean }>(
  things: Thing[],
  chosen: string,
) {
  return things.filter(({ _id, isActive }) => isActive || _id === chosen);
}

/**
 * A transaction without a form: a transfer, which must be deleted and re-entered, or one created by a
 * document.
 */
function ReadOnlyEntry({
  transaction,
  onDelete,
  onClose,
}: Pick<DialogProps, "onDelete" | "onClose"> & { transaction: Transaction }) {
  const document = findSource(transaction);
  const attachments = useAttachments({ entity: "transaction", id: transaction._id });
  return (
    <Modal title={transaction.type} onClose={onClose}>
      <div className="modal-body">
        <Facts transaction={transaction} />
        <p className="notice">{document?.sentence ?? TRANSFER_CANNOT_BE_EDITED}</p>
        <AttachmentList attachments={attachments} />
        <CommentsButton record={{ entity: "transaction", id: transaction._id }} />
      </div>
      <div className="modal-foot">
        {!document && can("delete transactions") && (
          <Button
            look="quiet"
            label="Delete"
            className="is-danger"
            onClick={() => onDelete(transaction)}
          />
        )}
        <Button label="Close" className="spring" onClick={onClose} />
        {document && (
          <LinkButton
            look="primary"
            label={`Open ${document.name}`}
            href={document.address}
            data-autofocus
          />
        )}
      </div>
    </Modal>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { date, amount, description, notes, transfer, accountId, categoryId } = transaction;
  return (
    <FactList
      facts={[
        ["Date", formatDate(date)],
        ["Amount", <Money amount={amount} />, "strong"],
        [transfer ? "From" : "Account", accountId.name],
        [transfer ? "To" : "Category", transfer ? transfer.toAccountId.name : categoryId?.name],
        ["Description", description],
        ["Notes", notes],
      ]}
    />
  );
}
