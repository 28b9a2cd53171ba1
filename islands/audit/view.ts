import { type ListView, without } from "../ui/listView.ts";

/** What the log is narrowed by, beside its dates. */
export const FILTERS = ["entity", "action"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

export const NO_FILTERS = without(FILTERS);

/** The filters that are set as a query string, without page or limit; "" for none. */
export function filterOf({ entity, action, dateFrom, dateTo }: View): string {
  const all = { entity, action, dateFrom, dateTo };
  const set = Object.entries(all).filter(([, value]) => value);
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}

/** `InvoiceSettings` → Invoice settings */
export const entityName = (entity: string): string =>
  entity.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
