import type { CloseItem } from "../../domain/closing/closing.ts";

// The month being closed in this tab. Every screen then links back to its checklist.

const KEY = "bahi-closing";

/** The month, `2026-10`; undefined if none is being closed. */
export const closingMonth = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export function beginClosing(month: string): void {
  sessionStorage.setItem(KEY, month);
}

export function endClosing(): void {
  sessionStorage.removeItem(KEY);
}

/**
 * Returns the first open checklist task whose link leads to this page and tab.
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
