import {
  type ApprovalLimit,
  describeWait,
  isWaiting,
  WAITS,
  type Waiting,
} from "../../domain/agencies/approvals.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { NOW_WAITS } from "../browser/pageEvents.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";

/** Reports that the payment was entered, or that it waits for an owner's approval. */
export function toastBooked(answer: object, text: string): void {
  if (!isWaiting(answer)) showToast("success", text);
  else toastWaiting(WAITS);
}

/** Reports a payment that waits for approval, with a link to it. */
export function toastWaiting(text: string): void {
  showToast("info", text, { label: "Show", run: goTo("/approvals") });
  NOW_WAITS.send();
}

export type { Waiting };

/**
 * Returns a function for a form's note on an amount that will need approval. It returns nothing for users
 * who may approve.
 */
export function useWillWait(): (amount: Paise | undefined) => string | undefined {
  const isAsked = typeof localStorage !== "undefined" && !can("approve payments");
  const { data } = useFetch<ApprovalLimit>(isAsked ? "/api/approvals/limit" : null);
  const limit = data?.limit == null ? undefined : toPaise(data.limit);
  return (amount) =>
    limit !== undefined && amount !== undefined && amount > limit ? describeWait(limit) : undefined;
}
