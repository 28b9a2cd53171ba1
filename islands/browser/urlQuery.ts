import { useSyncExternalStore } from "react";

// A screen's state is in its query string, so it survives reload, sharing and Back.

/**
 * Returns the query string with its `?`; null on the server and in the first render, which must match it.
 */
export function useUrlQuery(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  );
}

/** A change to the query string. A blank or undefined value removes the parameter. */
export type SearchChange = Record<string, string | number | undefined>;

/** Returns the query string after a change. Any change except of the page goes back to the first page. */
export function searchWith(changes: SearchChange, search = location.search): string {
  const params = new URLSearchParams(search);
  for (const place of ["page", "after"]) params.delete(place);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  return `?${params}`;
}

/** Use `replace` while typing, so that the history gets one entry instead of ten. */
export function changeUrlQuery(changes: SearchChange, how: "push" | "replace" = "push"): void {
  const next = searchWith(changes);
  if (next === location.search) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", next);
  dispatchEvent(new PopStateEvent("popstate"));
}

function subscribe(onChange: () => void): () => void {
  addEventListener("popstate", onChange);
  return () => removeEventListener("popstate", onChange);
}

/** Returns a function that opens another page. */
export const goTo = (address: string) => () => {
  location.href = address;
};
