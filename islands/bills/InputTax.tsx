import { formatDate } from "../../domain/dates.ts";
import { roundToPaise } from "../../domain/money.ts";
import type { BillWithCredit } from "../../domain/purchases/bills.ts";
import {
  type BillCredit,
  CREDIT_STATE_NAMES,
  type CreditState,
} from "../../domain/purchases/creditStates.ts";
import { HEADS, type Head } from "../../domain/purchases/inward.ts";
import { figureText } from "../gst/words.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CreditSentence } from "./CreditSentence.tsx";
import { listCreditSteps, type Step } from "./creditSteps.ts";

const LOOKS: Record<CreditState, string> = {
  WAITS: "pill-info",
  READY: "pill-info",
  CLAIMED: "pill-pos",
  DIFFERS: "pill-warn",
  REVERSED: "pill-warn",
  NOT_FILED: "pill-warn",
  RECLAIMED: "pill-pos",
  NONE: "",
  TOO_LATE: "pill-neg",
};

export const CreditPill = ({ state }: { state: CreditState }) => (
  <span className={`pill dot ${LOOKS[state]}`.trim()}>{CREDIT_STATE_NAMES[state]}</span>
);

interface Props {
  bill: BillWithCredit;
  onPay: (() => void) | undefined;
  /** Opens the dialog that changes the tax treatment. */
  onChange: (() => void) | undefined;
  onVendorFiled(): void;
}

/** The input tax of a bill: amounts, steps and next action. */
export function InputTax(props: Props) {
  const { bill } = props;
  const { inputTax } = bill;
  const { state } = inputTax;
  if (state === "") return null;
  const steps = listCreditSteps(bill);
  return (
    <section className="card input-tax" aria-labelledby="input-tax">
      <h2 className="card-title row wrap between gap-4-8" id="input-tax">
        Input credit
        <CreditPill state={state} />
      </h2>
      <Amounts credit={inputTax} />
      {steps.length > 0 && (
        <ol className="steps is-down">
          {steps.map(({ name, note, look }, n) => (
            <li key={name} className={look} aria-current={look === "" && isNow(steps, n)}>
              <span className="step-mark">
                {look === "is-done" ? <Icon name="check" /> : look ? <Icon name="x" /> : n + 1}
              </span>
              <span>
                {name}
                <span className="step-note block small reg muted">{note}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <CreditSentence credit={inputTax} />
      <Acts {...props} />
    </section>
  );
}

/** Returns whether this is the first step that is neither done nor failed. */
const isNow = (steps: Step[], n: number) =>
  steps.findIndex(({ look }) => look === "") === n ? ("step" as const) : undefined;

const HEAD_NAMES: Record<Head, string> = { igst: "IGST", cgst: "CGST", sgst: "SGST", cess: "Cess" };

/** By tax: the amount on the bill, the part added to the cost, and the part claimed. */
function Amounts({ credit: { onBill, toClaim } }: { credit: BillCredit }) {
  const heads = HEADS.filter((head) => onBill[head] !== 0);
  if (heads.length === 0) return null;
  const cost = (head: Head) => (roundToPaise(toClaim[head]) - roundToPaise(onBill[head])) / 100;
  const isPart = heads.some((head) => cost(head) !== 0);
  const line = (name: string, amount: (head: Head) => number, className?: string) => (
    <tr className={className}>
      <th scope="row">{name}</th>
      {heads.map((head) => (
        <td key={head} className="r num">
          {figureText(amount(head))}
        </td>
      ))}
    </tr>
  );
  return (
    <table className="input-tax-heads">
      <caption className="sr-only">Input tax credit by tax type, in rupees</caption>
      <thead>
        <tr>
          <td />
          {heads.map((head) => (
            <th key={head} scope="col" className="r">
              {HEAD_NAMES[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {line("On this bill", (head) => onBill[head])}
        {isPart && line("Part of the cost", cost)}
        {line("To claim", (head) => toClaim[head], "strong")}
      </tbody>
    </table>
  );
}

/** The next action for the state, and the change of tax treatment. */
function Acts({ bill, onPay, onChange, onVendorFiled }: Props) {
  const { inputTax, recipient, number, date } = bill;
  const { state, claimedIn, twoB } = inputTax;
  const mail = new URLSearchParams({
    subject: `Invoice ${number} is not in our GSTR-2B`,
    body: `Please report invoice ${number} dated ${formatDate(date)} in your GSTR-1 so we can claim its GST.`,
  });
  return (
    <div className="flex wrap gap-8">
      {state === "WAITS" && recipient.email && (
        <LinkButton
          icon="mail"
          label="Ask the vendor to file"
          href={`mailto:${recipient.email}?${`${mail}`.replaceAll("+", "%20")}`}
        />
      )}
      {state === "READY" && (
        <LinkButton label="Open GSTR-3B" href={`/gst?period=${claimedIn}&tab=gstr3b`} />
      )}
      {state === "DIFFERS" && (
        <LinkButton label="Compare" href={`/gst?period=${twoB?.period}&tab=gstr2b`} />
      )}
      {state === "REVERSED" && onPay && <Button needs="enter books" label="Pay" onClick={onPay} />}
      {state === "NOT_FILED" && (
        <Button needs="enter books" label="Vendor has filed" onClick={onVendorFiled} />
      )}
      {onChange && (
        <Button
          needs="enter books"
          look="quiet"
          label={state === "NONE" ? "Change the credit…" : "Do not claim…"}
          onClick={onChange}
        />
      )}
    </div>
  );
}
