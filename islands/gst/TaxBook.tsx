import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import {
  type EarlierPayment,
  type TaxBookBegun,
  TaxBookStart,
  type TaxBookState,
} from "../../domain/taxbook/start.ts";
import { send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { type Named, SelectField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Figure } from "./words.tsx";

/** Offers the tax book to an agency that used bahi before it existed. */
export function TaxBook({ onChanged }: { onChanged(): void }) {
  const { data, reload } = useFetch<TaxBookState>("/api/gst/tax-book", () => undefined);
  const [isOpen, setOpen] = useState(false);
  if (!data?.choice) return null;
  const { hasBegun, startsOn, choice } = data;
  return (
    <section className="panel" aria-labelledby="tax-book">
      <div className="panel-head">
        <h2 id="tax-book">Tax ledgers</h2>
        <Button
          needs="begin the tax book"
          look="link"
          label={hasBegun ? "Change the first day" : "Begin the tax book"}
          onClick={() => setOpen(true)}
        />
      </div>
      <p className="aside-note">
        {hasBegun
          ? `The tax ledgers follow the returns from ${formatDate(startsOn)}.`
          : "The tax ledgers still follow document dates. Once the tax book begins, they " +
            "follow the returns, and bahi explains each difference."}
      </p>
      {isOpen && (
        <BeginTaxBook
          choice={choice}
          onBegun={() => {
            reload();
            onChanged();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

interface Props {
  choice: NonNullable<TaxBookState["choice"]>;
  onBegun(): void;
  onClose(): void;
}

const HEADS = ["igst", "cgst", "sgst"] as const;
const BALANCES = { credit: "Credit", cash: "Cash", negative: "Tax below zero" } as const;
const EACH = Object.keys(BALANCES) as (keyof typeof BALANCES)[];

const NONE = { igst: "0.00", cgst: "0.00", sgst: "0.00" };
type Heads = typeof NONE;
interface Values extends Record<keyof typeof BALANCES, Heads> {
  startsOn: string;
  takesEarlier: boolean;
}

const readHeads = ({ igst, cgst, sgst }: Heads) => ({
  igst: readRupees(igst) ?? 0,
  cgst: readRupees(cgst) ?? 0,
  sgst: readRupees(sgst) ?? 0,
});
const toBody = ({ credit, cash, negative, ...rest }: Values) => ({
  ...rest,
  credit: readHeads(credit),
  cash: readHeads(cash),
  negative: readHeads(negative),
});

/** Previews the moved amounts. The form can be saved once the preview is shown. */
function BeginTaxBook({ choice, onBegun, onClose }: Props) {
  const [preview, setPreview] = useState<TaxBookBegun & { of: string }>();
  const isShown = (values: Values) => preview?.of === JSON.stringify(toBody(values));
  const form = useAppForm({
    needs: "begin the tax book",
    values: {
      startsOn: choice.days[0] ?? "",
      takesEarlier: false,
      credit: NONE,
      cash: NONE,
      negative: NONE,
    } as Values,
    schema: TaxBookStart,
    read: toBody,
    save: (body: object, key) => {
      const dryRun = JSON.stringify(body) !== preview?.of;
      return send("POST", "/api/gst/tax-book", { ...body, dryRun }, key);
    },
    onSaved: (begun: TaxBookBegun, values) => {
      if (begun.isDryRun) {
        setPreview({ ...begun, of: JSON.stringify(toBody(values)) });
        return;
      }
      onBegun();
      showToast("success", `The tax book begins on ${formatDate(begun.startsOn)}`);
      onClose();
    },
    otherwise: "Failed to begin the tax book",
  });
  const days = choice.days.map((day): Named => [day, formatDate(day)]);
  return (
    <FormDialog
      title="Begin the tax book"
      verb={isShown(form.values) ? "Begin the tax book" : "Preview changes"}
      wide
      form={form}
      onClose={onClose}
    >
      <SelectField
        label="First day"
        required
        options={days}
        help={`No earlier day: ${choice.reason}`}
        field={form.field("startsOn")}
      />
      <p className="small muted">The portal’s balances at the start of that day:</p>
      {EACH.map((balance) => (
        <div className="grid-3" key={balance}>
          {HEADS.map((head) => (
            <AmountField
              key={head}
              label={`${BALANCES[balance]}, ${head.toUpperCase()}`}
              field={form.field(`${balance}.${head}`)}
            />
          ))}
        </div>
      ))}
      <Checkbox
        name="takesEarlier"
        label="Report payments made before their invoices as advances in the first return"
        isOn={form.values.takesEarlier}
        onChange={(isOn) => form.change("takesEarlier", isOn)}
      />
      {preview && isShown(form.values) && <Preview {...preview} />}
    </FormDialog>
  );
}

function Preview({ ledgers, earlierPayments, assumedClaimed }: TaxBookBegun) {
  const moved = ledgers.filter(({ difference }) => Number(difference) !== 0);
  return (
    <>
      <p className="small muted">
        {moved.length > 0
          ? "Ledgers that change in today’s trial balance (debit positive)"
          : "No ledger changes"}
      </p>
      <table className="tbl gst to-list">
        <caption className="sr-only">Ledgers that change</caption>
        <thead>
          <tr>
            <th scope="col">Ledger</th>
            {["Before", "After", "Difference"].map((name) => (
              <th scope="col" className={name === "Difference" ? "r" : "r drop"} key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moved.map(({ ledger, name, before, after, difference }) => (
            <tr key={ledger}>
              <th scope="row" className="name">
                {name}
              </th>
              {[before, after].map((amount, n) => (
                <td className="r drop" key={n}>
                  <Figure amount={Number(amount)} />
                </td>
              ))}
              <td className="r">
                <Figure amount={Number(difference)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {earlierPayments.length > 0 && <Earlier payments={earlierPayments} />}
      {assumedClaimed.length > 0 && (
        <p className="small muted">
          {`The credit of bills dated in ${assumedClaimed.map(monthName).join(", ")} counts as claimed. ` +
            "If a return has not claimed it, load that month’s GSTR-2B first."}
        </p>
      )}
    </>
  );
}

const Earlier = ({ payments }: { payments: EarlierPayment[] }) => (
  <>
    <p className="small muted">Payments before the first day for later documents:</p>
    <ul className="what">
      {payments.map(({ document, number, paidOn, amount, period, isFiled }) => (
        <li key={`${document} ${paidOn}`}>
          {`${formatInr(amount)} on ${formatDate(paidOn)} for ${number}: ${monthName(period)}, `}
          {isFiled ? "filed" : "not filed"}
        </li>
      ))}
    </ul>
  </>
);
