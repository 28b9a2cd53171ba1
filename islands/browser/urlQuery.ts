import { useSyncExternalStore } from "react";

// A screen's state lives in its query string, so that it can be reloaded, shared and gone back to.

/** The query string, with its `?`; null on the server and in the first render, which must match it. */
export function useUrlQuery(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  );
}

/** A change to the query string. A blank or undefined value takes the name away. */
export type SearchChange = Record<string, string | number | undefined>;

/** The query string after a change. Any change but a page's own goes back to page 1. */
export function searchWith(changes: SearchChange, search = location.search): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  return `?${params}`;
}

/** `replace` is for what is typed letter by letter: it leaves one step to go back by, not ten. */
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

/** Goes to another page. */
export const goTo = (address: string) => () => {
  location.href = address;
};
