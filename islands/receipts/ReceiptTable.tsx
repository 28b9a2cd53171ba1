// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { formatDate } from "../../domain/dates.ts";
import type { Receipt, ReceiptList } from "../../domain/receipts.ts";
import { changeSearch } from "../browser/search.ts";
import { mayI } from "../browser/session.ts";
import { FailedToLoad } from "../parts/FailedToLoad.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Money } from "../parts/Money.tsx";
import { opensOnClick } from "../parts/opensOnClick.ts";
import { savePdf } from "../parts/savePdf.ts";
import { pdfOf } from "./pdfOf.ts";
import { NO_FILTERS } from "./view.ts";

interface Props {
  list: ReceiptList | undefined;
  /** More is asked for than dates. */
  isNarrowed: boolean;
  isLoading: boolean;
  failure: unknown;
  onRetry(): void;
  onDelete(receipt: Receipt): void;
  /** The row that the keys are on. */
  currentId: string | undefined;
}

const HEADS = ["Receipt No.", "Date", "Client", "Purpose", "Amount", "Mode", "Account", "Actions"];

export function ReceiptTable(props: Props) {
  const { list, isNarrowed, isLoading, failure, onRetry, onDelete, currentId } = props;
  if (failure && !list) {
    const said = { label: "List of receipts", otherwise: "Failed to load receipts" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  if (!list) return <Loading />;
  if (list.total === 0) return isNarrowed ? <NothingFound /> : <NothingThere />;
  return (
    <section className="panel" aria-label="List of receipts" aria-busy={isLoading}>
      <table role="table" className="tbl stick to-list receipts">
        <caption className="sr-only">Receipts, newest first</caption>
        <thead role="rowgroup">
          <tr role="row">
            {HEADS.map((head) => (
              <th
                role="columnheader"
                scope="col"
                key={head}
                className={head === "Amount" || head === "Actions" ? "r" : ""}
                aria-sort={head === "Date" ? "descending" : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.items.map((receipt) => (
            <Row
              key={receipt._id}
              receipt={receipt}
              isCurrent={receipt._id === currentId}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Pick<Props, "onDelete"> {
  receipt: Receipt;
  isCurrent: boolean;
}

/** A click anywhere opens the receipt; the number is a link, for the keyboard and for other tabs. */
function Row({ receipt, isCurrent, onDelete }: RowProps) {
  const { _id, receiptNumber, date, client, purpose, amount, mode, accountId } = receipt;
  const address = `/receipts/${_id}`;
  return (
    <tr
      role="row"
      className={`opens ${isCurrent ? "is-current" : ""}`}
      aria-current={isCurrent || undefined}
      data-id={_id}
      onClick={opensOnClick(address)}
    >
      <td role="cell" className="r-number">
        <a className="doc" href={address}>
          {receiptNumber}
        </a>
      </td>
      <td role="cell" className="t-date num">
        {formatDate(date)}
      </td>
      <td role="cell" className="r-client">
        <span className="cell-main truncate">{client.name}</span>
        {client.phone && <span className="cell-sub truncate">{client.phone}</span>}
      </td>
      <td role="cell" className="soft drop r-purpose truncate">
        {purpose}
      </td>
      <td role="cell" className="r t-amt strong">
        <Money amount={amount} />
      </td>
      <td role="cell" className="soft drop">
        {mode}
      </td>
      <td role="cell" className="soft drop r-account truncate">
        {accountId.name}
      </td>
      <td role="cell" className="drop t-acts">
        <div className="row-acts">
          <button
            className="icon-btn"
            type="button"
            aria-label={`Download PDF of ${receiptNumber}`}
            onClick={() => void savePdf(pdfOf(receipt))}
          >
            <Icon name="download" />
          </button>
          {mayI("delete receipts") && (
            <button
              className="icon-btn"
              type="button"
              aria-label={`Delete ${receiptNumber}`}
              onClick={() => onDelete(receipt)}
            >
              <Icon name="trash-2" />
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function NothingThere() {
  return (
    <section className="panel empty" aria-label="List of receipts">
      <Icon name="receipt-indian-rupee" />
      <p className="strong" role="status">
        No receipts found
      </p>
      <p>Create your first receipt to get started</p>
      <a className="btn" href="/receipts/new">
        Create Receipt
      </a>
    </section>
  );
}

function NothingFound() {
  return (
    <section className="panel empty" aria-label="List of receipts">
      <Icon name="search" />
      <p className="strong" role="status">
        No receipts found
      </p>
      <p>None of them matches the search and the filters</p>
      <button className="btn" type="button" onClick={() => changeSearch(NO_FILTERS)}>
        Show all receipts
      </button>
    </section>
  );
}

function Loading() {
  return (
    <section className="panel empty" aria-label="List of receipts" aria-busy="true">
      <p role="status">Loading receipts...</p>
    </section>
  );
}
