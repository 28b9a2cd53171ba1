import type { Transaction } from "../../domain/transactions.ts";
import { mayI } from "../browser/session.ts";

import { Key } from "../parts/Key.tsx";

interface Props {
  transaction: Transaction | undefined;
  isBusy: boolean;
  onDelete(transaction: Transaction): void;
  onNext(): void;
}

/** A new entry can be followed by another; a present one can be deleted, by an owner. */
export function EntryFoot({ transaction, isBusy, onDelete, onNext }: Props) {
  return (
    <div className="modal-foot">
      {transaction && mayI("delete transactions") && (
        <button
          className="btn btn-quiet is-danger"
          type="button"
          onClick={() => onDelete(transaction)}
        >
          Delete
        </button>
      )}
      {!transaction && (
        <button
          className="btn spring-l"
          type="button"
          aria-keyshortcuts="Enter"
          onClick={() => isBusy || onNext()}
        >
          Save and next
          <Key name="↵" />
        </button>
      )}
      <button
        className={`btn btn-primary ${transaction ? "spring-l" : ""}`}
        type="submit"
        aria-keyshortcuts="Control+Enter"
        aria-busy={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
      >
        {isBusy ? "Saving..." : "Save"}
        <Key name={transaction ? "↵" : "Ctrl ↵"} />
      </button>
    </div>
  );
}
