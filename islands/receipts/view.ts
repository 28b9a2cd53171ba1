import { presetOf } from "../parts/periodView.ts";

/** What the receipts screen shows, as its address says it (specification, section 2). */
export interface View {
  page: number;
  limit: number;
  q: string;
  mode: string;
  accountId: string;
  dateFrom: string;
  dateTo: string;
  min: string;
  max: string;
  /** "custom" where none is chosen. */
  preset: string;
}

export function viewOf(search: string): View {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  const dates = { dateFrom: text("dateFrom"), dateTo: text("dateTo") };
  return {
    page: Number(params.get("page")) || 1,
    limit: Number(params.get("limit")) || 10,
    q: text("q"),
    mode: text("mode"),
    accountId: text("accountId"),
    min: text("min"),
    max: text("max"),
    ...dates,
    preset: presetOf(text("preset"), dates),
  };
}

/** How many filters are set: the period counts as one. */
export function filtersIn(view: View): number {
  const narrowing = [view.mode, view.accountId, view.min, view.max].filter(Boolean).length;
  return narrowing + (view.dateFrom || view.dateTo ? 1 : 0);
}

/** Page 1, ten rows, every date. `preset=custom` without dates keeps a reload from choosing this month. */
export const NO_FILTERS = {
  q: "",
  mode: "",
  accountId: "",
  min: "",
  max: "",
  dateFrom: "",
  dateTo: "",
  limit: "",
  preset: "custom",
};
