import { formatDate } from "../../domain/dates.ts";
import { TRANSFER_CANNOT_BE_EDITED, type Transaction } from "../../domain/transactions.ts";
import { mayI } from "../browser/session.ts";
import { Modal } from "../parts/Modal.tsx";
import { Money } from "../parts/Money.tsx";
import type { DialogProps } from "./dialogs.ts";

/** A transfer as it is. It can only be deleted and made anew. */
export function TransferView({
  transaction,
  onDelete,
  onClose,
}: Pick<DialogProps, "onDelete" | "onClose"> & { transaction: Transaction }) {
  const { date, amount, description, notes, transfer } = transaction;
  return (
    <Modal title="Transfer" onClose={onClose}>
      <div className="modal-body">
        <dl className="facts">
          <dt>Date</dt>
          <dd>{formatDate(date)}</dd>
          <dt>Amount</dt>
          <dd className="strong">
            <Money amount={amount} />
          </dd>
          <dt>From</dt>
          <dd>{transfer?.fromAccountId.name}</dd>
          <dt>To</dt>
          <dd>{transfer?.toAccountId.name}</dd>
          <dt>Description</dt>
          <dd>{description}</dd>
          {notes && <dt>Notes</dt>}
          {notes && <dd>{notes}</dd>}
        </dl>
        <p className="notice">{TRANSFER_CANNOT_BE_EDITED}</p>
      </div>
      <div className="modal-foot">
        {mayI("delete transactions") && (
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
      </div>
    </Modal>
  );
}
