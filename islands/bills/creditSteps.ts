import { formatDate, formatWeekday } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import type { BillWithCredit } from "../../domain/purchases/bills.ts";
import type { BillCredit } from "../../domain/purchases/creditStates.ts";

export interface Step {
  name: string;
  note: string;
  look: "" | "is-done" | "is-failed";
}

/** Returns the steps of a bill's credit, from its entry to the payment that keeps it. */
export function listCreditSteps(bill: BillWithCredit): Step[] {
  const { inputTax, createdAt, createdBy, kind, reverseCharge } = bill;
  const { state } = inputTax;
  if (state === "NONE" || state === "") return [];
  const entered: Step = {
    name: "Entered",
    note: `${formatDate(createdAt.slice(0, 10))}, by ${createdBy.fullName}`,
    look: "is-done",
  };
  if (reverseCharge && !bill.earlier) return [entered, claimStep(inputTax)];
  if (state === "TOO_LATE") return [entered, matchStep(inputTax)];
  const last = kind === "CREDIT_NOTE" ? [] : [lastStep(inputTax)];
  return [entered, matchStep(inputTax), claimStep(inputTax), ...last];
}

function matchStep({ state, twoB, publishedOn, lastReturn }: BillCredit): Step {
  if (state === "TOO_LATE") {
    const note = `by the return for ${monthName(lastReturn)}`;
    return { name: twoB ? "Too late in GSTR-2B" : "Not in GSTR-2B", note, look: "is-failed" };
  }
  if (state === "WAITS") {
    const note = `next published ${formatWeekday(publishedOn)}`;
    return { name: "Waiting for GSTR-2B", note, look: "" };
  }
  const note = twoB ? `for ${monthName(twoB.period)}` : BEFORE;
  return state === "DIFFERS"
    ? { name: "GSTR-2B differs", note, look: "is-failed" }
    : { name: "In GSTR-2B", note, look: "is-done" };
}

const BEFORE = "before the books began";

function claimStep({ state, claimedIn, claimedOn }: BillCredit): Step {
  if (state === "WAITS") {
    return { name: "Claim in GSTR-3B", note: "for the month it appears in GSTR-2B", look: "" };
  }
  const isClaimed = claimedOn !== "" || (state !== "READY" && state !== "DIFFERS");
  const filed = claimedOn && `, filed ${formatDate(claimedOn)}`;
  const note = claimedIn ? `for ${monthName(claimedIn)}${filed}` : BEFORE;
  return isClaimed
    ? { name: "Claimed in GSTR-3B", note, look: "is-done" }
    : { name: "Claim in GSTR-3B", note, look: "" };
}

/** Returns the step that keeps the credit, or reverses it. */
function lastStep({ state, payBy, reversedIn, reclaimedIn }: BillCredit): Step {
  const back = `reversed in GSTR-3B for ${monthName(reversedIn)}`;
  if (state === "NOT_FILED") return { name: "Vendor did not file", note: back, look: "is-failed" };
  if (state === "REVERSED") return { name: "Not paid in 180 days", note: back, look: "is-failed" };
  if (state === "RECLAIMED") {
    const note = `in GSTR-3B for ${monthName(reclaimedIn)}`;
    return { name: "Reclaimed", note, look: "is-done" };
  }
  if (!payBy) return { name: "Vendor paid", note: "you keep the credit", look: "is-done" };
  const note = `by ${formatDate(payBy)}, or reverse the credit (Rule 37)`;
  return { name: "Pay the vendor", note, look: "" };
}
