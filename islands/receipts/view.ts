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

const narrowingIn = ({ mode, accountId, min, max }: View) =>
  [mode, accountId, min, max].filter(Boolean).length;

/** More is asked for than dates. */
export const isNarrowed = (view: View): boolean => view.q !== "" || narrowingIn(view) > 0;

/** How many filters are set: the period counts as one. */
export function filtersIn(view: View): number {
  return narrowingIn(view) + (view.dateFrom || view.dateTo ? 1 : 0);
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
