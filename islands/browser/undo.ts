import type { HistoryItem, OfRecord, Undone } from "../../domain/agencies/undo.ts";
import { Failure, get, send, UNDONE } from "./api.ts";
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

// Undo and redo of what this person wrote. The server knows what that was, also after a reload.

const WAYS = {
  undo: { label: "Undo", keys: "Ctrl Z", failed: "Could not undo", back: "redo" },
  redo: { label: "Redo", keys: "Ctrl Shift Z", failed: "Could not redo", back: "undo" },
} as const;
type Way = keyof typeof WAYS;

/** What is offered beside a message that tells of an operation, or of its undoing. */
export const toUndoAction = (way: Way, operation: string): NonNullable<Toast["action"]> => ({
  label: WAYS[way].label,
  keys: WAYS[way].keys,
  run: () => void undoOperation(way, operation),
});

let isRunning = false;

/**
 * Takes back one operation, or else what was written last; says what came back, and offers the other way.
 * With a record, also what was done to it since.
 */
export async function undoOperation(way: Way, operation?: string, since?: OfRecord): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    // To do again is to take back what took it back.
    const path = operation ? `/api/operations/${operation}/undo` : `/api/${way}`;
    const undone = await send<Undone>("POST", path, since && { since });
    // Back at a version one has made another one, which is undone as any.
    toastUndone(undone, since ? "undo" : WAYS[way].back);
  } catch (failure) {
    toastRefused(way, operation, failure);
  } finally {
    isRunning = false;
  }
}

/** Says what an undo did, has every list ask again, and shows which row came back. */
export function toastUndone({ operation, undoes, summary }: Undone, back: Way = "redo"): void {
  showBack();
  withdrawOffers([undoes]);
  addToast({ type: "success", text: summary, operation, way: back });
  dispatchEvent(new Event(UNDONE));
}

/**
 * Leaves the page of a record whose creation was just undone, for the page that led there, or for the list
 * if that was a form. The message goes along.
 */
export function leaveUndone(list: string): void {
  storeNewestToast();
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : undefined;
  const isPage = from?.origin === location.origin && from.pathname !== location.pathname;
  location.replace(isPage && !NO_RETURN.test(from.pathname) ? from.href : list);
}

/** Forms, and where somebody signs in. */
const NO_RETURN = /^\/(login|register|join)$|\/(new|edit)$/;

function toastRefused(way: Way, operation: string | undefined, failure: unknown): void {
  const said = failure instanceof Failure ? failure.message : "";
  if (/^Nothing to (re|un)do/.test(said)) {
    showToast("info", said);
    return;
  }
  const why = said || "Could not reach the server. Try again.";
  const isChanged = failure instanceof Failure && failure.status === 409;
  const text = `${WAYS[way].failed}. ${why.replace(/\.?$/, ".")}`;
  const action = isChanged
    ? { label: "Show changes", run: () => void showChanges(operation) }
    : undefined;
  addToast({ type: "error", text, action, stays: true });
}

/** The history of what could not be taken back. */
async function showChanges(operation: string | undefined): Promise<void> {
  const own = await get<{ items: HistoryItem[] }>("/api/history").catch(() => ({ items: [] }));
  const item = own.items.find((one) =>
    operation ? one.operation === operation : !one.isUndone && !one.canUndo,
  );
  if (item) location.href = `/history?entity=${item.entity}&id=${item.id}`;
}

/**
 * Ctrl Z takes back what the latest message is about, else what was written last; on the banking page only
 * the former, for a line has its own way back. Ctrl Shift Z does it again. Of a field they are its own.
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

/** Does what a message offers. */
export function act({ id, action, operation, way = "undo" }: Toast): void {
  removeToast(id);
  if (action) action.run();
  else if (operation) void undoOperation(way, operation);
}

const BACK_MS = 2000;
const LOOK_MS = 5000;

/** A row that comes back into a list is tinted for two seconds, and has the focus. */
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
