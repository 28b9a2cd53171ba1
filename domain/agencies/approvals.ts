import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { limitSchema, money, page, requiredText, strictObject } from "../fields.ts";
import { formatPaise, type Paise, type Rupees } from "../money.ts";
import type { ChangedBy } from "./locks.ts";

// Approvals: a payment by staff above the agency's limit counts nowhere until an owner approves it.

export const APPROVAL_STATES = ["waiting", "approved", "refused", "withdrawn"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Kinds of records that can wait. A Payment pays a bill. */
export const APPROVAL_KINDS = ["Expense", "Transfer", "Payment", "Deposit"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** A request for approval, and its outcome. */
export interface Approval {
  _id: string;
  kind: ApprovalKind;
  state: ApprovalState;
  /** The booking date, regardless of the date of approval. */
  date: CalendarDate;
  amount: Rupees;
  description: string;
  /** Names at the time of the request: the account that pays, and what it pays. */
  from: string;
  to: string;
  billId: string | null;
  asked: ChangedBy;
  decided: ChangedBy | null;
  /** Why it was refused, or "". */
  reason: string;
  /** The booked transaction; null until it is approved. */
  transactionId: string | null;
}

/** The response to a write that waits, instead of the new record. */
export interface Waiting {
  waiting: Approval;
}

export const isWaiting = (answer: object): answer is Waiting => "waiting" in answer;

/** Rupees above which payments by staff wait. Null if there is no limit. */
export interface ApprovalLimit {
  limit: Rupees | null;
}

const limit = v.pipe(
  money("Limit"),
  v.check((paise) => paise > 0, "Limit must be greater than 0"),
);

export const NewApprovalLimit = strictObject({ limit: v.nullable(limit) });
export type NewApprovalLimit = v.InferOutput<typeof NewApprovalLimit>;

export const ApprovalQuery = strictObject({
  state: v.optional(
    v.picklist(APPROVAL_STATES, "State must be waiting, approved, refused or withdrawn"),
  ),
  page,
  limit: limitSchema(20),
});
export type ApprovalQuery = v.InferOutput<typeof ApprovalQuery>;

export const Refusing = strictObject({ reason: requiredText("Reason") });

/** Returns the warning that a form shows before it is saved. */
export const describeWait = (limit: Paise): string =>
  `Above ${formatPaise(limit)}: this waits until an owner approves it.`;

/**
 * Returns the error for an amount above the limit that cannot wait.
 * @param helper an owner
 */
export const describeAboveLimit = (limit: Paise, helper: string): string =>
  `This is above ${formatPaise(limit)}, which only an owner can enter. Ask ${helper}.`;

export const WAITS = "Waiting for an owner’s approval";
