import type { Preset } from "../../domain/dates.ts";
import { presetOf } from "../parts/periodView.ts";

/** What the invoices screen shows, as its address says it (specification, section 2). */
export interface View {
  page: number;
  limit: number;
  q: string;
  /** One of theirs, or OVERDUE. */
  status: string;
  clientId: string;
  /** No dates is every date: what is owed is owed since whenever. */
  dateFrom: string;
  dateTo: string;
  preset: Preset | "custom";
}

export function viewOf(search: string): View {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  const dates = { dateFrom: text("dateFrom"), dateTo: text("dateTo") };
  return {
    page: Number(params.get("page")) || 1,
    limit: Number(params.get("limit")) || 10,
    q: text("q"),
    status: text("status"),
    clientId: text("clientId"),
    ...dates,
    preset: presetOf(text("preset"), dates),
  };
}

/** How many filters are set: the period counts as one. */
export function filtersIn({ status, clientId, dateFrom, dateTo }: View): number {
  return [status, clientId, dateFrom || dateTo].filter(Boolean).length;
}

export const isNarrowed = (view: View): boolean => view.q !== "" || filtersIn(view) > 0;

/** Page 1, ten rows, every invoice. */
export const NO_FILTERS = {
  q: "",
  status: "",
  clientId: "",
  dateFrom: "",
  dateTo: "",
  preset: "",
  limit: "",
};
