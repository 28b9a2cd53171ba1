import { formatDate } from "../../domain/dates.ts";
import { type Invoice, type InvoiceDetail, mayBePaid } from "../../domain/documents/invoices.ts";
import { listOtherSettlements } from "../../domain/documents/paper.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { send, toastError } from "../browser/api.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { ReturnPanel } from "../gst/ReturnPanel.tsx";
import type { Mailing } from "../mail/useMailing.tsx";
import { NotesPanel } from "../notes/NotesPanel.tsx";
import { RemindersPanel } from "../reminders/RemindersPanel.tsx";
import { LinkPanel } from "../sharing/LinkPanel.tsx";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button } from "../ui/Button.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { UseAdvance } from "../vouchers/UseAdvance.tsx";
import { EinvoicePanel } from "./EinvoicePanel.tsx";
import { Payments } from "./Payments.tsx";
import { SettledPanel } from "./SettledPanel.tsx";

interface Props {
  detail: InvoiceDetail;
  /** Undefined if it cannot be paid. */
  onPay: (() => void) | undefined;
  onChanged(): void;
  /** Its e-mails. Sending one may create a link and change who gets reminders. */
  mailing: Mailing;
}

const mayBeSettled = ({ status, balance }: Invoice) =>
  (status === "SENT" || status === "PARTIALLY_PAID") && balance > 0;

/** The amount due, the payments, and the income from them. */
export function PaymentsPanel({ detail, onPay, onChanged, mailing }: Props) {
  const { invoice, payments, settled, transactions, summary } = detail;
  return (
    <>
      <Due invoice={invoice} summary={summary} />
      {mailing.panel}
      {invoice.status !== "DRAFT" && invoice.status !== "CANCELLED" && (
        <RemindersPanel
          key={`${invoice.balance} ${invoice.dueDate} ${mailing.turn}`}
          id={invoice._id}
        />
      )}
      {invoice.status !== "CANCELLED" && (
        <LinkPanel key={mailing.turn} thing={toShareable(invoice)} onSent={onChanged} />
      )}
      <Payments
        payments={payments}
        onPay={onPay}
        onChanged={onChanged}
        number={invoice.number}
        none={
          invoice.status === "CANCELLED"
            ? "You cannot add payments to a cancelled invoice."
            : "No payments yet."
        }
      >
        {mayBeSettled(invoice) && <UseAdvance invoice={invoice} onChanged={onChanged} />}
      </Payments>
      <SettledPanel invoice={invoice} settled={settled} onChanged={onChanged} />
      {invoice.status !== "DRAFT" && <NotesPanel invoice={invoice} />}
      {invoice.status !== "DRAFT" && (
        <ReturnPanel
          onChanged={onChanged}
          id={invoice._id}
          number={invoice.number}
          creditAt={`/notes/new?invoice=${invoice._id}`}
        />
      )}
      {invoice.status !== "DRAFT" && (
        <EinvoicePanel address={`/api/invoices/${invoice._id}`} onChanged={onChanged} />
      )}
      {transactions.length > 0 && <Income invoice={invoice} transactions={transactions} />}
      <Attachments record={{ entity: "invoice", id: invoice._id }} />
    </>
  );
}

export function Duplicate({ invoice }: { invoice: Invoice }) {
  const [isBusy, onClick] = useBusy(() => duplicate(invoice));
  return (
    <p className="px-4">
      <Button needs="enter books" look="link" label="Duplicate" isBusy={isBusy} onClick={onClick} />
    </p>
  );
}

export const toShareable = (invoice: Invoice): Shareable => ({
  ...invoice,
  entity: "invoice",
  title: "Invoice",
  amount: mayBePaid(invoice) ? invoice.balance : invoice.grandTotal,
});

/** Creates a draft with the same lines, dated today, and opens it. */
async function duplicate({ _id }: Invoice): Promise<void> {
  try {
    const copy = await send<Invoice>("POST", `/api/invoices/${_id}/duplicate`, {});
    showToastAfterNavigation("success", "Draft created from this invoice");
    location.href = `/invoices/${copy._id}`;
  } catch (failure) {
    toastError("Error duplicating invoice")(failure);
  }
}

type DueProps = Pick<InvoiceDetail, "invoice" | "summary">;

/** A cancelled invoice has no amount due. */
function Due({ invoice, summary: { totalPaid, tds, balance } }: DueProps) {
  const isCancelled = invoice.status === "CANCELLED";
  return (
    <section className="card" aria-labelledby="due">
      <h2 className="soft small" id="due">
        Balance due
      </h2>
      <div className="due">
        <Money amount={isCancelled ? 0 : balance} big />
      </div>
      {isCancelled ? (
        <p className="small muted">
          {`No balance: the invoice for ${moneyText(invoice.grandTotal)} is cancelled.`}
        </p>
      ) : (
        <>
          <Meter total={invoice.grandTotal} paid={totalPaid} balance={balance} />
          <dl className="sums">
            <Sum name="Total Paid" amount={totalPaid} swatch="k-income" />
            {tds > 0 && <Sum name="TDS deducted" amount={tds} swatch="k3" />}
            {listOtherSettlements(invoice).map(([name, amount]) => (
              <Sum key={name} name={name} amount={amount} swatch="k3" />
            ))}
            <Sum name="Grand Total" amount={invoice.grandTotal} className="rule" />
          </dl>
        </>
      )}
    </section>
  );
}

const METER = 320;

/** A bar with the settled share: money received, then other settlement. */
function Meter({ total, paid, balance }: { total: number; paid: number; balance: number }) {
  const share = (amount: number) => (total > 0 ? amount / total : 1);
  const settled = total - balance;
  return (
    <svg
      className="meter block full"
      viewBox={`0 0 ${METER} 6`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${Math.floor(share(settled) * 100)}% settled`}
    >
      <rect className="track" width={METER} height="6" rx="3" />
      <rect className="tds" width={METER * share(settled)} height="6" rx="3" />
      <rect className="paid" width={METER * share(paid)} height="6" rx="3" />
    </svg>
  );
}

/** The transactions are found by searching for the invoice's number. */
function Income({ invoice, transactions }: { invoice: Invoice; transactions: Transaction[] }) {
  const query = new URLSearchParams({ q: invoice.invoiceNumber, preset: "custom" });
  const address = `/transactions?${query}`;
  return (
    <section className="panel" aria-labelledby="income">
      <div className="panel-head">
        <h2 id="income">Linked income</h2>
        <a className="spring small" href={address}>
          Transactions
        </a>
      </div>
      <ul>
        {transactions.map(({ _id, date, accountId, amount }) => (
          <li className="entry pad" key={_id}>
            <div>
              <div className="truncate">{accountId.name}</div>
              <div className="cell-sub num">{formatDate(date)}</div>
            </div>
            <div className="amt pos">
              <Money amount={amount} signed />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
