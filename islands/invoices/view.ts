import { type ListView, without } from "../ui/listView.ts";

/**
 * What the list is narrowed by, beside its dates. `status` is one of theirs, or OVERDUE. No dates is every
 * date: what is owed is owed since whenever.
 */
export const FILTERS = ["q", "status", "clientId"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

/** How many filters are set: the period counts as one. */
export function filtersIn({ status, clientId, dateFrom, dateTo }: View): number {
  return [status, clientId, dateFrom || dateTo].filter(Boolean).length;
}

export const isNarrowed = (view: View): boolean => view.q !== "" || filtersIn(view) > 0;

/** Page 1, every invoice. */
export const NO_FILTERS = without(FILTERS);
