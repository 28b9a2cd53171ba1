import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { computeReceived, type Voucher } from "../../domain/documents/vouchers.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { Head, Place, Remark, Who } from "../invoices/InvoiceDocument.tsx";
import { Sum } from "../ui/Money.tsx";

/** The voucher as the client sees it. */
export function VoucherDocument({ voucher }: { voucher: Voucher }) {
  const { title, kind, date, mode, reference, original, voucherId } = voucher;
  const isRefund = kind === "REFUND_VOUCHER";
  return (
    <article className="paper" aria-label={title}>
      <Head invoice={voucher} />
      <dl className="paper-meta">
        <Who label={isRefund ? "Refunded to" : "Received from"} invoice={voucher} />
        <div>
          <dt>Date</dt>
          <dd className="num">{formatDate(date)}</dd>
        </div>
        {original && (
          <div>
            <dt>Against voucher</dt>
            <dd>
              <a className="doc" href={`/vouchers/${voucherId}`}>
                {original.number}
              </a>
              <span className="small muted">{formatDate(original.date)}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>Paid by</dt>
          <dd className="paper-lines">{[mode, reference].filter(Boolean).join(", ")}</dd>
        </div>
        <Place invoice={{ ...voucher, reverseCharge: false }} />
      </dl>
      <div className="paper-end">
        <div className="paper-notes">
          <Remark title="For">{voucher.description}</Remark>
        </div>
        <Sums voucher={voucher} />
      </div>
    </article>
  );
}

/** The tax included in the amount. */
function Sums({ voucher }: { voucher: Voucher }) {
  const { kind, amount, tdsAmount, taxPct, taxableValue, tax } = voucher;
  const taxes = listShownTaxes({ ...voucher, reverseCharge: false });
  const isRefund = kind === "REFUND_VOUCHER";
  const { gst, received } = computeReceived(voucher);
  return (
    <div className="paper-sums grid packed gap-8">
      <dl className="sums">
        {taxes.length > 0 && <Sum name="Taxable value" amount={taxableValue} />}
        {taxes.map(({ name, part }) => (
          <Sum key={name} name={`${name} ${taxPct / taxes.length}%`} amount={tax[part]} />
        ))}
        <Sum name={isRefund ? "Refunded" : "Advance"} amount={amount} className="rule grand" />
        {tdsAmount > 0 && <Sum name="TDS deducted" amount={-tdsAmount} />}
        {gst > 0 && <Sum name="GST-TDS deducted" amount={-gst} />}
        {tdsAmount + gst > 0 && <Sum name="Received" amount={received} />}
      </dl>
      <p className="small soft">{amountInWords(toPaise(amount) as Paise)}</p>
    </div>
  );
}
