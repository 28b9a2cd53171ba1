import type { BankLine } from "../../domain/banking/statements.ts";
import { formatDate } from "../../domain/dates.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import {
  confirmedPayment,
  isBeforeInvoice,
  paymentWithin,
} from "../../domain/documents/payments.ts";
import { nearestPaise, type Paise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { send } from "../browser/api.ts";
import { AdvanceTick, limitsOn, TdsField } from "../invoices/paymentFields.tsx";
import { readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Money } from "../ui/Money.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  line: BankLine;
  invoice: InvoiceRow;
  onSaved(line: BankLine): void;
  onBack(): void;
  onClose(): void;
}

/** Asks before a line pays an invoice: shows both amounts, and takes TDS only if the user adds it. */
export function InvoiceMatch({ line, invoice, onSaved, onBack, onClose }: Props) {
  const owed = { ...invoice, folder: "invoices" as const };
  const form = useAppForm({
    values: { tdsAmount: "", isAdvance: false },
    schema: confirmedPayment(paymentWithin(limitsOn(owed)), invoice.date),
    read: ({ tdsAmount, isAdvance }) => ({
      ...{ date: line.date, amount: line.amount, tdsAmount: readRupees(tdsAmount), isAdvance },
      ...{ mode: "Bank Transfer", accountId: line.accountId },
    }),
    save: ({ tdsAmount }: { tdsAmount: number | undefined }, key) => {
      const paid = { invoiceId: invoice._id, amount: line.amount, ...(tdsAmount && { tdsAmount }) };
      const url = `/api/bank-lines/${line._id}/accept`;
      return send<{ line: BankLine }>("POST", url, { create: [paid] }, key);
    },
    onSaved: (answer: { line: BankLine }) => {
      onSaved(answer.line);
      onClose();
    },
    otherwise: "Could not match the invoice",
  });
  const rest = (nearestPaise(invoice.balance) - nearestPaise(line.amount)) as Paise;
  const left = rest - (readTypedAmount(form.values.tdsAmount) ?? 0);
  return (
    <FormDialog
      title={`Match with ${invoice.number}`}
      verb="Match"
      form={form}
      onClose={onClose}
      other={<Button label="Back" onClick={onBack} />}
    >
      <p className="small muted line-said">{line.narration}</p>
      <dl className="sums" aria-label="Amounts">
        <div>
          <dt>{`Received on ${formatDate(line.date)}`}</dt>
          <dd>
            <Money amount={line.amount} />
          </dd>
        </div>
        <div>
          <dt>{`Balance of ${invoice.number}, ${invoice.clientId.displayName}`}</dt>
          <dd>
            <Money amount={invoice.balance} />
          </dd>
        </div>
        <div className="rule">
          <dt>{left === 0 ? "Paid in full" : "Part payment, balance left"}</dt>
          <dd className="strong">
            <Money amount={left / 100} />
          </dd>
        </div>
      </dl>
      {isBeforeInvoice(line.date, invoice.date) && (
        <AdvanceTick form={form} invoiceDate={invoice.date} />
      )}
      {rest > 0 && <TdsField field={form.field("tdsAmount")} owed={owed} most={rest} />}
    </FormDialog>
  );
}
