import type { Preset } from "../../domain/dates.ts";
import { presetOf } from "./periodView.ts";

/** What a list shows, as its address says it (specification, section 2). */
export type ListView<Name extends string> = Record<Name | "dateFrom" | "dateTo", string> & {
  page: number;
  limit: number;
  /** As the API takes it: `amount`, or `-amount`. Blank: newest first. */
  sort: string;
  preset: Preset | "custom";
};

/** Reads the address. `names` are the filters that the list has beside its dates. */
export function readView<Name extends string>(
  search: string,
  names: readonly Name[],
  usualLimit = 10,
): ListView<Name> {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  const dates = { dateFrom: text("dateFrom"), dateTo: text("dateTo") };
  return {
    ...(Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>),
    ...dates,
    page: Number(params.get("page")) || 1,
    limit: Number(params.get("limit")) || usualLimit,
    sort: text("sort"),
    preset: presetOf(text("preset"), dates),
  };
}

/** The change that takes all filters away, and goes to page 1. */
export function without(names: readonly string[], preset = ""): Record<string, string> {
  const blank = [...names, "dateFrom", "dateTo"].map((name) => [name, ""]);
  return { ...Object.fromEntries(blank), preset };
}
