import { formatDate } from "../../domain/dates.ts";
import { type RupeeSum, toChartNumber } from "../../domain/money.ts";
import { compactInr } from "./Plot.tsx";

/** Formats `7 Dec`. */
export const shortDay = (date: string): string => formatDate(date).replace(/ \d{4}$/, "");

/** Formats an amount for a narrow place, with its sign: `+₹1.21L`. */
export const compactNet = (net: RupeeSum): string =>
  `${net > 0 ? "+" : ""}${compactInr(toChartNumber(net))}`;
