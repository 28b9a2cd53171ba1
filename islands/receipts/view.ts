import { type ListView, without } from "../ui/listView.ts";

/** What the list is narrowed by, beside its dates. */
export const FILTERS = ["q", "mode", "accountId", "min", "max"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

const narrowingIn = ({ mode, accountId, min, max }: View) =>
  [mode, accountId, min, max].filter(Boolean).length;

/** More is asked for than dates. */
export const isNarrowed = (view: View): boolean => view.q !== "" || narrowingIn(view) > 0;

/** How many filters are set: the period counts as one. */
export function filtersIn(view: View): number {
  return narrowingIn(view) + (view.dateFrom || view.dateTo ? 1 : 0);
}

/** Page 1, every date. `preset=custom` without dates keeps a reload from choosing this month. */
export const NO_FILTERS = without(FILTERS, "custom");
