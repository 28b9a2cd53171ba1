import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { limitSchema, money, page, requiredText, strictObject } from "../fields.ts";
import { formatPaise, type Paise, type Rupees } from "../money.ts";
import type { ChangedBy } from "./locks.ts";

// Four eyes: what staff would pay above the agency's limit waits until an owner has approved it, and is in no
// figure before.

export const APPROVAL_STATES = ["waiting", "approved", "refused", "withdrawn"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What can wait, by the entity that comes of it; a payment is that of a bill. */
export const APPROVAL_KINDS = ["Expense", "Transfer", "Payment", "Deposit"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Something that was asked for, and what became of it. */
export interface Approval {
  _id: string;
  kind: ApprovalKind;
  state: ApprovalState;
  /** The day that it is booked on, whenever it is approved. */
  date: CalendarDate;
  amount: Rupees;
  description: string;
  /** Names as they were when it was asked for: the account that pays, and what it pays. */
  from: string;
  to: string;
  billId: string | null;
  asked: ChangedBy;
  decided: ChangedBy | null;
  /** Why it was refused; "" where it was not. */
  reason: string;
  /** The transaction that was booked; null before. */
  transactionId: string | null;
}

/** The answer to a write that waits, in the place of what it would have made. */
export interface Waiting {
  waiting: Approval;
}

export const isWaiting = (answer: object): answer is Waiting => "waiting" in answer;

/** Rupees above which a payment by staff waits; null for none. */
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

/** What a form says before it is saved. */
export const describeWait = (limit: Paise): string =>
  `Above ${formatPaise(limit)}: this waits until an owner approves it.`;

/** What is said where something above the limit cannot wait: `helper` is an owner. */
export const describeAboveLimit = (limit: Paise, helper: string): string =>
  `This is above ${formatPaise(limit)}, which only an owner can enter. Ask ${helper}.`;

/** What is said once it waits. */
export const WAITS = "Waiting for an owner’s approval";
