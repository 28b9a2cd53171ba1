import type { Approval } from "../../domain/agencies/approvals.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { moneyText } from "../ui/Money.tsx";

const DONE = { approve: "Approved", withdraw: "Withdrawn" };

/** Approves or withdraws a request and reports it. Returns whether it succeeded. */
export async function decide(
  { _id, description, amount }: Approval,
  verb: keyof typeof DONE,
): Promise<boolean> {
  try {
    await send("POST", `/api/approvals/${_id}/${verb}`);
    showToast("success", `${DONE[verb]}: ${description}, ${moneyText(amount)}`);
    return true;
  } catch (failure) {
    toastError("Operation failed")(failure);
    return false;
  }
}
