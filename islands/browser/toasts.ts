// Short messages in the corner of the screen. Any island may show one; ui/Toasts.tsx draws them.

export type ToastType = "success" | "error" | "info" | "warning";

export interface Toast {
  id: number;
  type: ToastType;
  text: string;
  action?: { label: string; run: () => void } | undefined;
}

const AFTER_NAVIGATION = "bahi-toast";
const MOST = 3;

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** The same words again take the place of the first, unless they offer to do something. */
export function showToast(type: ToastType, text: string, action?: Toast["action"]): void {
  lastId += 1;
  const others = toasts.filter((toast) => action || toast.action || toast.text !== text);
  setToasts([...others, { id: lastId, type, text, action }].slice(-MOST));
}

/** For the page that comes next: the present one is about to be left. */
export function showToastAfterNavigation(type: ToastType, text: string): void {
  sessionStorage.setItem(AFTER_NAVIGATION, JSON.stringify({ type, text }));
}

export function showWaitingToast(): void {
  const waiting = sessionStorage.getItem(AFTER_NAVIGATION);
  sessionStorage.removeItem(AFTER_NAVIGATION);
  if (!waiting) return;
  const { type, text } = JSON.parse(waiting);
  showToast(type, text);
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
