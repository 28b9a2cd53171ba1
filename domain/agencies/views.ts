import * as v from "valibot";
import { field, longText, name, strictObject } from "../fields.ts";

// Saved views: a list with its search, filters and sort, under a name. A view is an address.

/** Lists that can have views. */
export const VIEW_PATHS = [
  "/transactions",
  "/receipts",
  "/invoices",
  "/notes",
  "/estimates",
  "/vouchers",
  "/bills",
] as const;

export const viewFields = {
  name: name("Name"),
  path: v.picklist(VIEW_PATHS, "Path must be the page of a list, such as /transactions"),
  /** The query string without its `?`. */
  query: longText("Query"),
  shared: field(v.optional(v.boolean("Shared must be true or false"), false), {
    label: "Shared with the team",
  }),
};

export const NewView = strictObject(viewFields);
export type NewView = v.InferOutput<typeof NewView>;

export interface View extends NewView {
  _id: string;
  /** Whether the user created it. Other views are shared. */
  isOwn: boolean;
}

/** Lists whose address gets the dates of its preset when the page opens. */
const WITH_PERIOD: readonly string[] = ["/transactions", "/receipts"];

/** Returns the part of an address that a view keeps: no page, and no dates that follow from a preset. */
export function toViewQuery(path: string, search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ["page", "agency"]) params.delete(name);
  const preset = params.get("preset");
  if (WITH_PERIOD.includes(path) && preset && preset !== "custom") {
    params.delete("dateFrom");
    params.delete("dateTo");
    // The usual period, which the page adds again.
    if (preset === "thisMonth") params.delete("preset");
  }
  params.sort();
  return String(params);
}
