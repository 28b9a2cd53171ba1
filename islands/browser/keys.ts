import { useEffect, useEffectEvent, useRef } from "react";
import type { Permission } from "../../domain/roles.ts";
import { can } from "./session.ts";

/**
 * Returns whether a key without a modifier may be a shortcut: the user is not typing, no dialog or menu is
 * open, and single-letter keys are not switched off in this browser.
 */
export function isFree({ target, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : document.body;
  const isTyping = element.closest("input:not([role=switch]), select, textarea, [contenteditable]");
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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key];
    if (!run || !isFree(event) || !mayDo(needs)) return;
    if (run(event) !== false) event.preventDefault();
  });
  const runEarlyKeys = useEffectEvent(() => {
    for (const event of takeEarlyKeys(keys)) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    runEarlyKeys();
    return () => document.removeEventListener("keydown", listener);
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
  const look = useEffectEvent(() => {
    const run = actions[location.hash.slice(1)];
    if (!run) return;
    history.replaceState(null, "", location.pathname + location.search);
    if (mayDo(needs)) run();
  });
  useEffect(() => {
    const listener = () => look();
    listener();
    addEventListener("hashchange", listener);
    return () => removeEventListener("hashchange", listener);
  }, []);
}

/**
 * Returns a ref to the latest value, for functions that stay the same in every render. For listeners of an
 * effect, use React's `useEffectEvent`.
 */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
