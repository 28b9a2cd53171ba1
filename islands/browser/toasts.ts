// Short messages in the corner of the screen. Any island can show one; ui/Toasts.tsx draws them.

export type ToastType = "success" | "error" | "info" | "warning";

export interface Toast {
  id: number;
  type: ToastType;
  text: string;
  /** `undoes`: ids of records. The action disappears once one of them was undone in another way. */
  action?: { label: string; run: () => void; keys?: string; undoes?: string[] } | undefined;
  /** An operation to undo, or to redo if `way` says so. */
  operation?: string | undefined;
  way?: "undo" | "redo" | undefined;
  /** Whether it stays until closed, because the action failed. */
  stays?: boolean | undefined;
}

const AFTER_NAVIGATION = "bahi-toast";
const MOST = 3;
/** A success message later than this belongs to another action. */
const TOLD_MS = 3000;

let toasts: Toast[] = [];
let lastId = 0;
let lastWrite: { operation: string; at: number } | undefined;
const listeners = new Set<() => void>();

/** Stores the server's latest operation, so that its message offers Undo. */
export function storeWrite(operation: string): void {
  lastWrite = { operation, at: performance.now() };
}

function takeWrite(): string | undefined {
  const { operation, at = 0 } = lastWrite ?? {};
  lastWrite = undefined;
  return performance.now() - at < TOLD_MS ? operation : undefined;
}

/**
 * Shows a message. It replaces one with the same text, unless that has an action. A success offers to undo
 * the latest write, or the given action; `null` offers nothing.
 */
export function showToast(type: ToastType, text: string, action?: Toast["action"] | null): void {
  const operation = type === "success" ? takeWrite() : undefined;
  if (action === undefined) addToast({ type, text, operation });
  else addToast({ type, text, action: action ?? undefined });
}

/** Removes every message that offers to undo one of these: operations, matches, imports or mails. */
export function withdrawOffers(ids: string[]): void {
  const offers = ({ operation = "", way, action }: Toast) =>
    (way !== "redo" && ids.includes(operation)) || action?.undoes?.some((id) => ids.includes(id));
  if (toasts.some(offers)) setToasts(toasts.filter((toast) => !offers(toast)));
}

/** Shows the newest message on the next page too. */
export function storeNewestToast(): void {
  const newest = toasts.at(-1);
  if (newest) sessionStorage.setItem(AFTER_NAVIGATION, JSON.stringify(newest));
}

/** Adds a message. Only the newest one keeps its Undo. */
export function addToast(toast: Omit<Toast, "id">): void {
  lastId += 1;
  const offers = ({ action, operation }: Omit<Toast, "id">) => action ?? operation;
  const isOfWrite = ({ action, operation }: Omit<Toast, "id">) => operation ?? action?.keys;
  const others = toasts.filter(
    (other) =>
      !(isOfWrite(toast) && isOfWrite(other)) &&
      (offers(toast) || offers(other) || other.text !== toast.text),
  );
  setToasts([...others, { ...toast, id: lastId }].slice(-MOST));
}

/** Shows a message on the next page, because this one is about to be left. */
export function showToastAfterNavigation(type: ToastType, text: string): void {
  const operation = type === "success" ? takeWrite() : undefined;
  sessionStorage.setItem(AFTER_NAVIGATION, JSON.stringify({ type, text, operation }));
}

export function showWaitingToast(): void {
  const waiting = sessionStorage.getItem(AFTER_NAVIGATION);
  sessionStorage.removeItem(AFTER_NAVIGATION);
  if (waiting) addToast(JSON.parse(waiting));
}

export function removeToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

export const readToasts = (): Toast[] => toasts;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToasts(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
