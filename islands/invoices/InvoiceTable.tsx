// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { formatDate, today } from "../../domain/dates.ts";
import { type InvoiceList, type InvoiceRow, isOverdue } from "../../domain/invoices.ts";
import { changeSearch } from "../browser/search.ts";
import { FailedToLoad } from "../parts/FailedToLoad.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Money } from "../parts/Money.tsx";
import { opensOnClick } from "../parts/opensOnClick.ts";
import { savePdf } from "../parts/savePdf.ts";
import { pdfOf } from "./pdfOf.ts";
import { dueText, StatusPills } from "./status.tsx";
import { NO_FILTERS } from "./view.ts";

interface Props {
  list: InvoiceList | undefined;
  /** More is asked for than everything. */
  isNarrowed: boolean;
  isLoading: boolean;
  failure: unknown;
  onRetry(): void;
  /** The row that the keys are on. */
  currentId: string | undefined;
}

const HEADS = [
  { name: "Invoice No." },
  { name: "Date" },
  { name: "Client" },
  { name: "Due Date", className: "i-due" },
  { name: "Status" },
  { name: "Total", className: "r" },
  { name: "Balance", className: "r" },
  { name: "Actions", className: "r t-acts" },
];
const LABEL = "List of invoices";

export function InvoiceTable(props: Props) {
  const { list, isNarrowed, isLoading, failure, onRetry, currentId } = props;
  if (failure && !list) {
    const said = { label: LABEL, otherwise: "Failed to load invoices" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  if (list?.total === 0) return isNarrowed ? <NothingFound /> : <NothingThere />;
  return (
    <section className="panel" aria-label={LABEL} aria-busy={isLoading}>
      {!list && (
        <p className="sr-only" role="status">
          Loading invoices...
        </p>
      )}
      <table role="table" className="tbl stick to-list invoices">
        <caption className="sr-only">Invoices, newest first</caption>
        <thead role="rowgroup">
          <tr role="row">
            {HEADS.map(({ name, className }) => (
              <th
                role="columnheader"
                scope="col"
                key={name}
                className={className}
                aria-sort={name === "Date" ? "descending" : undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list?.items.map((invoice) => (
            <Row key={invoice._id} invoice={invoice} isCurrent={invoice._id === currentId} />
          )) ?? <SkeletonRows />}
        </tbody>
      </table>
    </section>
  );
}

/** A click anywhere opens the invoice; the number is a link, for the keyboard and for other tabs. */
function Row({ invoice, isCurrent }: { invoice: InvoiceRow; isCurrent: boolean }) {
  const { _id, invoiceNumber, date, dueDate, clientId, grandTotal, balance, status } = invoice;
  const address = `/invoices/${_id}`;
  const isCancelled = status === "CANCELLED";
  const due = dueText(invoice);
  return (
    <tr
      role="row"
      className={`opens ${isCurrent ? "is-current" : ""} ${isCancelled ? "is-void" : ""}`}
      aria-current={isCurrent || undefined}
      data-id={_id}
      onClick={opensOnClick(address)}
    >
      <td role="cell" className="i-number">
        <a className="doc" href={address}>
          {invoiceNumber}
        </a>
      </td>
      <td role="cell" className="t-date num">
        {formatDate(date)}
      </td>
      <td role="cell" className="i-client">
        <span className="cell-main truncate">{clientId.displayName}</span>
      </td>
      <td role="cell" className="drop soft num i-due">
        {dueDate && formatDate(dueDate)}
        {due && (
          <span className={`cell-sub ${isOverdue(invoice, today()) ? "is-late" : ""}`}>{due}</span>
        )}
      </td>
      <td role="cell" className="i-status">
        <StatusPills invoice={invoice} />
      </td>
      <td role="cell" className="r t-amt">
        <Money amount={grandTotal} />
      </td>
      <td role="cell" className="r drop strong">
        {isCancelled ? <span className="muted">–</span> : <Money amount={balance} />}
      </td>
      <td role="cell" className="drop t-acts">
        <div className="row-acts">
          <button
            className="icon-btn"
            type="button"
            aria-label={`Download PDF of ${invoiceNumber}`}
            onClick={() => void savePdf(pdfOf(invoice))}
          >
            <Icon name="download" />
          </button>
        </div>
      </td>
    </tr>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function SkeletonRows() {
  return ROWS.map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={HEADS.length}>
        <span className="skeleton" />
      </td>
    </tr>
  ));
}

function NothingThere() {
  return (
    <section className="panel empty" aria-label={LABEL}>
      <Icon name="file-text" />
      <p className="strong" role="status">
        No invoices found
      </p>
      <p>Create your first invoice to get started</p>
      <a className="btn" href="/invoices/new">
        Create Invoice
      </a>
    </section>
  );
}

function NothingFound() {
  return (
    <section className="panel empty" aria-label={LABEL}>
      <Icon name="search" />
      <p className="strong" role="status">
        No invoices match
      </p>
      <button className="btn" type="button" onClick={() => changeSearch(NO_FILTERS)}>
        Show all invoices
      </button>
    </section>
  );
}
