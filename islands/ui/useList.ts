import { useEffect } from "react";
import { get } from "../browser/api.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { callsFor } from "./listChoices.ts";

/** What the API answers of a list. */
export interface PagedList {
  items: { _id: string }[];
  total: number;
  page: number;
  totalPages: number;
}

/** The page of a list that the address asks for. After the last one comes the last one. */
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

/** A page of more rows than the API gives at once comes by several calls. */
async function readPage<List extends PagedList>(url: string, signal: AbortSignal): Promise<List> {
  const [path = "", search = ""] = url.split(/(?=\?)/);
  const [call, ...others] = callsFor(search);
  const first = await get<List>(path + call, signal);
  if (others.length === 0) return first;

  const left = others.slice(0, Math.max(0, first.totalPages - first.page));
  const rest = await Promise.all(left.map((call) => get<List>(path + call, signal)));
  const calls = others.length + 1;
  // A row that was added meanwhile moves another one on to the next call.
  const rows = [first, ...rest].flatMap(({ items }) => items);
  return {
    ...first,
    items: [...new Map(rows.map((row) => [row._id, row])).values()],
    page: Math.ceil(first.page / calls),
    totalPages: Math.ceil(first.totalPages / calls),
  };
}
