import { useEffect } from "react";
import type { Preset } from "../../domain/dates.ts";
import type { Page } from "../../domain/page.ts";
import { get } from "../browser/api.ts";
import { readPreset } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { callsFor } from "./listChoices.ts";

/** The API's response for a list. */
export type PagedList = Page<{ _id: string }>;

/** Loads the page of a list named in the address. Past the last page, loads the last one. */
export function useList<List extends PagedList>(
  path: string,
  search: string | null,
  onFailure?: (failure: unknown) => void,
): Loaded<List> {
  const url = search === null ? null : path + search;
  const list = useFetch<List>(url, onFailure, readPage);
  const { page = 1, totalPages = 1 } = list.data ?? {};
  const isPastEnd = !list.isLoading && page > Math.max(totalPages, 1);
  useEffect(() => {
    if (isPastEnd) changeUrlQuery({ page: Math.max(totalPages, 1) }, "replace");
  }, [isPastEnd, totalPages]);
  return list;
}

/** Loads a page that is larger than the API's limit with several calls. */
async function readPage<List extends PagedList>(url: string, signal: AbortSignal): Promise<List> {
  const [path = "", search = ""] = url.split(/(?=\?)/);
  const [call, ...others] = callsFor(search);
  const first = await get<List>(path + call, signal);
  if (others.length === 0) return first;

  const left = others.slice(0, Math.max(0, first.totalPages - first.page));
  const rest = await Promise.all(left.map((call) => get<List>(path + call, signal)));
  const calls = others.length + 1;
  // A row added in the meantime moves another into the next call.
  const rows = [first, ...rest].flatMap(({ items }) => items);
  return {
    ...first,
    items: [...new Map(rows.map((row) => [row._id, row])).values()],
    page: Math.ceil(first.page / calls),
    totalPages: Math.ceil(first.totalPages / calls),
  };
}

/** The view of a list as described by its address (specification, section 2). */
export type ListView<Name extends string> = Record<Name | "dateFrom" | "dateTo", string> & {
  page: number;
  limit: number;
  /** As in the API: `amount` or `-amount`. Blank: newest first. */
  sort: string;
  preset: Preset | "custom";
};

/** Parses the address. `names` are the list's filters besides dates. */
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
    preset: readPreset(text("preset"), dates),
  };
}

/** Returns the change that clears all filters and goes to page 1 with the default page size. */
export function without(names: readonly string[], preset = ""): Record<string, string> {
  const blank = [...names, "dateFrom", "dateTo", "limit"].map((name) => [name, ""]);
  return { ...Object.fromEntries(blank), preset };
}
