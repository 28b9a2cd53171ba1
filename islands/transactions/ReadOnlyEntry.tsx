import { formatDate } from "../../domain/dates.ts";
import { TRANSFER_CANNOT_BE_EDITED, type Transaction } from "../../domain/transactions.ts";
import { can } from "../browser/session.ts";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import type { DialogProps } from "./dialogs.ts";
import { madeBy } from "./madeBy.ts";

/** One that no form changes: a transfer, which is deleted and made anew, or what a document has made. */
export function ReadOnlyEntry({
  transaction,
  onDelete,
  onClose,
}: Pick<DialogProps, "onDelete" | "onClose"> & { transaction: Transaction }) {
  const document = madeBy(transaction);
  return (
    <Modal title={transaction.type} onClose={onClose}>
      <div className="modal-body">
        <Facts transaction={transaction} />
        <p className="notice">{document?.sentence ?? TRANSFER_CANNOT_BE_EDITED}</p>
      </div>
      <div className="modal-foot">
        {!document && can("delete transactions") && (
          <button
            className="btn btn-quiet is-danger"
            type="button"
            onClick={() => onDelete(transaction)}
          >
            Delete
          </button>
        )}
        <button className="btn spring-l" type="button" onClick={onClose}>
          Close
        </button>
        {document && (
          <a className="btn btn-primary" href={document.address} data-autofocus>
            {`Open ${document.name}`}
          </a>
        )}
      </div>
    </Modal>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { date, amount, description, notes, transfer, accountId, categoryId } = transaction;
  return (
    <dl className="facts">
      <dt>Date</dt>
      <dd>{formatDate(date)}</dd>
      <dt>Amount</dt>
      <dd className="strong">
        <Money amount={amount} />
      </dd>
      <dt>{transfer ? "From" : "Account"}</dt>
      <dd>{accountId.name}</dd>
      <dt>{transfer ? "To" : "Category"}</dt>
      <dd>{transfer ? transfer.toAccountId.name : categoryId?.name}</dd>
      <dt>Description</dt>
      <dd>{description}</dd>
      {notes && <dt>Notes</dt>}
      {notes && <dd>{notes}</dd>}
    </dl>
  );
}
