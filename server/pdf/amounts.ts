import { formatInr, groupIndian, type RupeeSum } from "../../domain/money.ts";

/** With a true minus, which is as wide as the digits. */
export const inr = (rupees: RupeeSum): string => formatInr(rupees).replace("-", "−");

/** A decimal as tables write it: Indian groups, no sign of the currency. */
export function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  return fraction === undefined ? groupIndian(whole) : `${groupIndian(whole)}.${fraction}`;
}
