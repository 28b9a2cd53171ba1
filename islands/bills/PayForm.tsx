import { useRef } from "react";
import { isWaiting } from "../../domain/agencies/approvals.ts";
import { pluralize } from "../../domain/counts.ts";
import { today } from "../../domain/dates.ts";
import {
  isBeforeInvoice,
  NewBillPayment,
  PAYMENT_MODES,
  vendorAdvanceMeaning,
} from "../../domain/documents/payments.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr, type Paise, type Rupees, toPaise } from "../../domain/money.ts";
import { type BillRow, computeRestToPay } from "../../domain/purchases/bills.ts";
import { Failure, failureText, send } from "../browser/api.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { toastBooked, toastWaiting, useWillWait, type Waiting } from "../ui/waiting.ts";

type Payable = Pick<
  BillRow,
  "_id" | "approval" | "balance" | "date" | "number" | "toPay" | "vendorId"
>;

interface Props {
  bills: Payable[];
  accounts: Account[];
  /** Called after a payment, or if the data shown was out of date. */
  onChanged(): void;
  onClose(): void;
}

const rupeesText = (rupees: Rupees) => amountText((toPaise(rupees) ?? 0) as Paise);

/** Returns the TDS that is still to be deducted. */
const tdsLeft = ({ balance, toPay }: Payable): Rupees => addUp([balance, -toPay]) as Rupees;

/** Pays a bill in full or in part; or several in full, with one payment each. */
export function PayForm(props: Props) {
  const { bills, accounts, onClose } = props;
  const form = usePaying(props);
  const { field, values } = form;
  const willWait = useWillWait();
  const [only] = bills.length === 1 ? bills : [];
  const latest =
    bills
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? "";
  const isAdvance = isBeforeInvoice(values.date, latest);
  const title = only ? "Pay Bill" : `Pay ${pluralize(bills.length, "bill")}`;
  return (
    <FormDialog title={title} verb={title} form={form} onClose={onClose}>
      {only ? (
        <>
          <p className="notice">
            {`${only.number}, ${only.vendorId.displayName}, ${formatInr(only.balance)} due`}
          </p>
          <div className="grid-2 keep">
            <AmountField
              label="Amount"
              required
              autoFocus
              noteOf={willWait}
              field={field("amount")}
            />
            <AmountField label="TDS deducted" field={field("tdsAmount")} />
          </div>
        </>
      ) : (
        <ToPay bills={bills} willWait={willWait} />
      )}
      <div className="grid-2 keep">
        <AccountField required accounts={accounts} field={field("accountId")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      {isAdvance && (
        <p className="callout is-tall" role="note">
          <Icon name="triangle-alert" />
          <span>{vendorAdvanceMeaning(latest)}</span>
        </p>
      )}
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <TextField label="Reference" field={field("reference")} />
      </div>
    </FormDialog>
  );
}

/** The amount of each payment, and the total. */
const ToPay = ({ bills, willWait }: { bills: Payable[]; willWait: WillWait }) => (
  <dl className="sums pay-sums mb-16 scroll-y">
    {bills.map((bill) => (
      <div key={bill._id}>
        <dt className="truncate min-0">
          {`${bill.vendorId.displayName}, ${bill.number}`}
          {willWait(toPaise(computeRestToPay(bill))) && (
            <span className="muted"> · needs an owner’s approval</span>
          )}
        </dt>
        <dd>
          <Money amount={computeRestToPay(bill)} />
        </dd>
      </div>
    ))}
    <div className="rule">
      <dt className="min-0">To pay</dt>
      <dd className="strong">
        <Money amount={addUp(bills.map(computeRestToPay))} />
      </dd>
    </div>
  </dl>
);

type WillWait = ReturnType<typeof useWillWait>;

function usePaying({ bills, accounts, onChanged, onClose }: Props) {
  const [only] = bills.length === 1 ? bills : [];
  const paid = useRef(new Set<string>());
  return useAppForm({
    values: {
      amount: only ? rupeesText(computeRestToPay(only)) : "",
      tdsAmount: only && tdsLeft(only) > 0 ? rupeesText(tdsLeft(only)) : "",
      date: today(),
      mode: "Bank Transfer",
      accountId: defaultAccount(accounts),
      reference: "",
    },
    schema: NewBillPayment,
    // Several bills are each paid in full, and the server deducts their TDS.
    read: ({ amount, tdsAmount, ...fields }) =>
      only
        ? { ...fields, amount: readRupees(amount), tdsAmount: readRupees(tdsAmount) ?? 0 }
        : { ...fields, amount: bills[0] && computeRestToPay(bills[0]) },
    save: (body: object, key) =>
      only ? pay(only, body, key) : payAll(bills, body, { key, paid: paid.current }),
    onSaved: (waiting: Waiting[]) => {
      toastPaid(bills.length, waiting);
      onChanged();
      onClose();
    },
    otherwise: "Error adding payment",
    onFailure: onChanged,
  });
}

/** Reports the payments, and how many of them wait for approval. */
function toastPaid(count: number, waiting: Waiting[]): void {
  const [first] = waiting;
  if (count === 1 || !first) {
    toastBooked(
      first ?? {},
      count === 1 ? "Payment added successfully" : `${pluralize(count, "bill")} paid`,
    );
    return;
  }
  const paid = count - waiting.length;
  const wait = pluralize(waiting.length, "needs", "need");
  const prefix = paid === 0 ? "" : `${pluralize(paid, "bill")} paid, `;
  toastWaiting(`${prefix}${wait} an owner’s approval`);
}

/** Returns the payment if it waits for approval. */
async function pay({ _id }: Payable, body: object, key: string): Promise<Waiting[]> {
  const answer = await send<object>("POST", `/api/bills/${_id}/payments`, body, key);
  return isWaiting(answer) ? [answer] : [];
}

/** Pays the bills in turn. Stops at the first error; a retry does not repeat the payments already made. */
async function payAll(
  bills: Payable[],
  body: object,
  { key, paid }: { key: string; paid: Set<string> },
): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const bill of bills.filter(({ _id }) => !paid.has(_id))) {
    try {
      waiting.push(
        ...(await pay(bill, { ...body, amount: computeRestToPay(bill) }, `${key}-${bill._id}`)),
      );
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const before = paid.size > 0 ? `${paid.size} of ${bills.length} were paid. ` : "";
      const why = failureText(failure, "Error adding payment");
      throw new Failure(failure.status, `${before}${bill.number} failed: ${why}`);
    }
    paid.add(bill._id);
  }
  return waiting;
}
