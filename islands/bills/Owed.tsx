import type { Bill } from "../../domain/purchases/bills.ts";
import { Money, Sum } from "../ui/Money.tsx";
import { isAdvance } from "./status.tsx";

/** The amount to pay, and how the rest was settled. */
export function Owed({ bill }: { bill: Bill }) {
  const { kind, status, grandTotal, paid, tds, tdsKept, creditApplied, balance, toPay } = bill;
  const { approval } = bill;
  const isCredit = kind === "CREDIT_NOTE";
  const none = status === "CANCELLED" || status === "DRAFT";
  return (
    <section className="card" aria-labelledby="to-pay">
      <h2 className="soft small" id="to-pay">
        {isCredit ? "Credit held" : isAdvance(bill) ? "Advance held" : "To pay"}
      </h2>
      <div className="due">
        <Money amount={isAdvance(bill) ? balance : none ? 0 : isCredit ? balance : toPay} big />
      </div>
      <dl className="sums mt-16">
        {!isCredit && <Sum name="Paid" amount={paid} />}
        {approval && <Sum name="Awaiting approval" amount={approval.amount} />}
        {tds > 0 && <Sum name="TDS deducted" amount={tdsKept} />}
        {tds > tdsKept && <Sum name="TDS to deduct" amount={tds - tdsKept} />}
        {creditApplied > 0 && <Sum name="Credit applied" amount={creditApplied} />}
        <Sum name="Total" amount={grandTotal} className="rule" />
      </dl>
      {approval && (
        <p className="soft small mt-16">
          <a href="/approvals">See the request</a>
        </p>
      )}
    </section>
  );
}
