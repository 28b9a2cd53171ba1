/** An event within this page, for parts of it that do not share a React tree. */
export interface PageEvent {
  /** Calls the listeners. Returns whether one of them returned true, because it has handled the event. */
  send(): boolean;
  /** Returns the function that ends listening. */
  listen(listener: () => unknown): () => void;
}

function createPageEvent(): PageEvent {
  const listeners = new Set<() => unknown>();
  return {
    send: () => [...listeners].map((listener) => listener()).includes(true),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

// Marked as pure, so that inline scripts leave them out.

/** Sent after the server has written something, because counts elsewhere may have changed. */
export const SAVED = /* @__PURE__ */ createPageEvent();

/** Sent after a write was undone or redone, because any data shown may have changed. */
export const UNDONE = /* @__PURE__ */ createPageEvent();

/** Sent after a payment starts to wait for an owner. */
export const NOW_WAITS = /* @__PURE__ */ createPageEvent();

/** Sent after comments have changed. */
export const COMMENTED = /* @__PURE__ */ createPageEvent();

/** Sent when the user's lock date has been stored. */
export const LOCKS_STORED = /* @__PURE__ */ createPageEvent();

/** Sent before going to the sign-in page. A listener that handles it lets the user sign in again in place. */
export const SESSION_ENDED = /* @__PURE__ */ createPageEvent();

export const THEME_CHANGED = /* @__PURE__ */ createPageEvent();
