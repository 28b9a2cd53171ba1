import { today } from "../../domain/dates.ts";
import {
  BILL_STATUS_NAMES,
  type BillRow,
  type BillStatus,
  computeRestToPay,
} from "../../domain/purchases/bills.ts";

const LOOKS: Record<BillStatus, string> = {
  DRAFT: "dot",
  OPEN: "pill-info dot",
  PARTIALLY_PAID: "pill-warn dot",
  PAID: "pill-pos dot",
  CANCELLED: "pill-line dot",
};

type Judged = Pick<BillRow, "approval" | "balance" | "dueDate" | "kind" | "onHold" | "status">;

const isOpen = ({ status }: Judged) => status === "OPEN" || status === "PARTIALLY_PAID";

/** Returns whether an amount is due. Nothing is due on a bill on hold. */
export const mayBePaid = (bill: Judged): boolean =>
  isOpen(bill) && bill.kind !== "CREDIT_NOTE" && !bill.onHold && bill.balance > 0;

/**
 * Returns whether a payment can be entered now, that is, whether payments awaiting approval leave a
 * balance.
 */
export const mayBePaidNow = (bill: Judged & Pick<BillRow, "toPay">): boolean =>
  mayBePaid(bill) && (!bill.approval || computeRestToPay(bill) > 0);

export const isLate = (bill: Judged): boolean => mayBePaid(bill) && bill.dueDate < today();

/** The status: overdue, on hold, awaiting approval, or the state of a credit note. */
export function BillPill({ bill }: { bill: Judged }) {
  const [label, className] = toPill(bill);
  return <span className={`pill ${className}`}>{label}</span>;
}

function toPill(bill: Judged): [label: string, className: string] {
  if (isOpen(bill) && bill.onHold) return ["On hold", "pill-line dot"];
  if (isOpen(bill) && bill.approval) return ["Awaiting approval", "pill-warn dot"];
  if (isLate(bill)) return ["Overdue", "pill-neg dot"];
  const plain: [string, string] = [BILL_STATUS_NAMES[bill.status], LOOKS[bill.status]];
  if (bill.kind !== "CREDIT_NOTE") return plain;
  if (bill.status === "OPEN") return ["Credit held", "pill-info dot"];
  return bill.status === "PAID" ? ["Used", "pill-pos dot"] : plain;
}

/** Returns whether its payments are now an advance to the vendor. */
export const isAdvance = ({ kind, status }: Pick<BillRow, "kind" | "status">): boolean =>
  kind !== "CREDIT_NOTE" && status === "CANCELLED";
