import { readStored } from "../browser/stored.ts";

// Hidden columns by list, stored in this browser. The page size is in the address only.

const KEY = "bahi-lists";

export interface ListChoice {
  hidden?: string[];
}

type Choices = Record<string, ListChoice>;

export const readChoice = (list: string): ListChoice => readAll()[list] ?? {};

export function changeChoice(list: string, changes: ListChoice): void {
  const all = readAll();
  localStorage.setItem(KEY, JSON.stringify({ ...all, [list]: { ...all[list], ...changes } }));
}

const readAll = (): Choices => readStored(KEY) ?? {};

export const PAGE_SIZES = [10, 25, 50, 100, 1_000];

/** The API returns at most this many rows per call. */
const CALL_MAX = 100;

/** Returns the query strings of the API calls that together load one page. */
export function callsFor(search: string): [string, ...string[]] {
  const params = new URLSearchParams(search);
  const limit = Number(params.get("limit"));
  if (!(limit > CALL_MAX && PAGE_SIZES.includes(limit))) return [search];
  const calls = limit / CALL_MAX;
  const first = ((Number(params.get("page")) || 1) - 1) * calls + 1;
  const [one = "", ...others] = Array.from({ length: calls }, (_, n) => {
    params.set("limit", String(CALL_MAX));
    params.set("page", String(first + n));
    return `?${params}`;
  });
  return [one, ...others];
}
