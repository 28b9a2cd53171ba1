import { daysOf, type Preset } from "../../domain/dates.ts";
import { presetOf } from "../parts/periodView.ts";

/** What the transactions screen shows, as its address says it (specification, section 2). */
export interface View {
  page: number;
  limit: number;
  q: string;
  type: string;
  accountId: string;
  categoryId: string;
  dateFrom: string;
  dateTo: string;
  minAmount: string;
  maxAmount: string;
  preset: Preset | "custom";
}

const NARROWING = ["q", "type", "accountId", "categoryId", "minAmount", "maxAmount"] as const;

export function viewOf(search: string): View {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  const dates = { dateFrom: text("dateFrom"), dateTo: text("dateTo") };
  return {
    page: Number(params.get("page")) || 1,
    limit: Number(params.get("limit")) || 10,
    q: text("q"),
    type: text("type"),
    accountId: text("accountId"),
    categoryId: text("categoryId"),
    minAmount: text("minAmount"),
    maxAmount: text("maxAmount"),
    ...dates,
    preset: presetOf(text("preset"), dates),
  };
}

/** How many filters are set; this month is what the screen shows by itself. */
export function filtersIn(view: View): number {
  const narrowing = NARROWING.filter((name) => name !== "q" && view[name]).length;
  return narrowing + (view.preset === "thisMonth" ? 0 : 1);
}

/** Nothing but dates is asked for. */
export const isUnfiltered = (view: View): boolean => NARROWING.every((name) => !view[name]);

/** Taken away by Clear All Filters; `preset=custom` without dates is every date. */
export const NO_FILTERS = {
  q: "",
  type: "",
  accountId: "",
  categoryId: "",
  minAmount: "",
  maxAmount: "",
  dateFrom: "",
  dateTo: "",
  preset: "custom",
};

/** Whether the dates of a list are read without their year: all of them are of the present one. */
export function isOneYear({ dateFrom, dateTo }: Pick<View, "dateFrom" | "dateTo">): boolean {
  if (!dateFrom || !dateTo) return false;
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) && daysOf({ dateFrom, dateTo }) <= 366;
}
