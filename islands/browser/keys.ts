import { useEffect, useRef } from "react";
import type { Permission } from "../../domain/roles.ts";
import { can } from "./session.ts";

/**
 * Whether a key without a modifier is for the page: nothing is being typed, no dialog or menu is open, and
 * single-letter keys have not been switched off in this browser.
 */
export function isFree({ target, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : document.body;
  const isTyping = element.closest("input, select, textarea, [contenteditable]");
  const isOff = key.length === 1 && document.documentElement.dataset.keys === "off";
  const isCovered = document.querySelector("dialog[open], .menu:popover-open");
  return !isTyping && !isOff && !isCovered && !ctrlKey && !metaKey && !altKey;
}

/**
 * What keys do on this screen, by `KeyboardEvent.key`. The browser does nothing else with one of these, but
 * what answers `false` leaves its key to others.
 * @param needs what they do, where that is not everybody's: the keys of others do nothing
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
    for (const event of takeEarly(latest.current)) onKey(event);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const mayDo = (needs: Permission | undefined): boolean => !needs || can(needs);

/** Those of the keys that were pressed while the page was still waking up. */
function takeEarly(keys: object): KeyboardEvent[] {
  const { early } = window;
  if (!early) return [];
  early.listening.abort();
  const own = early.keys.filter(({ key }) => key in keys);
  early.keys = early.keys.filter((event) => !own.includes(event));
  return own;
}

/**
 * What a link to this page may ask it to open, by the address's hash: `/transactions#new`. It is done
 * once, and the hash goes, so that a reload does not do it again.
 * @param needs what it is, where that is not everybody's
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

/** What was passed last, for listeners that are added once. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
