import type { CloseItem } from "../../domain/closing/closing.ts";

// Which month somebody is closing in this tab: the way back to its checklist stands on every screen.

const KEY = "bahi-closing";

/** The month, `2026-10`; undefined while none is being closed. */
export const closingMonth = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export function beginClosing(month: string): void {
  sessionStorage.setItem(KEY, month);
}

export function endClosing(): void {
  sessionStorage.removeItem(KEY);
}

/**
 * What is worked on at a page: the first that is open there, and has its link to that page and tab.
 * @param address path and query, `/gst?period=2026-10&tab=gstr2b`
 */
export const taskAt = (items: CloseItem[], address: string): CloseItem | undefined =>
  items.find(
    ({ state, link }) => state === "open" && toClosingPath(link) === toClosingPath(address),
  );

function toClosingPath(address: string): string {
  const [path, query] = address.split("?");
  return `${path} ${new URLSearchParams(query).get("tab") ?? ""}`;
}
