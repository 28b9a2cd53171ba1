import { type ReactNode, useEffect, useState } from "react";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { type Figures, figuresWarning, totalTax } from "../../domain/gst/figures.ts";
import { UNREGISTERED } from "../../domain/gst/rule46.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import type { FormField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { Warning } from "../ui/Warning.tsx";
import type { Supply } from "./supply.ts";

interface Props {
  figures: Figures;
  supply: Supply;
  roundOff: FormField;
  onRound(): void;
  /** Takes the tax off all items. */
  onUntax(): void;
  /** The agency has a GSTIN, without which it may charge no tax. */
  isRegistered: boolean;
  /** What a tax invoice should say, and does not yet. */
  missing: string[];
  children: ReactNode;
}

/** What the invoice comes to as it is written, by the engine that the server reckons it by. */
export function Summary({
  figures,
  supply,
  roundOff,
  onRound,
  onUntax,
  isRegistered,
  missing,
  children,
}: Props) {
  const { discountTotal, tax, grandTotal } = figures;
  const sum = (name: string, amount: Paise, className?: string) => (
    <Sum name={name} {...(className && { className })}>
      <Figure amount={amount} />
    </Sum>
  );
  const warning = figuresWarning(figures);
  const isUncovered = !isRegistered && totalTax(tax) > 0;
  return (
    <aside className="summary card" aria-labelledby="summary">
      <h2 id="summary">Invoice Summary</h2>
      <dl className="sums gap-top">
        {sum("Subtotal", figures.subTotal)}
        {discountTotal > 0 && sum("Discount", -discountTotal as Paise)}
        {sum("Taxable Amount", figures.taxableValue, "rule")}
        {sum("GST", totalTax(tax))}
        {supply.mode === "IGST" ? (
          sum("IGST", tax.igst, "sub")
        ) : (
          <>
            {sum("CGST", tax.cgst, "sub")}
            {sum(supply.stateTax, tax.sgst, "sub")}
          </>
        )}
        <RoundOff field={roundOff} onRound={onRound} />
        {sum("Grand Total", grandTotal, "rule grand")}
      </dl>
      {warning ? (
        <p className="error gap-s">
          <Icon name="circle-alert" />
          {warning}
        </p>
      ) : (
        <p className="help gap-s">{amountInWords(grandTotal)}</p>
      )}
      {isUncovered && (
        <div className="help hint" role="note">
          <Warning>{`${UNREGISTERED} Only a registered agency may charge it.`}</Warning>
          <Button look="link" label="Set tax to 0%" onClick={onUntax} />
        </div>
      )}
      {missing.map((hint) => (
        <p className="help hint" key={hint}>
          <Warning>{hint}</Warning>
        </p>
      ))}
      <Announced text={warning ?? `Grand Total ${moneyText(toRupees(grandTotal))}`} />
      {children}
    </aside>
  );
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

/** The total for whoever does not see it: said when the typing has come to rest. */
function Announced({ text }: { text: string }) {
  const [said, say] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => say(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}

/** A figure as it is being written; one that no invoice can hold is not exact, and not shown. */
export function Figure({ amount }: { amount: Paise }) {
  if (!Number.isSafeInteger(amount)) return "–";
  return <Money amount={toRupees(amount)} />;
}
