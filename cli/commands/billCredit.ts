import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import { BILL_STATUS_NAMES, type Bill, type BillWithCredit } from "../../domain/purchases/bills.ts";
import { BLOCKED_BY } from "../../domain/purchases/credit.ts";
import { CREDIT_STATE_NAMES } from "../../domain/purchases/creditStates.ts";
import { HEADS } from "../../domain/purchases/inward.ts";
import { parseChoice } from "../choice.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { findBill } from "./bills.ts";

export async function showBill(typed: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { _id } = await findBill(api, typed);
  const bill = await api.json<BillWithCredit>(`/bills/${_id}`, "inputTax");
  await output.result(bill, () => billText(bill));
}

function billText(bill: BillWithCredit): string {
  const { number, vendorId, date, grandTotal, toPay, status } = bill;
  return [
    `${number} of ${oneLine(vendorId.displayName)}, ${formatDate(date)}: ${formatInr(grandTotal)}`,
    `${BILL_STATUS_NAMES[status]}, ${formatInr(toPay)} to pay`,
    ...creditLines(bill),
  ].join("\n");
}

function creditLines({ inputTax }: BillWithCredit): string[] {
  const { state, toClaim, twoB, claimedIn, claimedOn, reversedIn, reclaimedIn } = inputTax;
  if (state === "") return [];
  const heads = HEADS.filter((head) => toClaim[head] !== 0).map(
    (head) => `${head.toUpperCase()} ${formatInr(toClaim[head])}`,
  );
  const { payBy, lastReturn } = inputTax;
  const isOpen = state === "WAITS" || state === "READY" || state === "DIFFERS";
  return [
    `Input credit: ${[CREDIT_STATE_NAMES[state], ...heads].join(", ")}`,
    ...(twoB ? [`In GSTR-2B for ${monthName(twoB.period)}`] : []),
    ...(claimedIn
      ? [`GSTR-3B for ${monthName(claimedIn)}${claimedOn && `, filed ${formatDate(claimedOn)}`}`]
      : []),
    ...(reversedIn ? [`Reversed in GSTR-3B for ${monthName(reversedIn)}`] : []),
    ...(reclaimedIn ? [`Reclaimed in GSTR-3B for ${monthName(reclaimedIn)}`] : []),
    ...(isOpen ? [`Claim it no later than the return for ${monthName(lastReturn)}`] : []),
    ...(payBy ? [`Pay by ${formatDate(payBy)}, or the credit is reversed (Rule 37)`] : []),
  ];
}

export interface CreditOptions extends GlobalOptions {
  block?: boolean;
  claim?: boolean;
  reason?: string;
  lines?: string;
  date?: string;
}

/** Claims or blocks the credit of a bill, or of some of its lines, from a date on. */
export async function changeCredit(typed: string, options: CreditOptions): Promise<void> {
  const { block, claim, lines } = options;
  if (Boolean(block) === Boolean(claim)) {
    throw failUsage("choose whether to claim the credit", "add either --block or --claim");
  }
  const reason = parseChoice("--reason", options.reason, BLOCKED_BY);
  const body = {
    itc: block ? "BLOCKED" : "ELIGIBLE",
    ...(block && reason && { blockedBy: reason }),
    ...(lines !== undefined && { lines: readLines(lines) }),
    ...(options.date && { date: readDay("--date", options.date) }),
  };
  const { api, output } = open(options);
  const { _id, number } = await findBill(api, typed);
  const bill = await api.json<Bill>(`/bills/${_id}/credit`, "_id", post(body));
  const from = formatDate(bill.creditChangedOn);
  const what = block ? "is not claimed" : "is claimed";
  await output.result(bill, () => `Input credit of ${number} ${what}, from ${from}`);
}

function readLines(text: string): number[] {
  const numbers = text.split(",").map(Number);
  if (numbers.every((n) => Number.isInteger(n) && n > 0)) return numbers;
  throw failUsage(`--lines ${text} is not a list of lines`, "write 1,3");
}

const post = (body: object) => ({
  method: "POST" as const,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

/** Cancels a bill; its payments become an advance to the vendor. */
export async function cancelBill(
  typed: string,
  options: GlobalOptions & { date?: string },
): Promise<void> {
  const date = options.date && readDay("--date", options.date);
  const { api, output } = open(options);
  const { _id, number, status } = await findBill(api, typed);
  if (status === "DRAFT") {
    throw new Failure(EXIT.refused, `${number} is a draft`, "discard it on its page");
  }
  const call = post(date ? { date } : {});
  const bill = await api.json<Bill>(`/bills/${_id}/cancel`, "_id", call);
  const held = bill.balance > 0 ? `; ${formatInr(bill.balance)} is an advance to the vendor` : "";
  await output.result(bill, () => `Cancelled ${number}${held}`);
}
