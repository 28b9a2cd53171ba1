import { formatInr, groupIndian, type RupeeSum } from "../../domain/money.ts";
import { INK } from "./ink.ts";

/** With a true minus, which is as wide as the digits. */
export const inr = (rupees: RupeeSum): string => formatInr(rupees).replace("-", "−");

export const balanceColor = (rupees: RupeeSum) => (rupees < 0 ? INK.negative : INK.text);

/** A decimal as tables write it: Indian groups, no sign of the currency. */
export function groupDigits(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  return fraction === undefined ? groupIndian(whole) : `${groupIndian(whole)}.${fraction}`;
}
