import { formatDate } from "../../domain/dates.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { computeReceived, type Voucher } from "../../domain/documents/vouchers.ts";
import { Fact, Paper } from "../invoices/InvoiceDocument.tsx";
import { Sum } from "../ui/Money.tsx";

/** The voucher as the client sees it. */
export function VoucherDocument({ voucher }: { voucher: Voucher }) {
  const { kind, date, mode, reference, original, voucherId } = voucher;
  return (
    <Paper
      document={{ ...voucher, reverseCharge: false }}
      to={kind === "REFUND_VOUCHER" ? "Refunded to" : "Received from"}
      facts={
        <>
          <Fact label="Date">{formatDate(date)}</Fact>
          {original && (
            <Fact label="Against voucher" className="">
              <a className="doc" href={`/vouchers/${voucherId}`}>
                {original.number}
              </a>
              <span className="small muted">{formatDate(original.date)}</span>
            </Fact>
          )}
          <Fact label="Paid by" className="paper-lines">
            {[mode, reference].filter(Boolean).join(", ")}
          </Fact>
        </>
      }
      remarks={[["For", voucher.description]]}
      sums={<Sums voucher={voucher} />}
      total={voucher.amount}
    />
  );
}

/** The tax included in the amount. */
function Sums({ voucher }: { voucher: Voucher }) {
  const { kind, amount, tdsAmount, taxPct, taxableValue, tax } = voucher;
  const taxes = listShownTaxes({ ...voucher, reverseCharge: false });
  const isRefund = kind === "REFUND_VOUCHER";
  const { gst, received } = computeReceived(voucher);
  return (
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
  );
}
