import {
  type ApprovalLimit,
  describeWait,
  isWaiting,
  WAITS,
  type Waiting,
} from "../../domain/agencies/approvals.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { can } from "../browser/session.ts";
import { NOW_WAITS, showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";

/** Says that what was sent is booked, or that it waits for an owner. */
export function toastBooked(answer: object, text: string): void {
  if (!isWaiting(answer)) showToast("success", text);
  else toastWaiting(WAITS);
}

/** Says what waits, with the way there. */
export function toastWaiting(text: string): void {
  showToast("info", text, { label: "Show", run: goTo("/approvals") });
  dispatchEvent(new Event(NOW_WAITS));
}

export type { Waiting };

/** What a form says of an amount that will wait; nothing to those who may approve it themselves. */
export function useWillWait(): (amount: Paise | undefined) => string | undefined {
  const isAsked = typeof localStorage !== "undefined" && !can("approve payments");
  const { data } = useFetch<ApprovalLimit>(isAsked ? "/api/approvals/limit" : null);
  const limit = data?.limit == null ? undefined : toPaise(data.limit);
  return (amount) =>
    limit !== undefined && amount !== undefined && amount > limit ? describeWait(limit) : undefined;
}
