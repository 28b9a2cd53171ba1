import { useEffect, useRef } from "react";
import type { Permission } from "../../domain/roles.ts";
import { can } from "./session.ts";

/**
 * Returns whether a key without a modifier may be a shortcut: the user is not typing, no dialog or menu is
 * open, and single-letter keys are not switched off in this browser.
 */
export function isFree({ target, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : document.body;
  const isTyping = element.closest("input, select, textarea, [contenteditable]");
  const isOff = key.length === 1 && document.documentElement.dataset.keys === "off";
  const isCovered = document.querySelector("dialog[open], .menu:popover-open");
  return !isTyping && !isOff && !isCovered && !ctrlKey && !metaKey && !altKey;
}

/**
 * Sets this screen's shortcuts, by `KeyboardEvent.key`. A handler prevents the browser's own action, unless
 * it returns `false`.
 * @param needs the permission; without it, the keys do nothing
 */
export function useKeys(
  keys: Record<string, (event: KeyboardEvent) => unknown>,
  needs?: Permission,
): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[event.key];
      if (!run || !isFree(event) || !mayDo(needs)) return;
      if (run(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    for (const event of takeEarlyKeys(latest.current)) onKey(event);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const mayDo = (needs: Permission | undefined): boolean => !needs || can(needs);

/** Returns the shortcuts pressed before hydration. */
function takeEarlyKeys(keys: object): KeyboardEvent[] {
  const { early } = window;
  if (!early) return [];
  early.listening.abort();
  const own = early.keys.filter(({ key }) => key in keys);
  early.keys = early.keys.filter((event) => !own.includes(event));
  return own;
}

/**
 * Runs the action named in the address's hash: `/transactions#new`. The hash is removed, so that a reload
 * does not repeat it.
 * @param needs the permission for it
 */
export function useHash(actions: Record<string, () => void>, needs?: Permission): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const look = () => {
      const run = latest.current[location.hash.slice(1)];
      if (!run) return;
      history.replaceState(null, "", location.pathname + location.search);
      if (mayDo(needs)) run();
    };
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
}

/** Returns a ref to the latest value, for listeners that are added once. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
