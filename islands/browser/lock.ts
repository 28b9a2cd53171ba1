import { useSyncExternalStore } from "react";
import type { Locks } from "../../domain/agencies/locks.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";

import { readSession } from "./session.ts";

const KEY = "bahi-locked";

/** Keeps the last day that is closed to whoever is signed in, as last heard of, for every page. */
export function storeLocks({ lockedTo: closed, finalTo, exceptions }: Locks): void {
  const self = readSession()?.user._id;
  const lockedTo = exceptions.some(({ user }) => user._id === self) ? finalTo : closed;
  if (lockedTo) localStorage.setItem(KEY, lockedTo);
  else localStorage.removeItem(KEY);
  dispatchEvent(new Event(CHANGED));
}

/** The last day of closed books; "" for none, and where pages are rendered before anybody has asked. */
const closedTo = (): CalendarDate | "" =>
  typeof localStorage === "undefined" ? "" : (localStorage.getItem(KEY) ?? "");

/** The same for what is drawn, which follows when it is heard of. */
export const useClosedTo = (): CalendarDate | "" =>
  useSyncExternalStore(follow, closedTo, () => "");

/** Whether a day, "" for none, is closed. */
export function useIsClosed(date: string): boolean {
  const to = useClosedTo();
  return date !== "" && date <= to;
}

const CHANGED = "bahi-lock";

function follow(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** Of a locked thing: `Books are closed to 30 Sep 2026.` */
export const closedNote = (): string => `Books are closed to ${formatDate(closedTo())}.`;
