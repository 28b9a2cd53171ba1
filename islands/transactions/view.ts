import { daysOf } from "../../domain/dates.ts";
import { type ListView, without } from "../ui/listView.ts";

/** What the list is narrowed by, beside its dates. */
export const FILTERS = ["q", "type", "accountId", "categoryId", "minAmount", "maxAmount"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

/** How many filters are set; this month is what the screen shows by itself. */
export function filtersIn(view: View): number {
  const narrowing = FILTERS.filter((name) => name !== "q" && view[name]).length;
  return narrowing + (view.preset === "thisMonth" ? 0 : 1);
}

/** Nothing but dates is asked for. */
export const isUnfiltered = (view: View): boolean => FILTERS.every((name) => !view[name]);

/** Taken away by Clear All Filters; `preset=custom` without dates is every date. */
export const NO_FILTERS = without(FILTERS, "custom");

/** Whether the dates of a list are read without their year: all of them are of the present one. */
export function isOneYear({ dateFrom, dateTo }: Pick<View, "dateFrom" | "dateTo">): boolean {
  if (!dateFrom || !dateTo) return false;
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) && daysOf({ dateFrom, dateTo }) <= 366;
}
