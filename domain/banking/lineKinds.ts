import type { Narration } from "./narrations.ts";

// Taxes, charges, interest and returned payments: lines without a party, which match only entries of the
// same kind.

export type LineKind = "tax" | "charge" | "interest" | "return" | "plain";

const REFUND = /\b(refund|charge ?back)\b/i;

export function lineKind(narration: string, { mode, isReversal }: Narration): LineKind {
  if (mode === "TAX") return "tax";
  if (mode === "CHARGE") return "charge";
  if (mode === "INTEREST") return "interest";
  return isReversal || REFUND.test(narration) ? "return" : "plain";
}

const WORDS: Record<Exclude<LineKind, "plain">, RegExp> = {
  tax: /\b(gst|[cs]gst|igst|tds|tcs|tax(es)?|challan|cess|duty)\b/i,
  charge: /\b(charges?|chrgs?|chgs?|fees?|commission|amc|bank)\b/i,
  interest: /\b(interest|int)\b/i,
  return: /\b(refund\w*|return\w*|revers\w*|charge ?back|bounced?|cancel\w*|failed)\b/i,
};

/** Whether an entry's description and category fit the line's kind. */
export const isOfKind = (kind: LineKind, text: string): boolean =>
  kind === "plain" || WORDS[kind].test(text);
