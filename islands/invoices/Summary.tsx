import { type ReactNode, useEffect, useState } from "react";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { figuresWarning, totalTax } from "../../domain/gst/figures.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import type { FormField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { Warning } from "../ui/Warning.tsx";
import type { useInvoice } from "./useInvoice.ts";

interface Props {
  form: ReturnType<typeof useInvoice>;
  title: string;
  /** Whether it has no number yet, and may still become a bill of supply. */
  isNew: boolean;
  children: ReactNode;
}

/** The totals of the invoice being edited, computed by the same code as on the server. */
export function Summary({ form, title, isNew, children }: Props) {
  const { totals, place, lines, values } = form;
  const { discountTotalPaise, tax, grandTotalPaise } = totals;
  const sum = (name: string, amount: Paise, className?: string) => (
    <Sum name={name} {...(className && { className })}>
      <Figure amountPaise={amount} />
    </Sum>
  );
  const warning = figuresWarning(totals);
  const owed = lines.reduce((sum, line) => sum + totalTax(line), 0) as Paise;
  return (
    <aside className="summary card" aria-labelledby="summary">
      <h2 id="summary">{title}</h2>
      <dl className="sums mt-16">
        {sum("Subtotal", totals.subTotalPaise)}
        {discountTotalPaise > 0 && sum("Discount", -discountTotalPaise as Paise)}
        {sum("Taxable Amount", totals.taxableValuePaise, "rule")}
        {!form.isUntaxed && sum("GST", totalTax(tax))}
        {form.isUntaxed ? null : place.mode === "IGST" ? (
          sum("IGST", tax.igst, "sub")
        ) : (
          <>
            {sum("CGST", tax.cgst, "sub")}
            {sum(place.stateTax, tax.sgst, "sub")}
          </>
        )}
        {values.reverseCharge && !form.isUntaxed && sum("GST the client pays", owed, "sub")}
        <RoundOff field={form.roundOff} onRound={form.round} />
        {sum("Grand Total", grandTotalPaise, "rule grand")}
      </dl>
      {warning ? (
        <p className="error mt-4">
          <Icon name="circle-alert" />
          {warning}
        </p>
      ) : (
        <p className="help mt-4">{amountInWords(grandTotalPaise)}</p>
      )}
      <Hints form={form} isNew={isNew} />
      <Announced text={warning ?? `Grand Total ${moneyText(toRupees(grandTotalPaise))}`} />
      {children}
    </aside>
  );
}

/** Warnings that are shown next to their own field. */
const PLACED = new Set([
  "PLACE_NOT_OF_GSTIN",
  "EXPORT_NOT_CHOSEN",
  "LUT_MISSING",
  "TREATMENT_MISSING",
]);

/** The other warnings, with ways to fix them. */
function Hints({ form, isNew }: Pick<Props, "form" | "isNew">) {
  const changeToBillOfSupply = () => form.change("kind", "BILL_OF_SUPPLY");
  return form.warnings
    .filter(({ code }) => !PLACED.has(code))
    .map(({ code, message }) => (
      <div className="help hint" role="note" key={message}>
        <Warning>{message}</Warning>
        {code === "NOT_REGISTERED" && (
          <Button look="link" label="Set tax to 0%" onClick={form.untax} />
        )}
        {code === "BILL_OF_SUPPLY" && isNew && (
          <Button look="link" label="Change to bill of supply" onClick={changeToBillOfSupply} />
        )}
      </div>
    ));
}

function RoundOff({ field, onRound }: { field: FormField; onRound(): void }) {
  return (
    <div className="round">
      <dt>
        <label htmlFor="round-off">Round Off (±)</label>
      </dt>
      <dd>
        <input
          className="input num roundoff"
          id="round-off"
          name={field.name}
          inputMode="decimal"
          autoComplete="off"
          value={field.value}
          aria-invalid={field.error !== undefined}
          aria-describedby={field.error ? "round-off-note" : undefined}
          onChange={(event) => field.change(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={field.blur}
        />
      </dd>
      <dd className="round-acts">
        {field.error && (
          <span className="error" id="round-off-note">
            {field.error}
          </span>
        )}
        <Button look="link" label="Round to the rupee" onClick={onRound} />
      </dd>
    </div>
  );
}

const QUIET_MS = 500;

/** Announces the total to screen readers after the user stops typing. */
function Announced({ text }: { text: string }) {
  const [announced, announce] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => announce(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  );
}

/** An amount while editing. An amount too large for an invoice is not exact, so it is not shown. */
export function Figure({ amountPaise }: { amountPaise: Paise }) {
  if (!Number.isSafeInteger(amountPaise)) return "–";
  return <Money amount={toRupees(amountPaise)} />;
}
