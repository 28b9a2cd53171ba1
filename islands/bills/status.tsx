import { today } from "../../domain/dates.ts";
import type { BillKind, BillRow, BillStatus } from "../../domain/purchases/bills.ts";

export const KIND_NAMES: Record<BillKind, string> = {
  BILL: "Bill",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  SELF_INVOICE: "Self-invoice",
};

const STATUSES: Record<BillStatus, [label: string, className: string]> = {
  DRAFT: ["Draft", "dot"],
  OPEN: ["To pay", "pill-info dot"],
  PARTIALLY_PAID: ["Partly paid", "pill-warn dot"],
  PAID: ["Paid", "pill-pos dot"],
  CANCELLED: ["Cancelled", "pill-line dot"],
};

type Judged = Pick<BillRow, "balance" | "dueDate" | "kind" | "onHold" | "status">;

const isOpen = ({ status }: Judged) => status === "OPEN" || status === "PARTIALLY_PAID";

/** Whether something is to be paid of it: of what is on hold nothing is. */
export const mayBePaid = (bill: Judged): boolean =>
  isOpen(bill) && bill.kind !== "CREDIT_NOTE" && !bill.onHold && bill.balance > 0;

export const isLate = (bill: Judged): boolean => mayBePaid(bill) && bill.dueDate < today();

/** The status; or that it is overdue, on hold, or what a credit note is. */
export function BillPill({ bill }: { bill: Judged }) {
  const [label, className] = pillOf(bill);
  return <span className={`pill ${className}`}>{label}</span>;
}

function pillOf(bill: Judged): [label: string, className: string] {
  if (isOpen(bill) && bill.onHold) return ["On hold", "pill-line dot"];
  if (isLate(bill)) return ["Overdue", "pill-neg dot"];
  if (bill.kind !== "CREDIT_NOTE") return STATUSES[bill.status];
  if (bill.status === "OPEN") return ["Credit held", "pill-info dot"];
  return bill.status === "PAID" ? ["Used", "pill-pos dot"] : STATUSES[bill.status];
}
