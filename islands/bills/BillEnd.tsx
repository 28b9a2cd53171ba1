import { formatDate } from "../../domain/dates.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { formatInr, formatPaise, type Paise, toPaise } from "../../domain/money.ts";
import { TDS_NAMES } from "../../domain/tds/law.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { Figure } from "../invoices/Summary.tsx";
import { AmountField, amountText } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { openAccounts, SelectField, TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Sum } from "../ui/Money.tsx";
import { Warning } from "../ui/Warning.tsx";
import type { BillForm } from "./useBill.ts";

interface Props {
  form: BillForm;
  accounts: Account[];
}

/** TDS, the comparison with the printed total, whether it is paid, and the total. */
export function BillEnd({ form, accounts }: Props) {
  const { field, values, change, bill, expense } = form;
  const isCredit = values.kind === "CREDIT_NOTE";
  return (
    <section className="section" aria-labelledby="end">
      <h2 className="section-head" id="end">
        Tax and payment
      </h2>
      <div className="bill-end grid items-start gap-24">
        <div>
          {!isCredit && <Tds form={form} />}
          <div className="grid-2 keep">
            <div>
              <AmountField label="Total on the vendor's bill" field={field("paperTotal")} />
              <Compared form={form} />
            </div>
            <AmountField label="Round off" field={field("roundOff")} />
          </div>
          {!bill && !expense && !isCredit && (
            <SelectField
              label="Paid"
              blank="Not yet"
              options={openAccounts(accounts)}
              help="Choose the account if you paid on the bill date"
              field={field("paidFrom")}
            />
          )}
          {expense && <p className="help">The existing expense is the payment of this bill.</p>}
          {!isCredit && (
            <Checkbox
              name="onHold"
              label="On hold: do not pay yet"
              isOn={values.onHold}
              onChange={(isOn) => change("onHold", isOn)}
            />
          )}
        </div>
        <Sums form={form} />
      </div>
    </section>
  );
}

/** The TDS rule with its proposal and reason, and the amount to deduct if it differs. */
function Tds({ form }: { form: BillForm }) {
  const { field, values, tds } = form;
  const proposed = toPaise(tds?.tds ?? 0) as Paise;
  const typed = readTypedAmount(values.tdsAmount);
  return (
    <>
      <div className="grid-2 keep">
        <SelectField
          label="TDS to deduct"
          blank="None"
          options={Object.entries(TDS_NAMES)}
          field={{
            ...field("tdsRule"),
            change: (rule) => {
              form.change("tdsRule", rule);
              form.change("tdsAmount", "");
            },
          }}
        />
        <AmountField label="TDS" field={field("tdsAmount")} />
      </div>
      {values.tdsRule.startsWith("RENT") && (
        <TextField
          label="Months of rent"
          help="2026-07, or 2026-07 to 2026-09; blank for the bill's month"
          field={field("rentMonths")}
        />
      )}
      {values.tdsRule !== "" && typed !== undefined && (
        <TextField label="Certificate for a lower rate" field={field("tdsCertificate")} />
      )}
      {tds && <p className="help tds-note">{tdsText(tds, values.tdsRule)}</p>}
      {tds && typed !== undefined && typed !== proposed && (
        <p className="help tds-note">
          <Warning>{`The rule gives ${formatInr(tds.tds)}.`}</Warning>
          <Button look="link" label="Use it" onClick={() => form.change("tdsAmount", "")} />
        </p>
      )}
    </>
  );
}

/** Returns `2%: ₹680.00, to the Government by 7 Dec 2026`, or the used part of the limits. */
function tdsText(tds: NonNullable<BillForm["tds"]>, chosen: string): string {
  const { rate, tds: amount, depositBy, ofYear, ofMonth, yearSum, kept, rule } = tds;
  if (rule === "NON_RESIDENT") return "Enter the TDS at the rate in force or the treaty rate.";
  const byPan = rule === chosen ? "" : ` Based on the PAN: ${tds.name}.`;
  const before = yearSum > 0 ? ` Earlier this year: ${formatInr(yearSum)}.` : "";
  if (amount > 0) {
    const also = kept > 0 || yearSum > 0 ? before : "";
    return `${rate}%: ${formatInr(amount)}, deposit by ${formatDate(depositBy)}.${byPan}${also}`;
  }
  const limit = ofYear ?? ofMonth;
  const most = limit === null ? "" : ` The limit is ${formatInr(limit)}.`;
  return `No TDS yet.${byPan}${most}${before}`;
}

/** Compares the entered total with the one on the vendor's bill. */
function Compared({ form }: { form: BillForm }) {
  const { values, totals, change } = form;
  const printedTotal = readTypedAmount(values.paperTotal);
  if (printedTotal === undefined) return null;
  const more = (printedTotal - totals.total) as Paise;
  if (more === 0) {
    return (
      <p className="help is-same">
        <Icon name="check" />
        matches
      </p>
    );
  }
  const by = formatPaise(Math.abs(more) as Paise);
  const off = ((readTypedAmount(values.roundOff) ?? 0) + more) as Paise;
  return (
    <p className="help">
      <Warning>{`${by} ${more > 0 ? "more" : "less"} than the items`}</Warning>
      {Math.abs(more) < 1_00 && (
        <Button look="link" label="Round off" onClick={() => change("roundOff", amountText(off))} />
      )}
    </p>
  );
}

function Sums({ form }: { form: BillForm }) {
  const { totals, credit, place, isOwnTax, kept, toPay, values, tds } = form;
  const tax = (credit.taken + credit.blocked + credit.none) as Paise;
  const line = (name: string, amount: Paise, className = "") => (
    <Sum name={name} className={className}>
      <Figure amountPaise={amount} />
    </Sum>
  );
  const taxName = place.mode === "IGST" ? "IGST" : "CGST + SGST";
  return (
    <dl className="sums" aria-label="Totals">
      {line("Taxable Amount", totals.taxable)}
      {line(isOwnTax ? `${taxName}, paid by us` : taxName, tax)}
      {credit.taken > 0 && line("Input credit", credit.taken, "part")}
      {credit.blocked > 0 && line("Blocked, part of the cost", credit.blocked, "part")}
      {credit.none > 0 && line("No credit, part of the cost", credit.none, "part")}
      {line("Total", totals.total, "strong")}
      {kept > 0 && line(tds && tds.rate > 0 ? `TDS ${tds.rate}%` : "TDS", -kept as Paise)}
      {line(values.kind === "CREDIT_NOTE" ? "Credit" : "To pay", toPay, "rule grand")}
    </dl>
  );
}
