import type { ReactNode } from "react";
import type { BankDetails } from "../../domain/invoiceSettings.ts";
import { type Invoice, taxesOf } from "../../domain/invoices.ts";
import { type Paise, type Rupees, toPaise } from "../../domain/money.ts";
import { amountInWords } from "../../domain/words.ts";
import { Money } from "../ui/Money.tsx";

/** Where to pay and what was agreed, and beside it what it comes to. */
export function PaperFoot({ invoice }: { invoice: Invoice }) {
  const { supplier, notes, terms, grandTotal } = invoice;
  return (
    <div className="paper-end">
      <div className="paper-notes">
        <PayTo bank={supplier.bankDetails} />
        {notes && <Remark title="Notes">{notes}</Remark>}
        {terms && <Remark title="Terms">{terms}</Remark>}
      </div>
      <div className="paper-sums">
        <Sums invoice={invoice} />
        <p className="small soft">{amountInWords(toPaise(grandTotal) as Paise)}</p>
      </div>
    </div>
  );
}

function PayTo({ bank }: { bank: BankDetails }) {
  const { accountName, bankName, branch, accountNo, ifsc, upi } = bank;
  const lines = [
    accountName,
    [bankName, branch].filter(Boolean).join(", "),
    [accountNo && `A/c ${accountNo}`, ifsc && `IFSC ${ifsc}`].filter(Boolean).join(", "),
    upi && `UPI ${upi}`,
  ].filter(Boolean);
  return lines.length > 0 && <Remark title="Pay to">{lines.join("\n")}</Remark>;
}

function Remark({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className="paper-lines">{children}</p>
    </div>
  );
}

function Sums({ invoice }: { invoice: Invoice }) {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const rate = oneRateOf(invoice);
  const taxes = taxesOf(invoice);
  return (
    <dl className="sums">
      <Sum name="Subtotal" amount={subTotal} />
      {discountTotal > 0 && <Sum name="Discount" amount={-discountTotal} />}
      <Sum name="Taxable Amount" amount={taxableValue} />
      {taxes.map(({ name, part }) => (
        <Sum
          key={name}
          name={rate === undefined ? name : `${name} ${rate / taxes.length}%`}
          amount={tax[part]}
        />
      ))}
      {roundOff !== 0 && <Sum name="Round Off" amount={roundOff} />}
      <Sum name="Grand Total" amount={grandTotal} className="rule grand" />
    </dl>
  );
}

/** The rate of every item, where all have the same. */
function oneRateOf({ items }: Invoice): number | undefined {
  const rates = new Set(items.map(({ taxPct }) => taxPct));
  return rates.size === 1 ? items[0]?.taxPct : undefined;
}

interface SumProps {
  name: string;
  amount: Rupees;
  className?: string;
}

function Sum({ name, amount, className }: SumProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
