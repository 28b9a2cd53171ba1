import { usualGstTds } from "../../domain/documents/gstTdsLimit.ts";
import {
  advanceMeaning,
  computeTdsLimit,
  type PaymentLimits,
  taxableLeft,
  tdsAt,
} from "../../domain/documents/payments.ts";
import type { GstMode } from "../../domain/gst/figures.ts";
import { formatInr, formatPaise, type Paise, toPaise } from "../../domain/money.ts";
import { CLIENT_TDS_RATES } from "../../domain/tds/clientRates.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { AmountField, amountText } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import type { FormField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Warning } from "../ui/Warning.tsx";

// Parts of the payment form that bank review uses too.

type Figure = "balance" | "creditApplied" | "grandTotal" | "taxableValue" | "tds";

/** An invoice or a debit note. */
export interface Owed extends Record<Figure, number> {
  _id: string;
  /** The path segment of its page and API calls. */
  folder: "invoices" | "notes";
  number: string;
  date: string;
  gstMode: GstMode;
}

/** Returns the limits of a payment. The server also counts TDS in the advances that settle an invoice. */
export function toPaymentLimits(owed: Owed): PaymentLimits {
  const { balance, creditApplied, grandTotal, taxableValue, tds, folder } = owed;
  const tdsLimit = computeTdsLimit({
    taxablePaise: inPaise(taxableValue),
    totalPaise: inPaise(grandTotal),
    creditedPaise: inPaise(creditApplied),
    deductedPaise: inPaise(tds),
  });
  return {
    balancePaise: inPaise(balance),
    tdsLimitPaise: tdsLimit,
    isInvoice: folder === "invoices",
  };
}

/** Returns the GST-TDS of a document, on its full taxable value. */
export const computeUsualGstTds = ({
  taxableValue,
  creditApplied,
  grandTotal,
  date,
}: Owed): Paise =>
  usualGstTds(
    {
      taxablePaise: inPaise(taxableValue),
      totalPaise: inPaise(grandTotal),
      creditedPaise: inPaise(creditApplied),
    },
    date,
  );

interface AdvanceProps {
  form: {
    values: { isAdvance: boolean };
    change(name: "isAdvance", isOn: boolean): void;
    errorAt(path: string): string | undefined;
  };
  invoiceDate: string;
}

/** Explains a payment dated before its invoice. It is saved only if the user ticks that it is an advance. */
export function AdvanceTick({ form, invoiceDate }: AdvanceProps) {
  const error = form.errorAt("isAdvance");
  return (
    <div className="callout is-tall">
      <Icon name="triangle-alert" />
      <div>
        <p>{advanceMeaning(invoiceDate)}</p>
        <Checkbox
          name="isAdvance"
          label="Save as an advance"
          isOn={form.values.isAdvance}
          onChange={(isOn) => form.change("isAdvance", isOn)}
        />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

interface TdsProps {
  field: FormField;
  owed: Owed;
  /** Suggestions above this amount are left out. */
  mostPaise: Paise;
}

/** TDS of a payment, with the amounts at usual rates. More than the highest usual rate shows a warning. */
export function TdsField({ field, owed, mostPaise }: TdsProps) {
  const { taxableValue, creditApplied, grandTotal } = owed;
  const taxable = taxableLeft(inPaise(taxableValue), inPaise(creditApplied), inPaise(grandTotal));
  const before = inPaise(owed.tds);
  const [highest = 0, ...lower] = CLIENT_TDS_RATES.toReversed();
  const isMuch = before + (readTypedAmount(field.value) ?? 0) > tdsAt(highest, taxable);
  const usual = [highest, ...lower]
    .map((rate) => ({
      rate,
      tds: (tdsAt(rate, taxable) - before) as Paise,
    }))
    .filter(({ tds }) => tds > 0 && tds <= mostPaise);
  return (
    <>
      <AmountField label="TDS deducted" field={field} />
      {isMuch && (
        <p className="help tds-note">
          <Warning>
            {`More than ${highest}% of the taxable value of ${formatInr(owed.taxableValue)}`}
          </Warning>
        </p>
      )}
      {usual.length > 0 && (
        <p className="help tds-note">
          On the taxable value (before GST):
          {usual.map(({ rate, tds }) => (
            <Button
              look="link"
              label={`${rate}% is ${formatPaise(tds)}`}
              key={rate}
              onClick={() => field.change(amountText(tds))}
            />
          ))}
        </p>
      )}
    </>
  );
}

const inPaise = (rupees: number) => toPaise(rupees) as Paise;
