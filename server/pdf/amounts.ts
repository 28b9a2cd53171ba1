import { formatInr, groupIndian, type RupeeSum } from "../../domain/money.ts";
import { INK } from "./ink.ts";

/** Formats rupees with a true minus sign, which is as wide as a digit. */
export const inr = (rupees: RupeeSum): string => formatInr(rupees).replace("-", "−");

export const balanceColor = (rupees: RupeeSum) => (rupees < 0 ? INK.negative : INK.text);

/** Formats a decimal for tables: Indian digit groups, no currency sign. */
export function groupDigits(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  return fraction === undefined ? groupIndian(whole) : `${groupIndian(whole)}.${fraction}`;
}
