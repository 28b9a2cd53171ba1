import type { HistoryItem, OfRecord, Undone } from "../../domain/agencies/undo.ts";
import { Failure, get, send } from "./api.ts";
import { UNDONE } from "./pageEvents.ts";
import { readSession } from "./session.ts";
import {
  addToast,
  readToasts,
  removeToast,
  showToast,
  storeNewestToast,
  type Toast,
  withdrawOffers,
} from "./toasts.ts";

// Undo and redo of the user's own writes. The server knows them, also after a reload.

const WAYS = {
  undo: { label: "Undo", keys: "Ctrl Z", failed: "Could not undo", back: "redo" },
  redo: { label: "Redo", keys: "Ctrl Shift Z", failed: "Could not redo", back: "undo" },
} as const;
type Way = keyof typeof WAYS;

/** Returns the Undo or Redo button of a message. */
export const toUndoAction = (way: Way, operation: string): NonNullable<Toast["action"]> => ({
  label: WAYS[way].label,
  keys: WAYS[way].keys,
  run: () => void undoOperation(way, operation),
});

let isRunning = false;

/**
 * Undoes one operation, or the latest one. Reports the result and offers the opposite. With a record, also
 * undoes later changes to it.
 */
export async function undoOperation(way: Way, operation?: string, since?: OfRecord): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    // Redo is the undo of an undo.
    const path = operation ? `/api/operations/${operation}/undo` : `/api/${way}`;
    const undone = await send<Undone>("POST", path, since && { since });
    // Restoring a version creates a new one, which can be undone like any other.
    toastUndone(undone, since ? "undo" : WAYS[way].back);
  } catch (failure) {
    toastRefused(way, operation, failure);
  } finally {
    isRunning = false;
  }
}

/** Reports an undo, reloads every list, and highlights the restored row. */
export function toastUndone({ operation, undoes, summary }: Undone, back: Way = "redo"): void {
  showBack();
  withdrawOffers([undoes]);
  addToast({ type: "success", text: summary, operation, way: back });
  UNDONE.send();
}

/**
 * Leaves the page of a record whose creation was just undone, for the previous page, or for the list if
 * that was a form. The message stays visible.
 */
export function leaveUndone(list: string): void {
  storeNewestToast();
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : undefined;
  const isPage = from?.origin === location.origin && from.pathname !== location.pathname;
  location.replace(isPage && !NO_RETURN.test(from.pathname) ? from.href : list);
}

/** Forms and sign-in pages. */
const NO_RETURN = /^\/(login|register|join)$|\/(new|edit)$/;

function toastRefused(way: Way, operation: string | undefined, failure: unknown): void {
  const message = failure instanceof Failure ? failure.message : "";
  if (/^Nothing to (re|un)do/.test(message)) {
    showToast("info", message);
    return;
  }
  const why = message || "Could not reach the server. Try again.";
  const isChanged = failure instanceof Failure && failure.status === 409;
  const text = `${WAYS[way].failed}. ${why.replace(/\.?$/, ".")}`;
  const action = isChanged
    ? { label: "Show changes", run: () => void showChanges(operation) }
    : undefined;
  addToast({ type: "error", text, action, stays: true });
}

/** Shows the history of a record that could not be undone. */
async function showChanges(operation: string | undefined): Promise<void> {
  const own = await get<{ items: HistoryItem[] }>("/api/history").catch(() => ({ items: [] }));
  const item = own.items.find((one) =>
    operation ? one.operation === operation : !one.isUndone && !one.canUndo,
  );
  if (item) location.href = `/history?entity=${item.entity}&id=${item.id}`;
}

/**
 * Ctrl Z undoes the action in the latest message, otherwise the latest write. The banking page has its own
 * undo, so there it only uses the message. Ctrl Shift Z redoes. Text fields keep their own undo.
 */
export function onUndoKey(event: KeyboardEvent): void {
  const { target, key, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
  const element = target instanceof Element ? target : document.body;
  const isKey = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z";
  if (!isKey || repeat || element.closest("input, select, textarea, [contenteditable]")) return;
  const way = shiftKey ? "redo" : "undo";
  const offers = (toast: Toast) =>
    toast.action?.label === WAYS[way].label ||
    (toast.operation !== undefined && way === (toast.way ?? "undo"));
  const last = readToasts().findLast(offers);
  const isCovered = document.querySelector("dialog[open]") !== null;
  const isElsewhere = isCovered || location.pathname.startsWith("/banking") || !readSession();
  if (!last && isElsewhere) return;
  event.preventDefault();
  if (last) act(last);
  else void undoOperation(way);
}

/** Runs a message's action. */
export function act({ id, action, operation, way = "undo" }: Toast): void {
  removeToast(id);
  if (action) action.run();
  else if (operation) void undoOperation(way, operation);
}

const BACK_MS = 2000;
const LOOK_MS = 5000;

/** Highlights a restored row for two seconds, and focuses it. */
function showBack(): void {
  const known = new Set(rows().map(({ dataset }) => dataset.id));
  const watch = new MutationObserver(() => {
    const row = rows().find(({ dataset }) => !known.has(dataset.id));
    if (!row) return;
    watch.disconnect();
    const tint = "var(--pos-soft)";
    row.animate({ backgroundColor: [tint, tint, "transparent"] }, BACK_MS);
    if (row.tabIndex < 0) row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), LOOK_MS);
}

const rows = () => [...document.querySelectorAll<HTMLElement>("tr[data-id]")];
