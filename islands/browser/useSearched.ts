import { useRef, useState } from "react";
import { type Loaded, useFetch } from "./useFetch.ts";

/** The API's limit of rows per page. */
const PAGE = 100;

interface List<Row> {
  items: Row[];
  total: number;
}

/** A list with one page loaded; the rest can be searched. */
export interface Searched<Row> extends Loaded<List<Row>> {
  /** Rows that match the search, at most a page. */
  rows: Row[];
  /** The number of rows without the search. */
  total: number;
  /** Whether the list has more rows than a page. */
  isCut: boolean;
  q: string;
  search(q: string): void;
  find(id: string): Row | undefined;
}

/**
 * Loads the first page of a list or of a search, so that a select can reach every record.
 * @param url with its query, or null to load nothing
 */
export function useSearched<Row extends { _id: string }>(
  url: string | null,
  onFailure?: (failure: unknown) => void,
): Searched<Row> {
  const [q, search] = useState("");
  const searchQuery = q ? `&q=${encodeURIComponent(q)}` : "";
  const list = useFetch<List<Row>>(url && `${url}&limit=${PAGE}${searchQuery}`, onFailure);
  const seen = useRef(new Map<string, Row>());
  const rows = list.data?.items ?? [];
  for (const row of rows) seen.current.set(row._id, row);
  const all = useRef({ url, total: 0 });
  if (all.current.url !== url) all.current = { url, total: 0 };
  all.current.total = Math.max(all.current.total, list.data?.total ?? 0);
  const { total } = all.current;
  return {
    ...list,
    rows,
    total,
    q,
    search,
    isCut: total > PAGE,
    find: (id) => seen.current.get(id),
  };
}
