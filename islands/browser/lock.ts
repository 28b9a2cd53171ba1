import { useSyncExternalStore } from "react";
import type { Locks } from "../../domain/agencies/locks.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import { LOCKS_STORED } from "./pageEvents.ts";
import { agencyKey, readSession } from "./session.ts";

/** Stores the user's lock date for every page. */
export function storeLocks({ lockedTo: closed, finalTo, exceptions }: Locks): void {
  const self = readSession()?.user._id;
  const lockedTo = exceptions.some(({ user }) => user._id === self) ? finalTo : closed;
  if (lockedTo) localStorage.setItem(agencyKey("locked"), lockedTo);
  else localStorage.removeItem(agencyKey("locked"));
  LOCKS_STORED.send();
}

/** The last day that is closed for the user; "" if none, and on the server. */
const closedTo = (): CalendarDate | "" =>
  typeof localStorage === "undefined" ? "" : (localStorage.getItem(agencyKey("locked")) ?? "");

/** Like `closedTo`, for components: updates when it changes. */
export const useClosedTo = (): CalendarDate | "" =>
  useSyncExternalStore(LOCKS_STORED.listen, closedTo, () => "");

/** Returns whether a date is closed. "" is not. */
export function useIsClosed(date: string): boolean {
  const to = useClosedTo();
  return date !== "" && date <= to;
}

/** Returns the note for a locked record: `Books are closed to 30 Sep 2026.` */
export const closedNote = (): string => `Books are closed to ${formatDate(closedTo())}.`;
