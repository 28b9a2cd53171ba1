import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import type { Bill, BillWithCredit } from "../../domain/purchases/bills.ts";
import { BLOCKED_BY } from "../../domain/purchases/credit.ts";
import { CREDIT_STATE_NAMES } from "../../domain/purchases/creditStates.ts";
import { HEADS } from "../../domain/purchases/inward.ts";
import { sendJson } from "../api.ts";
import { parseChoice } from "../choice.ts";
import { failUsage } from "../failure.ts";
import { findDocument } from "../find.ts";
import { type GlobalOptions, open } from "../open.ts";
import { readDay } from "../range.ts";

/** Returns the lines about the input credit of a bill. */
export function creditLines(bill: Bill): string[] {
  const { inputTax } = bill as BillWithCredit;
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
  const { _id, number } = await findDocument(api, "bill", typed);
  const bill = await api.json<Bill>(`/bills/${_id}/credit`, "_id", sendJson("POST", body));
  const from = formatDate(bill.creditChangedOn);
  const what = block ? "is not claimed" : "is claimed";
  await output.result(bill, () => `Input credit of ${number} ${what}, from ${from}`);
}

function readLines(text: string): number[] {
  const numbers = text.split(",").map(Number);
  if (numbers.every((n) => Number.isInteger(n) && n > 0)) return numbers;
  throw failUsage(`--lines ${text} is not a list of lines`, "write 1,3");
}
